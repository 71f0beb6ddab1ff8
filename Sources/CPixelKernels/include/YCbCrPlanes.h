// Conversion between interleaved 8-bit RGBA and three planes of 8-bit Y'CbCr, in fixed point, as video needs it.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A picture of 8-bit Y'CbCr in three planes.
typedef struct {
  int32_t width, height;
  const uint8_t *luma;
  // NULL in a picture without colour, as is `cr`.
  const uint8_t *cb, *cr;
  // From a row to the next, in bytes.
  ptrdiff_t lumaStride, cbStride, crStride;
  // Whether a chroma row has half as many samples, rounded up; and whether there are half as many chroma rows.
  int32_t halvesWidth, halvesHeight;
  // Where there are half: whether a chroma sample stands in the centre of two luma samples rather than at the first.
  int32_t isCenteredX, isCenteredY;
  // The weights of red and blue in luma, which define the matrix: 0.299 and 0.114 for BT.601.
  double kr, kb;
  // Whether samples use 0...255 rather than 16...235 (luma) and 16...240 (chroma).
  int32_t isFullRange;
} PKYCbCrPlanes;

// Converts the rows `first ..< end` to full-range RGBA with an alpha of 255. Chroma is interpolated linearly between its
// samples. `rgba` is where row `first` goes; rows follow without padding.
void pk_ycbcr_planes_to_rgba(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint8_t *rgba);

// Planes of 8-bit Y'CbCr to be written. Chroma has half the width and height, rounded up, unless `isWhole`.
typedef struct {
  int32_t width, height;
  uint8_t *luma, *cb, *cr;
  // From a row to the next, in bytes.
  ptrdiff_t lumaStride, cbStride, crStride;
  // Whether there are as many chroma samples as luma samples.
  int32_t isWhole;
  // The weights of red and blue in luma: 0.299 and 0.114 for BT.601.
  double kr, kb;
} PKYCbCrTarget;

// Converts the rows `first ..< end` of a picture to 16...235 (luma) and 16...240 (chroma). `first` is even; `end` is even
// or the height. Chroma samples stand at the even columns, between two rows. `rgba` is the whole picture.
void pk_rgba_to_ycbcr_planes(const PKYCbCrTarget *target, const uint8_t *rgba, ptrdiff_t rowBytes, int32_t first,
                             int32_t end);

#ifdef __cplusplus
}
#endif
