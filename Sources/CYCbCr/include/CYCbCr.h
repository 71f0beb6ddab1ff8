#pragma once
#include <stddef.h>
#include <stdint.h>

// Conversion between interleaved RGBA and planar YCbCr, row by row. Chroma is sited between luma samples, as in JPEG.

// Turns two rows of 8-bit RGBA into two rows of luma and one of 4:2:0 chroma (BT.601, full range).
// `width` is even. Chroma comes from the average of two by two pixels.
void cycbcr_encode_row_pair(
  const uint8_t *upper, const uint8_t *lower, size_t width, uint8_t *lumaUpper, uint8_t *lumaLower, uint8_t *cb,
  uint8_t *cr);

// The same for rows of 16-bit RGBA, to samples of `depth` bits, 9...16.
void cycbcr_encode_row_pair16(
  const uint16_t *upper, const uint16_t *lower, size_t width, int depth, uint16_t *lumaUpper, uint16_t *lumaLower,
  uint16_t *cb, uint16_t *cr);

// How YCbCr becomes RGB, after the offsets are taken off, scaled to the output: what each of Y, Cb and Cr gives.
typedef struct {
  float red[3], green[3], blue[3];
  float lumaOffset, chromaOffset;
} cycbcr_matrix;

// Writes a row of `width` chroma samples at full resolution: from the nearer chroma row by 3/4 and the further by 1/4,
// and across likewise if `halved`. The rows have `count` samples of `bytes` (1 or 2) bytes.
void cycbcr_upsample_row(
  const void *nearer, const void *further, int bytes, size_t count, int halved, size_t width, float *output);

// Turns a row into 8-bit RGBA, opaque. `luma` has samples of `bytes` (1 or 2) bytes.
void cycbcr_decode_row8(
  const void *luma, int bytes, const float *cb, const float *cr, size_t width, const cycbcr_matrix *matrix,
  uint8_t *rgba);

// Turns a row into 16-bit RGBA, opaque.
void cycbcr_decode_row16(
  const void *luma, int bytes, const float *cb, const float *cr, size_t width, const cycbcr_matrix *matrix,
  uint16_t *rgba);
