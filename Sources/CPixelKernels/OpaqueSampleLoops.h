// Conversion of 8-bit samples to linear light and back, if red, green and blue share a curve, as in sRGB and Display
// P3. With AVX-512 the tables stay in registers; every copy gives the same bits.

#ifdef PK_AVX512
// Looks up entries of a table of 128; higher bits of the index are ignored.
static inline __m512 NAME(of128)(__m512i index, const __m512 *t) {
  __mmask16 m5 = _mm512_test_epi32_mask(index, _mm512_set1_epi32(32));
  __mmask16 m6 = _mm512_test_epi32_mask(index, _mm512_set1_epi32(64));
  __m512 p0 = _mm512_permutex2var_ps(t[0], index, t[1]), p1 = _mm512_permutex2var_ps(t[2], index, t[3]);
  __m512 p2 = _mm512_permutex2var_ps(t[4], index, t[5]), p3 = _mm512_permutex2var_ps(t[6], index, t[7]);
  return _mm512_mask_blend_ps(m6, _mm512_mask_blend_ps(m5, p0, p1), _mm512_mask_blend_ps(m5, p2, p3));
}

// Linear light for each of 256 samples.
static inline __m512 NAME(light16)(__m512i index, const __m512 *t) {
  __mmask16 m7 = _mm512_test_epi32_mask(index, _mm512_set1_epi32(128));
  return _mm512_mask_blend_ps(m7, NAME(of128)(index, t), NAME(of128)(index, t + 8));
}
#endif

static void NAME(decode_opaque8)(const uint8_t *restrict s, size_t n, const float *restrict curve, float *restrict r,
                                 float *restrict g, float *restrict b, float *restrict a) {
  size_t i = 0;
#ifdef PK_AVX512
  __m512 table[16];
  for (int k = 0; k < 16; k++) table[k] = _mm512_loadu_ps(curve + 16 * k);
  const __m512i low = _mm512_set1_epi32(255);
  for (; i + 16 <= n; i += 16) {
    __m512i pixels = _mm512_loadu_si512(s + 4 * i);
    _mm512_storeu_ps(r + i, NAME(light16)(_mm512_and_si512(pixels, low), table));
    _mm512_storeu_ps(g + i, NAME(light16)(_mm512_and_si512(_mm512_srli_epi32(pixels, 8), low), table));
    _mm512_storeu_ps(b + i, NAME(light16)(_mm512_and_si512(_mm512_srli_epi32(pixels, 16), low), table));
    if (a) _mm512_storeu_ps(a + i, _mm512_set1_ps(1.0f));
  }
#endif
  size_t start = i;
  for (; i < n; i++) r[i] = curve[s[4 * i]], g[i] = curve[s[4 * i + 1]], b[i] = curve[s[4 * i + 2]];
  if (a)
    for (size_t k = start; k < n; k++) a[k] = 1.0f;
}

// `lines`: 128 constants and 128 slopes of the lines from linear light to a sample plus one half, sixteen for each
// octave of light + 2^-7: short ones where curves are steep, and none with infinite slope at 0.
#ifdef PK_AVX512
static inline __m512i NAME(sample16)(__m512 x, const __m512 *t) {
  // The second operand is the result for NaN.
  __m512 y = _mm512_max_ps(x, _mm512_setzero_ps());
  y = _mm512_min_ps(y, _mm512_set1_ps(0x1.fffffep-1f));
  __m512i bits = _mm512_castps_si512(_mm512_add_ps(y, _mm512_set1_ps(0x1p-7f)));
  __m512i index = _mm512_sub_epi32(_mm512_srli_epi32(bits, 19), _mm512_set1_epi32((127 - 7) << 4));
  return _mm512_cvttps_epi32(_mm512_add_ps(_mm512_mul_ps(y, NAME(of128)(index, t + 8)), NAME(of128)(index, t)));
}
#endif

static inline uint32_t NAME(sample_on_line)(float x, const float *restrict lines) {
  float y = x > 0.0f ? x : 0.0f;
  y = y < 0x1.fffffep-1f ? y : 0x1.fffffep-1f;
  union { float f; uint32_t u; } value;
  value.f = y + 0x1p-7f;
  uint32_t index = (value.u >> 19) - ((127 - 7) << 4);
  float line = y * lines[128 + index] + lines[index];
  return (uint32_t)(int32_t)line;
}

