// The loops of SampleCoding.c, included once for each instruction set with NAME(f) giving each copy a name of its own.
// Written for the vectoriser: no calls, no branches on data, restrict everywhere.

#define MIN_EXPONENT (127 - 24)

static inline float NAME(encode_one)(float x, const PKEncodingTable *table, float scale) {
  float y = x > 0.0f ? x : 0.0f;
  y = y < 1.0f ? y : 1.0f;
  int shift = 23 - table->mantissaBits;
  union { float f; uint32_t u; } value;
  value.f = y > 0x1p-24f ? y : 0x1p-24f;
  uint32_t position = value.u - ((uint32_t)MIN_EXPONENT << 23);
  uint32_t index = position >> shift;
  float rest = (float)(int32_t)(position & ((1u << shift) - 1));
  float curved = table->base[index] + table->slope[index] * rest;
  float low = y * table->lowSlope;
  return (y > 0x1p-24f ? curved : low) * scale + 0.5f;
}

// One body for 8 and 16 bits; the constants fold.
#define DECODE_RGBA(TYPE, MAXIMUM)                                                                                  \
  for (size_t i = 0; i < n; i++) {                                                                                  \
    float alphaValue = 1.0f, x, y, z;                                                                               \
    if (alpha == PK_OPAQUE) {                                                                                       \
      x = red[s[4 * i]], y = green[s[4 * i + 1]], z = blue[s[4 * i + 2]];                                           \
    } else if (alpha == PK_STRAIGHT) {                                                                              \
      alphaValue = (float)s[4 * i + 3] * (1.0f / MAXIMUM);                                                          \
      x = red[s[4 * i]], y = green[s[4 * i + 1]], z = blue[s[4 * i + 2]];                                           \
    } else {                                                                                                        \
      alphaValue = (float)s[4 * i + 3] * (1.0f / MAXIMUM);                                                          \
      float inverse = s[4 * i + 3] ? MAXIMUM / (float)s[4 * i + 3] : 0.0f;                                          \
      x = NAME(look_up)(red, (float)s[4 * i] * inverse, MAXIMUM);                                                   \
      y = NAME(look_up)(green, (float)s[4 * i + 1] * inverse, MAXIMUM);                                             \
      z = NAME(look_up)(blue, (float)s[4 * i + 2] * inverse, MAXIMUM);                                              \
    }                                                                                                               \
    if (hasMatrix) {                                                                                                \
      float u = m0 * x + m1 * y + m2 * z, v = m3 * x + m4 * y + m5 * z, w = m6 * x + m7 * y + m8 * z;               \
      x = u, y = v, z = w;                                                                                          \
    }                                                                                                               \
    r[i] = x * alphaValue, g[i] = y * alphaValue, b[i] = z * alphaValue;                                            \
    if (a) a[i] = alphaValue;                                                                                       \
  }

static inline float NAME(look_up)(const float *restrict curve, float position, float maximum) {
  position = position < maximum ? position : maximum;
  int32_t index = (int32_t)position;
  return curve[index] + (curve[index + 1] - curve[index]) * (position - (float)index);
}

#define MATRIX_CONSTANTS                                                                                            \
  float m0 = 1, m1 = 0, m2 = 0, m3 = 0, m4 = 1, m5 = 0, m6 = 0, m7 = 0, m8 = 1;                                     \
  if (hasMatrix) {                                                                                                  \
    m0 = matrix[0], m1 = matrix[1], m2 = matrix[2], m3 = matrix[3], m4 = matrix[4], m5 = matrix[5];                 \
    m6 = matrix[6], m7 = matrix[7], m8 = matrix[8];                                                                 \
  }

