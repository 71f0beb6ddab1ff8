// The loops of YCbCrDeepPlanes.c, included once for each instruction set; NAME(f) gives each copy its own name.

static inline __attribute__((always_inline)) float NAME(bounded)(float value, float maximum) {
  value = value > 0.0f ? value : 0.0f;
  return value < maximum ? value : maximum;
}

// Chroma at the positions of `count` luma samples from column `x` on of row `y`, times 16 and relative to its zero
// level.
#define INTERPOLATE(KIND, T)                                                                                        \
  static void NAME(interpolate_##KIND)(const PKYCbCrPlanes *planes, const void *plane, ptrdiff_t stride, int32_t y, \
                                       int32_t x, int32_t count, int32_t middle, float *restrict output) {          \
    const ChromaRows rows = chroma_rows(planes, y);                                                                 \
    const T *near = (const T *)((const uint8_t *)plane + rows.near * stride);                                       \
    const T *far = (const T *)((const uint8_t *)plane + rows.far * stride);                                         \
    const int32_t farWeight = rows.farWeight, nearWeight = 4 - farWeight;                                           \
    if (!planes->halvesWidth) {                                                                                     \
      for (int32_t i = 0; i < count; i++)                                                                           \
        output[i] = (float)(4 * (nearWeight * (int32_t)near[x + i] + farWeight * (int32_t)far[x + i]) - middle);    \
      return;                                                                                                       \
    }                                                                                                               \
    /* Samples between the two rows, times 4, with a neighbour at either end. */                                    \
    int32_t blended[TILE / 2 + 2];                                                                                  \
    int32_t first = x / 2, pairs = (count + 1) / 2;                                                                 \
    for (int32_t i = 0; i < pairs; i++)                                                                             \
      blended[i + 1] = nearWeight * (int32_t)near[first + i] + farWeight * (int32_t)far[first + i];                 \
    int32_t before = clamped(first - 1, rows.columns), after = clamped(first + pairs, rows.columns);                \
    blended[0] = nearWeight * (int32_t)near[before] + farWeight * (int32_t)far[before];                             \
    blended[pairs + 1] = nearWeight * (int32_t)near[after] + farWeight * (int32_t)far[after];                       \
    if (planes->isCenteredX) {                                                                                      \
      for (int32_t i = 0; i < pairs; i++) {                                                                         \
        output[2 * i] = (float)(3 * blended[i + 1] + blended[i] - middle);                                          \
        output[2 * i + 1] = (float)(3 * blended[i + 1] + blended[i + 2] - middle);                                  \
      }                                                                                                             \
    } else {                                                                                                        \
      for (int32_t i = 0; i < pairs; i++) {                                                                         \
        output[2 * i] = (float)(4 * blended[i + 1] - middle);                                                       \
        output[2 * i + 1] = (float)(2 * (blended[i + 1] + blended[i + 2]) - middle);                                \
      }                                                                                                             \
    }                                                                                                               \
  }

INTERPOLATE(bytes, uint8_t)
INTERPOLATE(words, uint16_t)

// A pixel is stored as one word, or as two: vectors of words are written faster than single components.
#define STORE_TO8 ((pixel32 *)pixels)[i] = r | g << 8 | b << 16 | 0xff000000u;
#define STORE_TO16 ((pixel32 *)pixels)[2 * i] = r | g << 16, ((pixel32 *)pixels)[2 * i + 1] = b | 0xffff0000u;

