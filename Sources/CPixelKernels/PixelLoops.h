// The loops, included once for each instruction set with NAME(f) giving each copy a name of its own.
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

static void NAME(matrix3)(float *restrict r, float *restrict g, float *restrict b, size_t n,
                          const float *restrict matrix) {
  const int hasMatrix = 1;
  MATRIX_CONSTANTS
  for (size_t i = 0; i < n; i++) {
    float x = r[i], y = g[i], z = b[i];
    r[i] = m0 * x + m1 * y + m2 * z;
    g[i] = m3 * x + m4 * y + m5 * z;
    b[i] = m6 * x + m7 * y + m8 * z;
  }
}

static void NAME(matrix5)(float *restrict r, float *restrict g, float *restrict b, float *restrict a, size_t n,
                          const float *restrict matrix) {
  float m[20];
  for (int k = 0; k < 20; k++) m[k] = matrix[k];
  for (size_t i = 0; i < n; i++) {
    float x = r[i], y = g[i], z = b[i], w = a[i];
    r[i] = m[0] * x + m[1] * y + m[2] * z + m[3] * w + m[4];
    g[i] = m[5] * x + m[6] * y + m[7] * z + m[8] * w + m[9];
    b[i] = m[10] * x + m[11] * y + m[12] * z + m[13] * w + m[14];
    a[i] = m[15] * x + m[16] * y + m[17] * z + m[18] * w + m[19];
  }
}

// Colour alone: three rows of (r, g, b, bias).
static void NAME(matrix4)(float *restrict r, float *restrict g, float *restrict b, size_t n,
                          const float *restrict matrix) {
  float m[12];
  for (int k = 0; k < 12; k++) m[k] = matrix[k];
  for (size_t i = 0; i < n; i++) {
    float x = r[i], y = g[i], z = b[i];
    r[i] = m[0] * x + m[1] * y + m[2] * z + m[3];
    g[i] = m[4] * x + m[5] * y + m[6] * z + m[7];
    b[i] = m[8] * x + m[9] * y + m[10] * z + m[11];
  }
}

static void NAME(scale_offset)(float *restrict p, size_t n, float factor, float offset) {
  for (size_t i = 0; i < n; i++) p[i] = p[i] * factor + offset;
}

static void NAME(premultiply)(float *restrict r, float *restrict g, float *restrict b, const float *restrict a,
                              size_t n) {
  for (size_t i = 0; i < n; i++) {
    float factor = a[i] > 0.0f ? a[i] : 0.0f;
    r[i] *= factor, g[i] *= factor, b[i] *= factor;
  }
}

static void NAME(unpremultiply)(float *restrict r, float *restrict g, float *restrict b, const float *restrict a,
                                size_t n) {
  for (size_t i = 0; i < n; i++) {
    // Divided, not multiplied by the inverse: a colour equal to alpha must come out as exactly 1.
    int visible = a[i] >= 0x1p-20f;
    float divisor = visible ? a[i] : 1.0f;
    float x = r[i] / divisor, y = g[i] / divisor, z = b[i] / divisor;
    r[i] = visible ? x : 0.0f, g[i] = visible ? y : 0.0f, b[i] = visible ? z : 0.0f;
  }
}

// `out` may be one of the others, in step with it.
static void NAME(maximum)(float *out, const float *r, const float *g, const float *b, size_t n) {
#pragma clang loop vectorize(assume_safety)
  for (size_t i = 0; i < n; i++) {
    float x = r[i] > g[i] ? r[i] : g[i];
    out[i] = x > b[i] ? x : b[i];
  }
}

static void NAME(minimum)(float *out, const float *r, const float *g, const float *b, size_t n) {
#pragma clang loop vectorize(assume_safety)
  for (size_t i = 0; i < n; i++) {
    float x = r[i] < g[i] ? r[i] : g[i];
    out[i] = x < b[i] ? x : b[i];
  }
}

static void NAME(choose)(float *restrict out, const float *x, const float *y, size_t n, int maximum) {
  if (maximum)
    for (size_t i = 0; i < n; i++) out[i] = x[i] > y[i] ? x[i] : y[i];
  else
    for (size_t i = 0; i < n; i++) out[i] = x[i] < y[i] ? x[i] : y[i];
}

static void NAME(choose_among)(float *restrict out, const float *x, const float *y, size_t n, int maximum) {
  if (maximum)
    for (size_t i = 0; i < n; i++) {
      float z = x[i] > y[i] ? x[i] : y[i];
      out[i] = out[i] > z ? out[i] : z;
    }
  else
    for (size_t i = 0; i < n; i++) {
      float z = x[i] < y[i] ? x[i] : y[i];
      out[i] = out[i] < z ? out[i] : z;
    }
}

static void NAME(clamp)(float *restrict p, size_t n, float low, float high) {
  for (size_t i = 0; i < n; i++) {
    float x = p[i] > low ? p[i] : low;
    p[i] = x < high ? x : high;
  }
}

