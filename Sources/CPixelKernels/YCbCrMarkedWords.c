// Writes a part to planes of more than 8 bits where it differs from their content.
#include "ChromaPlacement.h"

void pk_mark_changes16(const uint16_t *pixels, const uint16_t *original, size_t count, uint8_t *marks) {
  for (size_t i = 0; i < count; i++) {
    const uint16_t *p = pixels + 4 * i, *q = original + 4 * i;
    marks[i] = ((p[0] ^ q[0]) | (p[1] ^ q[1]) | (p[2] ^ q[2])) != 0;
  }
}

static uint16_t *row_of(void *plane, ptrdiff_t stride, ptrdiff_t row) {
  return (uint16_t *)((uint8_t *)plane + row * stride);
}

static void take(const uint16_t *made, const uint8_t *marks, int32_t count, uint16_t *output) {
  for (int32_t i = 0; i < count; i++) output[i] = marks[i] ? made[i] : output[i];
}

// Takes a row of chroma of half the width; `row` is of luma.
static void take_half(const PKYCbCrTarget *t, const PKYCbCrTarget *made, int32_t x, int32_t y, const uint8_t *marks,
                      int32_t row, int32_t reach) {
  const int32_t width = made->width, from = row >= reach ? row - reach : 0;
  const int32_t to = row + reach < made->height ? row + reach : made->height - 1;
  const ptrdiff_t own = reach == 0 ? row : row / 2, line = reach == 0 ? y + row : (y + row) / 2;
  const uint16_t *cb = row_of(made->cb, made->cbStride, own), *cr = row_of(made->cr, made->crStride, own);
  uint16_t *toCb = row_of(t->cb, t->cbStride, line) + x / 2, *toCr = row_of(t->cr, t->crStride, line) + x / 2;
  for (int32_t i = 0; i < (width + 1) / 2; i++) {
    const int32_t left = 2 * i >= 2 ? 2 * i - 2 : 0, right = 2 * i + 2 < width ? 2 * i + 2 : width - 1;
    uint8_t isChanged = 0;
    for (int32_t k = from; k <= to; k++)
      for (int32_t column = left; column <= right; column++) isChanged |= marks[(ptrdiff_t)k * width + column];
    if (!isChanged) continue;
    toCb[i] = cb[i];
    toCr[i] = cr[i];
  }
}

void pk_take_marked_words(const PKYCbCrTarget *t, const PKYCbCrTarget *made, int32_t x, int32_t y,
                          const uint8_t *marks, int32_t first, int32_t end) {
  const int32_t width = made->width;
  // `marks` of the part's first row.
  const uint8_t *all = marks - (ptrdiff_t)(first >= 2 ? first - 2 : 0) * width;
  for (int32_t row = first; row < end; row++) {
    const uint8_t *own = all + (ptrdiff_t)row * width;
    take(row_of(made->luma, made->lumaStride, row), own, width, row_of(t->luma, t->lumaStride, y + row) + x);
    if (t->isWhole) {
      take(row_of(made->cb, made->cbStride, row), own, width, row_of(t->cb, t->cbStride, y + row) + x);
      take(row_of(made->cr, made->crStride, row), own, width, row_of(t->cr, t->crStride, y + row) + x);
    } else if (t->hasAllRows) {
      take_half(t, made, x, y, all, row, 0);
    } else if (row % 2 == 0) {
      take_half(t, made, x, y, all, row, 2);
    }
  }
}