static void NAME(encode_opaque8)(const float *restrict r, const float *restrict g, const float *restrict b, size_t n,
                                 const float *restrict lines, const float *restrict matrix, uint8_t *restrict s) {
  float m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (matrix)
    for (int k = 0; k < 9; k++) m[k] = matrix[k];
  size_t i = 0;
#ifdef PK_AVX512
  __m512 table[16];
  for (int k = 0; k < 16; k++) table[k] = _mm512_loadu_ps(lines + 16 * k);
  for (; i + 16 <= n; i += 16) {
    __m512 x = _mm512_loadu_ps(r + i), y = _mm512_loadu_ps(g + i), z = _mm512_loadu_ps(b + i);
    if (matrix) {
#define ROW(k)                                                                                                     \
  _mm512_add_ps(_mm512_add_ps(_mm512_mul_ps(_mm512_set1_ps(m[k]), x), _mm512_mul_ps(_mm512_set1_ps(m[k + 1]), y)), \
                _mm512_mul_ps(_mm512_set1_ps(m[k + 2]), z))
      __m512 u = ROW(0), v = ROW(3), w = ROW(6);
#undef ROW
      x = u, y = v, z = w;
    }
    __m512i X = NAME(sample16)(x, table), Y = NAME(sample16)(y, table), Z = NAME(sample16)(z, table);
    X = _mm512_or_si512(X, _mm512_slli_epi32(Y, 8));
    Z = _mm512_or_si512(_mm512_slli_epi32(Z, 16), _mm512_set1_epi32((int32_t)0xff000000u));
    _mm512_storeu_si512(s + 4 * i, _mm512_or_si512(X, Z));
  }
#endif
  if (matrix) {
    for (; i < n; i++) {
      float x = m[0] * r[i] + m[1] * g[i] + m[2] * b[i], y = m[3] * r[i] + m[4] * g[i] + m[5] * b[i];
      float z = m[6] * r[i] + m[7] * g[i] + m[8] * b[i];
      ((pixel32 *)s)[i] = NAME(sample_on_line)(x, lines) | NAME(sample_on_line)(y, lines) << 8 |
                           NAME(sample_on_line)(z, lines) << 16 | 0xff000000u;
    }
  } else {
    for (; i < n; i++)
      ((pixel32 *)s)[i] = NAME(sample_on_line)(r[i], lines) | NAME(sample_on_line)(g[i], lines) << 8 |
                           NAME(sample_on_line)(b[i], lines) << 16 | 0xff000000u;
  }
}

// Opaque samples that are linear already: sample / 255. The two products and their sum give the nearest float.
static void NAME(decode_light8)(const uint8_t *restrict s, size_t n, float *restrict r, float *restrict g,
                                float *restrict b, float *restrict a) {
  const pixel32 *restrict pixels = (const pixel32 *)s;
  const float high = 0x1.01p-8f, low = (float)(1.0 / 255 - 0x1.01p-8);
  for (size_t i = 0; i < n; i++) {
    float x = (float)(int32_t)(pixels[i] & 255), y = (float)(int32_t)(pixels[i] >> 8 & 255);
    float z = (float)(int32_t)(pixels[i] >> 16 & 255);
    r[i] = x * high + x * low, g[i] = y * high + y * low, b[i] = z * high + z * low;
  }
  if (a)
    for (size_t i = 0; i < n; i++) a[i] = 1.0f;
}

static inline uint32_t NAME(light_sample)(float x) {
  float y = x > 0.0f ? x : 0.0f;
  y = y < 0x1.fffffep-1f ? y : 0x1.fffffep-1f;
  return (uint32_t)(int32_t)(y * 255.0f + 0.5f);
}

static void NAME(encode_light8)(const float *restrict r, const float *restrict g, const float *restrict b, size_t n,
                                uint8_t *restrict s) {
  pixel32 *restrict pixels = (pixel32 *)s;
  for (size_t i = 0; i < n; i++)
    pixels[i] = NAME(light_sample)(r[i]) | NAME(light_sample)(g[i]) << 8 | NAME(light_sample)(b[i]) << 16 | 0xff000000u;
}