#define DECODE(KIND, T, BITS, OUTPUT)                                                                               \
  static void NAME(decode_##KIND##_to##BITS)(const PKYCbCrPlanes *planes, const DeepDecodingMatrix *matrix,         \
                                             int32_t row, int32_t end, OUTPUT *restrict rgba) {                     \
    const DeepDecodingMatrix m = *matrix;                                                                           \
    float cb[TILE] = {0}, cr[TILE] = {0};                                                                           \
    for (; row < end; row++) {                                                                                      \
      for (int32_t x = 0; x < planes->width; x += TILE) {                                                           \
        int32_t count = planes->width - x < TILE ? planes->width - x : TILE;                                        \
        if (planes->cb && planes->cr) {                                                                             \
          NAME(interpolate_##KIND)(planes, planes->cb, planes->cbStride, row, x, count, m.middle, cb);              \
          NAME(interpolate_##KIND)(planes, planes->cr, planes->crStride, row, x, count, m.middle, cr);              \
        }                                                                                                           \
        const T *restrict luma = (const T *)((const uint8_t *)planes->luma + row * planes->lumaStride) + x;         \
        OUTPUT *restrict pixels = rgba;                                                                             \
        for (int32_t i = 0; i < count; i++) {                                                                       \
          float light = m.luma * (float)((int32_t)luma[i] - m.black), u = cb[i], v = cr[i];                         \
          uint32_t r = (uint32_t)(int32_t)NAME(bounded)(light + m.redCr * v + 0.5f, m.maximum);                     \
          uint32_t g = (uint32_t)(int32_t)NAME(bounded)(light + (m.greenCb * u + m.greenCr * v) + 0.5f, m.maximum); \
          uint32_t b = (uint32_t)(int32_t)NAME(bounded)(light + m.blueCb * u + 0.5f, m.maximum);                    \
          STORE_TO##BITS                                                                                            \
        }                                                                                                           \
        rgba += (size_t)count * 4;                                                                                  \
      }                                                                                                             \
    }                                                                                                               \
  }

DECODE(words, uint16_t, 8, uint8_t)
DECODE(words, uint16_t, 16, uint16_t)
DECODE(bytes, uint8_t, 16, uint16_t)

#define ENCODE(KIND, T, BITS, INPUT)                                                                                \
  /* A row of one component at every column. */                                                                     \
  static void NAME(encode_row_##KIND##_from##BITS)(DeepWeights w, float offset, float maximum,                      \
                                                   const INPUT *restrict row, int32_t width, T *restrict output) {  \
    for (int32_t x = 0; x < width; x++) {                                                                           \
      const INPUT *p = row + 4 * (ptrdiff_t)x;                                                                      \
      float sum = (w.red * (float)p[0] + w.green * (float)p[1]) + w.blue * (float)p[2];                             \
      output[x] = (T)(int32_t)NAME(bounded)(sum + offset, maximum);                                                 \
    }                                                                                                               \
  }                                                                                                                 \
                                                                                                                    \
  static void NAME(encode_alpha_##KIND##_from##BITS)(float scale, const INPUT *restrict row, int32_t width,         \
                                                     T *restrict output) {                                          \
    for (int32_t x = 0; x < width; x++) output[x] = (T)(int32_t)(scale * (float)row[4 * (ptrdiff_t)x + 3] + 0.5f);  \
  }                                                                                                                 \
                                                                                                                    \
  /* A row of both chroma components, for the rows of luma `y` and below. */                                        \
  static void NAME(encode_half_##KIND##_from##BITS)(const PKYCbCrTarget *t, const DeepEncodingMatrix *m,            \
                                                    const INPUT *rgba, ptrdiff_t rowBytes, int32_t y,               \
                                                    T *restrict cb, T *restrict cr) {                               \
    const ChromaTaps v = chroma_row_taps(t), h = chroma_taps(t->isCenteredX);                                       \
    const float v0 = v.before2, v1 = v.before, v2 = v.here, v3 = v.after, v4 = v.after2;                            \
    const float h0 = h.before2, h1 = h.before, h2 = h.here, h3 = h.after, h4 = h.after2;                            \
    const INPUT *rows[5];                                                                                           \
    for (int32_t i = 0; i < 5; i++)                                                                                 \
      rows[i] = (const INPUT *)((const uint8_t *)rgba + clamped(y - 2 + i, t->height) * rowBytes);                  \
    const DeepWeights blue = m->cb, red = m->cr;                                                                    \
    const float middle = m->middle, maximum = m->maximum;                                                           \
    /* Sums over rows, times 8, with two pixels more at either end. */                                              \
    float sums[4 * (TILE + 4)];                                                                                     \
    for (int32_t x = 0; x < t->width; x += TILE) {                                                                  \
      int32_t count = t->width - x < TILE ? t->width - x : TILE, pairs = (count + 1) / 2;                           \
      int32_t from = x >= 2 ? -2 : 0, to = t->width - x - count >= 2 ? count + 2 : count;                           \
      const ptrdiff_t start = 4 * (ptrdiff_t)x;                                                                     \
      const INPUT *restrict a = rows[0] + start, *restrict b = rows[1] + start, *restrict c = rows[2] + start;      \
      const INPUT *restrict d = rows[3] + start, *restrict e = rows[4] + start;                                     \
      float *middleSums = sums + 8;                                                                                 \
      for (int32_t i = 4 * from; i < 4 * to; i++)                                                                   \
        middleSums[i] = (v0 * (float)a[i] + v4 * (float)e[i]) + (v1 * (float)b[i] + v3 * (float)d[i]) +             \
                        v2 * (float)c[i];                                                                           \
      for (int32_t i = -2; i < from; i++)                                                                           \
        for (int32_t k = 0; k < 4; k++) middleSums[4 * i + k] = middleSums[k];                                      \
      for (int32_t i = to; i < count + 2; i++)                                                                      \
        for (int32_t k = 0; k < 4; k++) middleSums[4 * i + k] = middleSums[4 * (to - 1) + k];                       \
      for (int32_t i = 0; i < pairs; i++) {                                                                         \
        const float *s = sums + 8 * (ptrdiff_t)i;                                                                   \
        float r = (h0 * s[0] + h4 * s[16]) + (h1 * s[4] + h3 * s[12]) + h2 * s[8];                                  \
        float g = (h0 * s[1] + h4 * s[17]) + (h1 * s[5] + h3 * s[13]) + h2 * s[9];                                  \
        float b8 = (h0 * s[2] + h4 * s[18]) + (h1 * s[6] + h3 * s[14]) + h2 * s[10];                                \
        float u = (blue.red * r + blue.green * g) + blue.blue * b8, w = (red.red * r + red.green * g) + red.blue * b8; \
        cb[x / 2 + i] = (T)(int32_t)NAME(bounded)(u + middle, maximum);                                             \
        cr[x / 2 + i] = (T)(int32_t)NAME(bounded)(w + middle, maximum);                                             \
      }                                                                                                             \
    }                                                                                                               \
  }                                                                                                                 \
                                                                                                                    \
  static void NAME(encode_##KIND##_from##BITS)(const PKYCbCrTarget *t, const DeepEncodingMatrix *m,                 \
                                               const INPUT *rgba, ptrdiff_t rowBytes, int32_t first, int32_t end) { \
    for (int32_t y = first; y < end; y++) {                                                                         \
      const INPUT *row = (const INPUT *)((const uint8_t *)rgba + y * rowBytes);                                     \
      T *luma = (T *)((uint8_t *)t->luma + y * t->lumaStride);                                                      \
      NAME(encode_row_##KIND##_from##BITS)(m->luma, m->black, m->maximum, row, t->width, luma);                     \
      if (t->alpha)                                                                                                 \
        NAME(encode_alpha_##KIND##_from##BITS)(m->alpha, row, t->width,                                             \
                                               (T *)((uint8_t *)t->alpha + y * t->alphaStride));                    \
      int32_t chromaRow = t->isWhole || t->hasAllRows ? y : y / 2;                                                  \
      T *cb = (T *)((uint8_t *)t->cb + chromaRow * t->cbStride);                                                    \
      T *cr = (T *)((uint8_t *)t->cr + chromaRow * t->crStride);                                                    \
      if (t->isWhole) {                                                                                             \
        NAME(encode_row_##KIND##_from##BITS)(m->cb, m->middle, m->maximum, row, t->width, cb);                      \
        NAME(encode_row_##KIND##_from##BITS)(m->cr, m->middle, m->maximum, row, t->width, cr);                      \
      } else if (t->hasAllRows || y % 2 == 0) {                                                                     \
        NAME(encode_half_##KIND##_from##BITS)(t, m, rgba, rowBytes, y, cb, cr);                                     \
      }                                                                                                             \
    }                                                                                                               \
  }

ENCODE(words, uint16_t, 8, uint8_t)
ENCODE(words, uint16_t, 16, uint16_t)
ENCODE(bytes, uint8_t, 16, uint16_t)

#undef INTERPOLATE
#undef STORE_TO8
#undef STORE_TO16
#undef DECODE
#undef ENCODE
