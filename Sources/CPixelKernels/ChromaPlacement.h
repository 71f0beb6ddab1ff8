// The location of chroma samples between luma samples, for both directions of conversion.
//
// Reading interpolates linearly. Writing filters with the taps that invert this exactly: for samples at the first of
// two luma samples, the analysis low-pass of LeGall's 5/3 wavelet, whose synthesis is linear interpolation; for samples
// in the centre of two, the analysis filter of the synthesis (1, 3, 3, 1)/4.
#pragma once
#include "YCbCrPlanes.h"

// Columns that are converted together: their chroma fits in the first-level cache. A run also has some neighbours.
enum { TILE = 1024, RUN = TILE + 16 };

static inline int32_t clamped(int32_t value, int32_t end) { return value < 0 ? 0 : value < end ? value : end - 1; }

// The two chroma rows next to a row of luma, and the weight of the second in quarters.
typedef struct {
  int32_t near, far, farWeight, columns;
} ChromaRows;

static inline ChromaRows chroma_rows(const PKYCbCrPlanes *planes, int32_t y) {
  int32_t columns = planes->halvesWidth ? (planes->width + 1) / 2 : planes->width;
  if (!planes->halvesHeight) return (ChromaRows){y, y, 0, columns};
  int32_t rows = (planes->height + 1) / 2, near = y / 2;
  int32_t far = planes->isCenteredY && y % 2 == 0 ? near - 1 : near + y % 2;
  return (ChromaRows){clamped(near, rows), clamped(far, rows), planes->isCenteredY ? 1 : 2, columns};
}

// Weights of the luma samples -2...2 from the first of two, in eighths.
typedef struct {
  int16_t before2, before, here, after, after2;
} ChromaTaps;

static inline ChromaTaps chroma_taps(int32_t isCentered) {
  return isCentered ? (ChromaTaps){0, -2, 6, 6, -2} : (ChromaTaps){-1, 2, 6, 2, -1};
}

// The same for the rows of planes to write.
static inline ChromaTaps chroma_row_taps(const PKYCbCrTarget *target) {
  return target->hasAllRows ? (ChromaTaps){0, 0, 8, 0, 0} : chroma_taps(target->isCenteredY);
}
