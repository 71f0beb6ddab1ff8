// Conversion between interleaved RGBA and planes of Y'CbCr for video: 8 bits in fixed point, more in floats.
//
// The two directions match: reducing chroma inverts its interpolation, so a picture that is decoded and encoded again
// keeps its samples, except for rounding and for colours outside RGB.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A picture of Y'CbCr in three planes.
typedef struct {
  int32_t width, height;
  // Bits per sample, 8...16. A sample of 8 bits is a byte, any other a 16-bit word in native byte order.
  int32_t depth;
  const void *luma;
  // NULL in a gray picture, as is `cr`.
  const void *cb, *cr;
  // Bytes from one row to the next.
  ptrdiff_t lumaStride, cbStride, crStride;
  // Whether a chroma row has half as many samples, rounded up; and whether there are half as many chroma rows.
  int32_t halvesWidth, halvesHeight;
  // For subsampled chroma: whether a sample is sited in the centre of two luma samples rather than at the first.
  int32_t isCenteredX, isCenteredY;
  // The weights of red and blue in luma, which define the matrix: 0.299 and 0.114 for BT.601.
  double kr, kb;
  // Whether samples have full range; limited range is 16...235 (luma) and 16...240 (chroma) for 8 bits.
  int32_t isFullRange;
} PKYCbCrPlanes;

// Converts the rows `first ..< end` to full-range RGBA with an alpha of 255. Chroma is interpolated linearly. `rgba` is
// the destination of row `first`; rows follow without padding.
void pk_ycbcr_planes_to_rgba(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint8_t *rgba);

// Converts `width` pixels of row `y`, from column `x` on, to the pixels that the whole row would have there. The
// samples have 8 bits.
void pk_ycbcr_run_to_rgba(const PKYCbCrPlanes *planes, int32_t x, int32_t y, int32_t width, uint8_t *rgba);

// The same to 16 bits, with an alpha of 65535.
void pk_ycbcr_planes_to_rgba16(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint16_t *rgba);

// Planes of Y'CbCr to write. Chroma has half the width and height, rounded up, unless `isWhole` or `hasAllRows`.
typedef struct {
  int32_t width, height;
  // Bits of a sample, as above.
  int32_t depth;
  void *luma, *cb, *cr;
  // The plane for full-range alpha; NULL for none.
  void *alpha;
  // Bytes from one row to the next.
  ptrdiff_t lumaStride, cbStride, crStride, alphaStride;
  // Whether there are as many chroma samples as luma samples.
  int32_t isWhole;
  // Whether there are as many rows of chroma as of luma, of half the width (4:2:2).
  int32_t hasAllRows;
  // The location of chroma samples, as above.
  int32_t isCenteredX, isCenteredY;
  // The weights of red and blue in luma: 0.299 and 0.114 for BT.601.
  double kr, kb;
  int32_t isFullRange;
} PKYCbCrTarget;

// Converts the rows `first ..< end` of a picture. `first` is even; `end` is even or the height. `rgba` is the whole
// picture, since chroma is computed from rows above and below too. Planes of samples above 8 bits are at even
// addresses.
void pk_rgba_to_ycbcr_planes(const PKYCbCrTarget *target, const uint8_t *rgba, ptrdiff_t rowBytes, int32_t first,
                             int32_t end);

// The same from 16 bits.
void pk_rgba16_to_ycbcr_planes(const PKYCbCrTarget *target, const uint16_t *rgba, ptrdiff_t rowBytes, int32_t first,
                               int32_t end);

// A part of a picture, with its pixels at `rgba`. It begins at an even column and row and has an even width and height,
// unless it reaches the picture's edge there.
typedef struct {
  int32_t x, y, width, height;
  const uint8_t *rgba;
  ptrdiff_t rowBytes;
} PKPicturePart;

// Writes the rows `first ..< end` of a part, counted from its first, to planes that hold a copy of `original`, and
// changes no sample that is computed only from pixels equal to the original's. `first` is even; `end` is even or the
// part's height. Differing pixels are at least 4 pixels away from those edges of the part that are not the picture's.
// Samples have 8 bits, and both planes have the same format.
void pk_replace_in_ycbcr_planes(const PKYCbCrTarget *target, const PKYCbCrPlanes *original, const PKPicturePart *part,
                                int32_t first, int32_t end);

// Marks with 1 the pixels of RGBA of 16 bits that differ, other than in alpha, and the rest with 0.
void pk_mark_changes16(const uint16_t *pixels, const uint16_t *original, size_t count, uint8_t *marks);

// Copies from `made` to `target`, both of samples above 8 bits and of the same format, the samples in the rows
// `first ..< end` of a part that are computed from a marked pixel; `made` has the part alone. The part is as that of
// `pk_replace_in_ycbcr_planes`. `marks` has a byte a pixel, from two rows before `first` to two after `end` or the
// part's edges.
void pk_take_marked_words(const PKYCbCrTarget *target, const PKYCbCrTarget *made, int32_t x, int32_t y,
                          const uint8_t *marks, int32_t first, int32_t end);

// Converts a row of full-range gray to luma of 8 bits.
void pk_gray_to_luma(const uint8_t *gray, size_t count, int isFullRange, uint8_t *luma);

#ifdef __cplusplus
}
#endif
