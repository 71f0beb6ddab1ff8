// The loops of YCbCrPlanes.c, included once for each instruction set; NAME(f) gives each copy its own name.

// Chroma at the positions of `count` luma samples from column `x` on of row `y`, times 16 and minus 128 * 16.
static inline __attribute__((always_inline)) void NAME(interpolate_chroma)(const PKYCbCrPlanes *planes,
                                                                           const uint8_t *plane, ptrdiff_t stride,
                                                                           int32_t y, int32_t x, int32_t count,
                                                                           int16_t *restrict output) {
  const ChromaRows rows = chroma_rows(planes, y);
  const uint8_t *near = plane + rows.near * stride, *far = plane + rows.far * stride;
  const int32_t farWeight = rows.farWeight, nearWeight = 4 - farWeight;
  if (!planes->halvesWidth) {
    for (int32_t i = 0; i < count; i++)
      output[i] = (int16_t)(4 * (nearWeight * near[x + i] + farWeight * far[x + i]) - 2048);
    return;
  }
  // Samples interpolated between the two rows, times 4, with a neighbour at either end.
  int16_t blended[RUN / 2 + 2];
  int32_t first = x / 2, pairs = (count + 1) / 2;
  for (int32_t i = 0; i < pairs; i++)
    blended[i + 1] = (int16_t)(nearWeight * near[first + i] + farWeight * far[first + i]);
  int32_t before = clamped(first - 1, rows.columns), after = clamped(first + pairs, rows.columns);
  blended[0] = (int16_t)(nearWeight * near[before] + farWeight * far[before]);
  blended[pairs + 1] = (int16_t)(nearWeight * near[after] + farWeight * far[after]);

  if (planes->isCenteredX) {
    for (int32_t i = 0; i < pairs; i++) {
      output[2 * i] = (int16_t)(3 * blended[i + 1] + blended[i] - 2048);
      output[2 * i + 1] = (int16_t)(3 * blended[i + 1] + blended[i + 2] - 2048);
    }
  } else {
    for (int32_t i = 0; i < pairs; i++) {
      output[2 * i] = (int16_t)(4 * blended[i + 1] - 2048);
      output[2 * i + 1] = (int16_t)(2 * (blended[i + 1] + blended[i + 2]) - 2048);
    }
  }
}

