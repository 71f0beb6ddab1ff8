// The loops of YCbCrRows.c, included once for each instruction set; NAME(f) gives each copy its own name.

static void NAME(encode_pair8)(const uint8_t *restrict upper, const uint8_t *restrict lower, size_t width,
                               uint8_t *restrict lumaUpper, uint8_t *restrict lumaLower, uint8_t *restrict cb,
                               uint8_t *restrict cr) {
  for (size_t x = 0; x < width; x++) {
    const uint8_t *p = upper + 4 * x, *q = lower + 4 * x;
    lumaUpper[x] = (uint8_t)((19595 * p[0] + 38470 * p[1] + 7471 * p[2] + 32768) >> 16);
    lumaLower[x] = (uint8_t)((19595 * q[0] + 38470 * q[1] + 7471 * q[2] + 32768) >> 16);
  }
  for (size_t x = 0; x < width / 2; x++) {
    const uint8_t *p = upper + 8 * x, *q = lower + 8 * x;
    int r = p[0] + p[4] + q[0] + q[4], g = p[1] + p[5] + q[1] + q[5], b = p[2] + p[6] + q[2] + q[6];
    // The offset is 128 in 18 fractional bits, plus a half less one unit, so that pure blue and red stay at 255.
    cb[x] = (uint8_t)((-11059 * r - 21709 * g + 32768 * b + (128 << 18) + 131071) >> 18);
    cr[x] = (uint8_t)((32768 * r - 27439 * g - 5329 * b + (128 << 18) + 131071) >> 18);
  }
}

static void NAME(encode_pair16)(const uint16_t *restrict upper, const uint16_t *restrict lower, size_t width, int depth,
                                uint16_t *restrict lumaUpper, uint16_t *restrict lumaLower, uint16_t *restrict cb,
                                uint16_t *restrict cr) {
  float maximum = (float)((1 << depth) - 1), scale = maximum / 65535.0f;
  float red = 0.299f * scale, green = 0.587f * scale, blue = 0.114f * scale;
  // A pixel is loaded as two words, red with green and blue with alpha, which is faster than four samples.
  const pixel32 *restrict p = (const pixel32 *)upper, *restrict q = (const pixel32 *)lower;
  for (size_t x = 0; x < width; x++) {
    float r0 = (float)(int)(p[2 * x] & 65535), g0 = (float)(int)(p[2 * x] >> 16);
    float r1 = (float)(int)(q[2 * x] & 65535), g1 = (float)(int)(q[2 * x] >> 16);
    float b0 = (float)(int)(p[2 * x + 1] & 65535), b1 = (float)(int)(q[2 * x + 1] & 65535);
    lumaUpper[x] = (uint16_t)(int)(red * r0 + green * g0 + blue * b0 + 0.5f);
    lumaLower[x] = (uint16_t)(int)(red * r1 + green * g1 + blue * b1 + 0.5f);
  }
  // A quarter of the sum of four pixels, and half of that for signed samples.
  float half = 0.125f * scale, middle = (float)(1 << (depth - 1)) + 0.5f;
  for (size_t x = 0; x < width / 2; x++) {
    uint32_t p0 = p[4 * x], p1 = p[4 * x + 2], q0 = q[4 * x], q1 = q[4 * x + 2];
    uint32_t p2 = p[4 * x + 1], p3 = p[4 * x + 3], q2 = q[4 * x + 1], q3 = q[4 * x + 3];
    float r = (float)(int)((p0 & 65535) + (p1 & 65535) + (q0 & 65535) + (q1 & 65535));
    float g = (float)(int)((p0 >> 16) + (p1 >> 16) + (q0 >> 16) + (q1 >> 16));
    float b = (float)(int)((p2 & 65535) + (p3 & 65535) + (q2 & 65535) + (q3 & 65535));
    float u = middle + half * (b - (0.299f * r + 0.587f * g) / 0.886f);
    float v = middle + half * (r - (0.587f * g + 0.114f * b) / 0.701f);
    cb[x] = (uint16_t)(int)(u > maximum ? maximum : u);
    cr[x] = (uint16_t)(int)(v > maximum ? maximum : v);
  }
}

