// Conversion between interleaved RGBA and planar Y'CbCr of 8 to 16 bits, row by row, for still pictures. Chroma samples
// are sited in the centre of their luma samples, as in JPEG.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The conversion of Y'CbCr to R'G'B': for each output component the factors of Y', Cb and Cr, scaled to the output's
// range. The offsets are subtracted from the samples first.
typedef struct {
  float red[3], green[3], blue[3];
  float lumaOffset, chromaOffset;
} PKYCbCrMatrix;

// Converts two rows of 8-bit RGBA to two rows of luma and one row of 4:2:0 chroma (BT.601, full range). `width` is
// even. A chroma sample is computed from the mean of 2x2 pixels.
void pk_ycbcr_encode_pair8(const uint8_t *upper, const uint8_t *lower, size_t width, uint8_t *lumaUpper,
                           uint8_t *lumaLower, uint8_t *cb, uint8_t *cr);

// Converts two rows of 16-bit RGBA to samples of `depth` bits (9...16) in the same way.
void pk_ycbcr_encode_pair16(const uint16_t *upper, const uint16_t *lower, size_t width, int depth, uint16_t *lumaUpper,
                            uint16_t *lumaLower, uint16_t *cb, uint16_t *cr);

// Writes `width` chroma values of one row of luma: 3/4 of the nearer chroma row and 1/4 of the farther one, and the
// same horizontally if the rows have half the width (`halved`). A row has `count` samples of `bytes` (1 or 2) bytes.
void pk_ycbcr_upsample(const void *nearer, const void *further, int bytes, size_t count, int halved, size_t width,
                       float *output);

// Converts a row to opaque 8-bit RGBA. `luma` has samples of `bytes` (1 or 2) bytes.
void pk_ycbcr_decode8(const void *luma, int bytes, const float *cb, const float *cr, size_t width,
                      const PKYCbCrMatrix *matrix, uint8_t *rgba);

// Converts a row to opaque 16-bit RGBA.
void pk_ycbcr_decode16(const void *luma, int bytes, const float *cb, const float *cr, size_t width,
                       const PKYCbCrMatrix *matrix, uint16_t *rgba);

#ifdef __cplusplus
}
#endif