static inline uint32_t NAME(decoded_byte)(int32_t value) {
  value >>= 20;
  return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// `count` pixels, at most TILE + 4, from column `x` on of row `y`.
static void NAME(decode_run)(const PKYCbCrPlanes *planes, const DecodingMatrix *matrix, int32_t x, int32_t y,
                             int32_t count, uint8_t *restrict rgba) {
  const DecodingMatrix m = *matrix;
  int16_t chroma[2][RUN] = {{0}, {0}};
  // Chroma is computed for pairs of columns.
  int32_t odd = x & 1;
  if (planes->cb != NULL && planes->cr != NULL) {
    NAME(interpolate_chroma)(planes, planes->cb, planes->cbStride, y, x - odd, count + odd, chroma[0]);
    NAME(interpolate_chroma)(planes, planes->cr, planes->crStride, y, x - odd, count + odd, chroma[1]);
  }
  const int16_t *restrict cb = chroma[0] + odd, *restrict cr = chroma[1] + odd;
  const uint8_t *restrict luma = (const uint8_t *)planes->luma + y * planes->lumaStride + x;
  pixel32 *restrict pixels = (pixel32 *)rgba;
  for (int32_t i = 0; i < count; i++) {
    int32_t light = (luma[i] - m.black) * m.luma + (1 << 19), u = cb[i], v = cr[i];
    uint32_t red = NAME(decoded_byte)(light + v * m.redCr), blue = NAME(decoded_byte)(light + u * m.blueCb);
    uint32_t green = NAME(decoded_byte)(light + u * m.greenCb + v * m.greenCr);
    pixels[i] = red | green << 8 | blue << 16 | 0xff000000u;
  }
}

static void NAME(decode_row)(const PKYCbCrPlanes *planes, const DecodingMatrix *matrix, int32_t x, int32_t y,
                             int32_t width, uint8_t *rgba) {
  for (int32_t i = 0; i < width; i += TILE) {
    NAME(decode_run)(planes, matrix, x + i, y, width - i < TILE ? width - i : TILE, rgba + 4 * (ptrdiff_t)i);
  }
}

static void NAME(decode_rows)(const PKYCbCrPlanes *planes, const DecodingMatrix *matrix, int32_t row, int32_t end,
                              uint8_t *rgba) {
  for (; row < end; row++, rgba += (size_t)planes->width * 4)
    NAME(decode_row)(planes, matrix, 0, row, planes->width, rgba);
}

static inline uint8_t NAME(encoded_byte)(int32_t value) {
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline int32_t NAME(weighted)(Weights w, int32_t red, int32_t green, int32_t blue) {
  return w.red * red + w.green * green + w.blue * blue;
}

// Encodes a row of luma.
static void NAME(encode_luma)(const EncodingMatrix *m, const uint8_t *restrict row, int32_t width,
                              uint8_t *restrict luma) {
  const int32_t half = 1 << (WEIGHT_BITS - 1), black = m->black;
  const Weights w = m->luma;
  for (int32_t x = 0; x < width; x++) {
    const uint8_t *p = row + 4 * (ptrdiff_t)x;
    luma[x] = (uint8_t)(black + ((NAME(weighted)(w, p[0], p[1], p[2]) + half) >> WEIGHT_BITS));
  }
}

static void NAME(limit_gray)(const uint8_t *restrict gray, size_t count, uint8_t *restrict luma) {
  for (size_t x = 0; x < count; x++) luma[x] = (uint8_t)(16 + ((gray[x] * 56284 + 32768) >> 16));
}

// Encodes a row of chroma at every column.
static void NAME(encode_whole)(const EncodingMatrix *m, const uint8_t *restrict row, int32_t width,
                               uint8_t *restrict cb, uint8_t *restrict cr) {
  const int32_t half = 1 << (WEIGHT_BITS - 1);
  const Weights blue = m->cb, red = m->cr;
  for (int32_t x = 0; x < width; x++) {
    const uint8_t *p = row + 4 * (ptrdiff_t)x;
    cb[x] = NAME(encoded_byte)(128 + ((NAME(weighted)(blue, p[0], p[1], p[2]) + half) >> WEIGHT_BITS));
    cr[x] = NAME(encoded_byte)(128 + ((NAME(weighted)(red, p[0], p[1], p[2]) + half) >> WEIGHT_BITS));
  }
}

// Encodes half-width chroma for `count` columns, at most TILE, from the even `x` on, and the luma rows `y` and below.
static void NAME(encode_half_tile)(const PKYCbCrTarget *t, const EncodingMatrix *m, const uint8_t *rgba,
                                   ptrdiff_t rowBytes, int32_t x, int32_t y, int32_t count, uint8_t *restrict cb,
                                   uint8_t *restrict cr) {
  const ChromaTaps v = chroma_row_taps(t), h = chroma_taps(t->isCenteredX);
  const int32_t half = 1 << (WEIGHT_BITS + 5);
  const Weights blue = m->cb, red = m->cr;
  const uint8_t *rows[5];
  const ptrdiff_t start = 4 * (ptrdiff_t)x;
  for (int32_t i = 0; i < 5; i++) rows[i] = rgba + clamped(y - 2 + i, t->height) * rowBytes + start;
  // Sums over rows, times 8, with two more pixels at either end.
  int16_t sums[4 * (TILE + 4)];
  int32_t pairs = (count + 1) / 2;
  int32_t from = x >= 2 ? -2 : 0, to = t->width - x - count >= 2 ? count + 2 : count;
  const uint8_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2];
  const uint8_t *restrict d = rows[3], *restrict e = rows[4];
  int16_t *middle = sums + 8;
  for (int32_t i = 4 * from; i < 4 * to; i++)
    middle[i] = (int16_t)(v.before2 * a[i] + v.before * b[i] + v.here * c[i] + v.after * d[i] + v.after2 * e[i]);
  for (int32_t i = -2; i < from; i++)
    for (int32_t k = 0; k < 4; k++) middle[4 * i + k] = middle[k];
  for (int32_t i = to; i < count + 2; i++)
    for (int32_t k = 0; k < 4; k++) middle[4 * i + k] = middle[4 * (to - 1) + k];
  for (int32_t i = 0; i < pairs; i++) {
    const int16_t *s = sums + 8 * (ptrdiff_t)i;
    int32_t sum[3];
    for (int k = 0; k < 3; k++)
      sum[k] = h.before2 * s[k] + h.before * s[k + 4] + h.here * s[k + 8] + h.after * s[k + 12] + h.after2 * s[k + 16];
    cb[i] = NAME(encoded_byte)(128 + ((NAME(weighted)(blue, sum[0], sum[1], sum[2]) + half) >> (WEIGHT_BITS + 6)));
    cr[i] = NAME(encoded_byte)(128 + ((NAME(weighted)(red, sum[0], sum[1], sum[2]) + half) >> (WEIGHT_BITS + 6)));
  }
}

// Encodes a row of half-width chroma, for the luma rows `y` and below.
static void NAME(encode_half)(const PKYCbCrTarget *t, const EncodingMatrix *m, const uint8_t *rgba, ptrdiff_t rowBytes,
                              int32_t y, uint8_t *restrict cb, uint8_t *restrict cr) {
  for (int32_t x = 0; x < t->width; x += TILE) {
    int32_t count = t->width - x < TILE ? t->width - x : TILE;
    NAME(encode_half_tile)(t, m, rgba, rowBytes, x, y, count, cb + x / 2, cr + x / 2);
  }
}

static void NAME(encode_rows)(const PKYCbCrTarget *t, const EncodingMatrix *m, const uint8_t *rgba, ptrdiff_t rowBytes,
                              int32_t first, int32_t end) {
  uint8_t *luma = t->luma, *cb = t->cb, *cr = t->cr, *alpha = t->alpha;
  for (int32_t y = first; y < end; y++) {
    const uint8_t *row = rgba + y * rowBytes;
    NAME(encode_luma)(m, row, t->width, luma + y * t->lumaStride);
    if (alpha != NULL)
      for (int32_t x = 0; x < t->width; x++) alpha[y * t->alphaStride + x] = row[4 * (ptrdiff_t)x + 3];
    if (t->isWhole)
      NAME(encode_whole)(m, row, t->width, cb + y * t->cbStride, cr + y * t->crStride);
    else if (t->hasAllRows)
      NAME(encode_half)(t, m, rgba, rowBytes, y, cb + y * t->cbStride, cr + y * t->crStride);
    else if (y % 2 == 0)
      NAME(encode_half)(t, m, rgba, rowBytes, y, cb + y / 2 * t->cbStride, cr + y / 2 * t->crStride);
  }
}
#include "YCbCrReplacingLoops.h"