#define UPSAMPLE(BITS, T)                                                                                           \
  static void NAME(upsample##BITS)(const T *restrict a, const T *restrict b, size_t count, int halved, size_t width, \
                                   float *restrict o) {                                                             \
    if (!halved) {                                                                                                  \
      for (size_t x = 0; x < width; x++) o[x] = (float)(3 * (int)a[x] + (int)b[x]) * 0.25f;                         \
      return;                                                                                                       \
    }                                                                                                               \
    size_t last = count - 1;                                                                                        \
    o[0] = (float)(3 * (int)a[0] + (int)b[0]) * 0.25f;                                                              \
    for (size_t i = 0; i < last; i++) {                                                                             \
      int v = 3 * (int)a[i] + (int)b[i], w = 3 * (int)a[i + 1] + (int)b[i + 1];                                     \
      o[2 * i + 1] = (float)(3 * v + w) * 0.0625f;                                                                  \
      o[2 * i + 2] = (float)(v + 3 * w) * 0.0625f;                                                                  \
    }                                                                                                               \
    if (2 * last + 1 < width) o[2 * last + 1] = (float)(3 * (int)a[last] + (int)b[last]) * 0.25f;                   \
  }

UPSAMPLE(8, uint8_t)
UPSAMPLE(16, uint16_t)

// A pixel is written as one word, or as two: vectors of words are written faster than single components.
#define STORE8                                                                                                    \
  ((pixel32 *)rgba)[x] =                                                                                          \
      (uint32_t)(int)red | (uint32_t)(int)green << 8 | (uint32_t)(int)blue << 16 | 0xff000000u;
#define STORE16                                                                                                   \
  ((pixel32 *)rgba)[2 * x] = (uint32_t)(int)red | (uint32_t)(int)green << 16,                                     \
  ((pixel32 *)rgba)[2 * x + 1] = (uint32_t)(int)blue | 0xffff0000u;
#define DECODE(BITS, L, RESULT, T, MAXIMUM)                                                                      \
  static void NAME(decode##BITS##_##RESULT)(const L *restrict luma, const float *restrict cb,                    \
                                            const float *restrict cr, size_t width,                              \
                                            const PKYCbCrMatrix *restrict matrix, T *restrict rgba) {            \
    PKYCbCrMatrix m = *matrix;                                                                                   \
    for (size_t x = 0; x < width; x++) {                                                                         \
      float y = (float)luma[x] - m.lumaOffset, b = cb[x] - m.chromaOffset, r = cr[x] - m.chromaOffset;           \
      float red = m.red[0] * y + m.red[1] * b + m.red[2] * r + 0.5f;                                             \
      float green = m.green[0] * y + m.green[1] * b + m.green[2] * r + 0.5f;                                     \
      float blue = m.blue[0] * y + m.blue[1] * b + m.blue[2] * r + 0.5f;                                         \
      red = red < 0 ? 0 : red > MAXIMUM ? MAXIMUM : red;                                                         \
      green = green < 0 ? 0 : green > MAXIMUM ? MAXIMUM : green;                                                 \
      blue = blue < 0 ? 0 : blue > MAXIMUM ? MAXIMUM : blue;                                                     \
      STORE##RESULT                                                                                              \
    }                                                                                                            \
  }

DECODE(8, uint8_t, 8, uint8_t, 255.0f)
DECODE(16, uint16_t, 8, uint8_t, 255.0f)
DECODE(8, uint8_t, 16, uint16_t, 65535.0f)
DECODE(16, uint16_t, 16, uint16_t, 65535.0f)

#undef UPSAMPLE
#undef STORE8
#undef STORE16
#undef DECODE