#define DECODE_FUNCTION(BITS, TYPE, MAXIMUM)                                                                        \
  static inline __attribute__((always_inline)) void NAME(decode_rgba##BITS##_as)(                                   \
      const TYPE *restrict s, size_t n, const float *restrict red, const float *restrict green,                     \
      const float *restrict blue, const float *restrict matrix, int alpha, int hasMatrix, float *restrict r,        \
      float *restrict g, float *restrict b, float *restrict a) {                                                    \
    MATRIX_CONSTANTS                                                                                                \
    DECODE_RGBA(TYPE, MAXIMUM)                                                                                      \
  }                                                                                                                 \
  static void NAME(decode_rgba##BITS)(const TYPE *s, size_t n, const float *red, const float *green,                \
                                      const float *blue, const float *matrix, int alpha, float *r, float *g,        \
                                      float *b, float *a) {                                                         \
    if (alpha == PK_OPAQUE && !matrix)                                                                              \
      NAME(decode_rgba##BITS##_as)(s, n, red, green, blue, matrix, PK_OPAQUE, 0, r, g, b, a);                       \
    else if (alpha == PK_OPAQUE)                                                                                    \
      NAME(decode_rgba##BITS##_as)(s, n, red, green, blue, matrix, PK_OPAQUE, 1, r, g, b, a);                       \
    else                                                                                                            \
      NAME(decode_rgba##BITS##_as)(s, n, red, green, blue, matrix, alpha, matrix != 0, r, g, b, a);                 \
  }                                                                                                                 \
  static void NAME(decode_l##BITS)(const TYPE *restrict s, size_t n, const float *restrict curve,                   \
                                   float *restrict r, float *restrict g, float *restrict b, float *restrict a) {    \
    for (size_t i = 0; i < n; i++) {                                                                                \
      float x = curve[s[i]];                                                                                        \
      r[i] = x, g[i] = x, b[i] = x, a[i] = 1.0f;                                                                    \
    }                                                                                                               \
  }

DECODE_FUNCTION(8, uint8_t, 255.0f)
DECODE_FUNCTION(16, uint16_t, 65535.0f)

#define ENCODE_FUNCTION(BITS, TYPE, MAXIMUM, STORE)                                                                 \
  static inline __attribute__((always_inline)) void NAME(encode_rgba##BITS##_as)(                                   \
      const float *restrict r, const float *restrict g, const float *restrict b, const float *restrict a, size_t n, \
      const PKEncodingTable *tables, const float *restrict matrix, int alpha, int hasMatrix, TYPE *restrict s) {    \
    MATRIX_CONSTANTS                                                                                                \
    const PKEncodingTable red = tables[0], green = tables[1], blue = tables[2];                                     \
    for (size_t i = 0; i < n; i++) {                                                                                \
      float x = r[i], y = g[i], z = b[i], alphaValue = 1.0f;                                                        \
      if (alpha != PK_OPAQUE) {                                                                                     \
        alphaValue = a[i] > 0.0f ? a[i] : 0.0f;                                                                     \
        float inverse = alphaValue > 0x1p-20f ? 1.0f / alphaValue : 0.0f;                                           \
        x *= inverse, y *= inverse, z *= inverse;                                                                   \
        alphaValue = alphaValue < 1.0f ? alphaValue : 1.0f;                                                         \
      }                                                                                                             \
      if (hasMatrix) {                                                                                              \
        float u = m0 * x + m1 * y + m2 * z, v = m3 * x + m4 * y + m5 * z, w = m6 * x + m7 * y + m8 * z;             \
        x = u, y = v, z = w;                                                                                        \
      }                                                                                                             \
      float scale = alpha == PK_PREMULTIPLIED ? alphaValue * MAXIMUM : MAXIMUM;                                     \
      uint32_t X = (uint32_t)(int32_t)NAME(encode_one)(x, &red, scale);                                             \
      uint32_t Y = (uint32_t)(int32_t)NAME(encode_one)(y, &green, scale);                                           \
      uint32_t Z = (uint32_t)(int32_t)NAME(encode_one)(z, &blue, scale);                                            \
      uint32_t A = alpha == PK_OPAQUE ? (uint32_t)MAXIMUM : (uint32_t)(int32_t)(alphaValue * MAXIMUM + 0.5f);       \
      STORE                                                                                                         \
    }                                                                                                               \
  }                                                                                                                 \
  static void NAME(encode_rgba##BITS)(const float *r, const float *g, const float *b, const float *a, size_t n,     \
                                      const PKEncodingTable *tables, const float *matrix, int alpha, TYPE *s) {     \
    if (alpha == PK_OPAQUE && !matrix)                                                                              \
      NAME(encode_rgba##BITS##_as)(r, g, b, a, n, tables, matrix, PK_OPAQUE, 0, s);                                 \
    else if (alpha == PK_OPAQUE)                                                                                    \
      NAME(encode_rgba##BITS##_as)(r, g, b, a, n, tables, matrix, PK_OPAQUE, 1, s);                                 \
    else                                                                                                            \
      NAME(encode_rgba##BITS##_as)(r, g, b, a, n, tables, matrix, alpha, matrix != 0, s);                           \
  }                                                                                                                 \
  static void NAME(encode_l##BITS)(const float *restrict r, const float *restrict g, const float *restrict b,       \
                                   size_t n, const PKEncodingTable *table, TYPE *restrict s) {                      \
    const PKEncodingTable gray = *table;                                                                            \
    for (size_t i = 0; i < n; i++) {                                                                                \
      float y = 0.2126f * r[i] + 0.7152f * g[i] + 0.0722f * b[i];                                                   \
      y = r[i] == g[i] && g[i] == b[i] ? g[i] : y;                                                                  \
      s[i] = (TYPE)(int32_t)NAME(encode_one)(y, &gray, MAXIMUM);                                                    \
    }                                                                                                               \
  }

#define STORE_RGBA8 ((pixel32 *)s)[i] = X | Y << 8 | Z << 16 | A << 24;
#define STORE_RGBA16 s[4 * i] = (uint16_t)X, s[4 * i + 1] = (uint16_t)Y, s[4 * i + 2] = (uint16_t)Z, \
                     s[4 * i + 3] = (uint16_t)A;
ENCODE_FUNCTION(8, uint8_t, 255.0f, STORE_RGBA8)
ENCODE_FUNCTION(16, uint16_t, 65535.0f, STORE_RGBA16)

static void NAME(deinterleave)(const float *restrict s, size_t n, float *restrict r, float *restrict g,
                               float *restrict b, float *restrict a) {
  for (size_t i = 0; i < n; i++) r[i] = s[4 * i], g[i] = s[4 * i + 1], b[i] = s[4 * i + 2], a[i] = s[4 * i + 3];
}

static void NAME(interleave)(const float *restrict r, const float *restrict g, const float *restrict b,
                             const float *restrict a, size_t n, float *restrict s) {
  for (size_t i = 0; i < n; i++) s[4 * i] = r[i], s[4 * i + 1] = g[i], s[4 * i + 2] = b[i], s[4 * i + 3] = a[i];
}

static void NAME(rgb_floats8)(const uint8_t *restrict samples, size_t n, int is_mirrored, float scale, float offset,
                              float *restrict out) {
  for (size_t i = 0; i < n; i++) {
    const uint8_t *pixel = samples + 4 * (is_mirrored ? n - 1 - i : i);
    for (size_t c = 0; c < 3; c++) out[3 * i + c] = (float)pixel[c] * scale + offset;
  }
}

#undef MIN_EXPONENT
#undef DECODE_RGBA
#undef DECODE_FUNCTION
#undef ENCODE_FUNCTION
#undef MATRIX_CONSTANTS
#undef STORE_RGBA8
#undef STORE_RGBA16

#include "OpaqueSampleLoops.h"