static void NAME(scale)(float *restrict p, size_t n, float factor) {
  for (size_t i = 0; i < n; i++) p[i] *= factor;
}

static void NAME(multiply)(float *restrict p, const float *restrict q, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] *= q[i];
}

// Where there is nothing of the top it does not matter, were it infinite.
static inline __attribute__((always_inline)) float NAME(mix_one)(float top, float bottom, float mask) {
  float mixed = top * mask + bottom * (1.0f - mask);
  return mask == 0.0f ? bottom : mixed;
}

static void NAME(mix)(float *restrict top, const float *restrict bottom, const float *restrict mask, size_t n) {
  for (size_t i = 0; i < n; i++) top[i] = NAME(mix_one)(top[i], bottom[i], mask[i]);
}

static void NAME(mix_color)(float *restrict topR, float *restrict topG, float *restrict topB, const float *restrict r,
                            const float *restrict g, const float *restrict b, const float *restrict mask, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float share = mask[i];
    topR[i] = NAME(mix_one)(topR[i], r[i], share);
    topG[i] = NAME(mix_one)(topG[i], g[i], share);
    topB[i] = NAME(mix_one)(topB[i], b[i], share);
  }
}

static int NAME(is_zero)(const float *p, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t end = n - i < 256 ? n : i + 256;
    int other = 0;
    for (; i < end; i++) other |= !(p[i] == 0.0f);
    if (other) return 0;
  }
  return 1;
}

static void NAME(mix_constant)(float *restrict top, const float *restrict bottom, float weight, size_t n) {
  float rest = 1.0f - weight;
  for (size_t i = 0; i < n; i++) top[i] = top[i] * weight + bottom[i] * rest;
}

static inline __attribute__((always_inline)) float NAME(factor)(int kind, float alpha) {
  return kind == PK_ZERO ? 0.0f : kind == PK_ONE ? 1.0f : kind == PK_ALPHA ? alpha : 1.0f - alpha;
}

static void NAME(porter_duff)(float *restrict top, const float *restrict bottom, const float *restrict topAlpha,
                              const float *restrict bottomAlpha, size_t n, int topFactor, int bottomFactor) {
  for (size_t i = 0; i < n; i++)
    top[i] = top[i] * NAME(factor)(topFactor, bottomAlpha[i]) + bottom[i] * NAME(factor)(bottomFactor, topAlpha[i]);
}

static void NAME(blend_rows_l8)(float *restrict out, const uint8_t *restrict x, const uint8_t *restrict y, size_t n,
                                float fraction) {
  for (size_t i = 0; i < n; i++) {
    // Divided by 255: the two products and their sum give the float nearest to that.
    float low = (float)x[i] * 0x1.01p-8f + (float)x[i] * (float)(1.0 / 255 - 0x1.01p-8);
    float high = (float)y[i] * 0x1.01p-8f + (float)y[i] * (float)(1.0 / 255 - 0x1.01p-8);
    out[i] = low + (high - low) * fraction;
  }
}

static void NAME(reduce)(float *restrict out, const float *restrict in, size_t n, size_t step,
                         const float *restrict weights, size_t taps) {
  for (size_t c = 0; c < n; c++) {
    const float *row = in + c * step;
    // Four sums, so that one does not wait for the last.
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    size_t t = 0;
    for (; t + 4 <= taps; t += 4)
      for (size_t k = 0; k < 4; k++) sums[k] += weights[t + k] * row[t + k];
    for (; t < taps; t++) sums[t & 3] += weights[t] * row[t];
    out[c] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
}

static inline __attribute__((always_inline)) void NAME(spline_cells_of)(float *restrict out, const float *restrict in,
                                                                       size_t cells, size_t k,
                                                                       const float *restrict weights) {
  for (size_t c = 0; c < cells; c++) {
    float *pixels = out + c * k;
    float v0 = in[c], v1 = in[c + 1], v2 = in[c + 2], v3 = in[c + 3], v4 = in[c + 4];
    for (size_t p = 0; p < k; p++)
      pixels[p] = weights[p] * v0 + weights[k + p] * v1 + weights[2 * k + p] * v2 + weights[3 * k + p] * v3 +
                  weights[4 * k + p] * v4;
  }
}

static void NAME(spline_cells)(float *restrict out, const float *restrict in, size_t cells, size_t k,
                               const float *restrict weights) {
  // Known sides let the weights stay in registers.
  switch (k) {
    case 2: NAME(spline_cells_of)(out, in, cells, 2, weights); break;
    case 4: NAME(spline_cells_of)(out, in, cells, 4, weights); break;
    case 8: NAME(spline_cells_of)(out, in, cells, 8, weights); break;
    case 16: NAME(spline_cells_of)(out, in, cells, 16, weights); break;
    default: NAME(spline_cells_of)(out, in, cells, k, weights);
  }
}

#undef MIN_EXPONENT
#undef DECODE_RGBA
#undef DECODE_FUNCTION
#undef ENCODE_FUNCTION
#undef MATRIX_CONSTANTS
#undef STORE_RGBA8
#undef STORE_RGBA16
