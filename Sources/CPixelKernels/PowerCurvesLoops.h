// The loops of PowerCurves.c, included once for each instruction set; NAME(f) gives each copy its own name.

// x ^ exponent for x >= 0, at most 65504; 0 for x below 2^-126. The logarithm to base 2 is computed by a table of 32
// parts of an octave and a short series, exact at 1; its power by a table of 16 parts and another series.
static inline __attribute__((always_inline)) float NAME(power_one)(float x, float exponent) {
  union { float f; uint32_t u; int32_t i; } value, scaled;
  value.f = x < 0x1p126f ? x : 0x1p126f;
  float octave = (float)((int32_t)(value.u >> 23) - 127);
  uint32_t part = (value.u >> 18) & 31;
  value.u = (value.u & 0x7fffffu) | 0x3f800000u;
  float r = value.f * pk_log_tables[part] - 1.0f;
  float series = 0.48089835f + r * -0.36067376f;
  series = -0.72134752f + r * series;
  series = 1.44269504f + r * series;
  float y = exponent * (octave + (pk_log_tables[32 + part] + r * series));
  y = y > -126.0f ? y : -126.0f;
  y = y < 16.0f ? y : 16.0f;
  // Adding 1.5 * 2^19 rounds to the nearest sixteenth, whose number is then in the low bits.
  scaled.f = y + 786432.0f;
  float f = y - (scaled.f - 786432.0f);
  int32_t sixteenths = scaled.i - 0x49400000;
  float e = 0.24022651f + f * 0.055504109f;
  e = 0.69314718f + f * e;
  e = 1.0f + f * e;
  value.f = pk_exp_table[sixteenths & 15];
  value.u += (uint32_t)(sixteenths >> 4) << 23;
  float result = y > -126.0f ? e * value.f : 0.0f;
  result = result < 65504.0f ? result : 65504.0f;
  float ofZero = exponent > 0.0f ? 0.0f : exponent < 0.0f ? 65504.0f : 1.0f;
  return x < 0x1p-126f ? ofZero : result;
}

#ifdef PK_AVX512
// The same for sixteen values, the tables in registers.
static inline __attribute__((always_inline)) __m512 NAME(power16)(__m512 x, __m512 exponent, __m512 ofZero,
                                                                  const __m512 *t) {
  const __m512i bits = _mm512_castps_si512(_mm512_min_ps(x, _mm512_set1_ps(0x1p126f)));
  __m512 octave = _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_srli_epi32(bits, 23), _mm512_set1_epi32(127)));
  __m512i part = _mm512_srli_epi32(bits, 18);
  __m512 m = _mm512_castsi512_ps(_mm512_or_si512(_mm512_and_si512(bits, _mm512_set1_epi32(0x7fffff)),
                                                 _mm512_set1_epi32(0x3f800000)));
  __m512 r = _mm512_sub_ps(_mm512_mul_ps(m, _mm512_permutex2var_ps(t[0], part, t[1])), _mm512_set1_ps(1.0f));
#define STEP(c, a, b) _mm512_add_ps(_mm512_set1_ps(c), _mm512_mul_ps(a, b))
  __m512 series = STEP(0.48089835f, r, _mm512_set1_ps(-0.36067376f));
  series = STEP(-0.72134752f, r, series);
  series = STEP(1.44269504f, r, series);
  __m512 rest = _mm512_add_ps(_mm512_permutex2var_ps(t[2], part, t[3]), _mm512_mul_ps(r, series));
  __m512 y = _mm512_mul_ps(exponent, _mm512_add_ps(octave, rest));
  // The second operand is the result for NaN.
  y = _mm512_max_ps(y, _mm512_set1_ps(-126.0f));
  y = _mm512_min_ps(y, _mm512_set1_ps(16.0f));
  const __m512 magic = _mm512_set1_ps(786432.0f);
  __m512 scaled = _mm512_add_ps(y, magic);
  __m512 f = _mm512_sub_ps(y, _mm512_sub_ps(scaled, magic));
  __m512i sixteenths = _mm512_castps_si512(scaled);
  __m512 e = STEP(0.24022651f, f, _mm512_set1_ps(0.055504109f));
  e = STEP(0.69314718f, f, e);
  e = STEP(1.0f, f, e);
#undef STEP
  __m512i shift = _mm512_slli_epi32(
      _mm512_srai_epi32(_mm512_sub_epi32(sixteenths, _mm512_set1_epi32(0x49400000)), 4), 23);
  __m512 power = _mm512_castsi512_ps(
      _mm512_add_epi32(_mm512_castps_si512(_mm512_permutexvar_ps(sixteenths, t[4])), shift));
  __m512 result = _mm512_maskz_mul_ps(_mm512_cmp_ps_mask(y, _mm512_set1_ps(-126.0f), _CMP_GT_OQ), e, power);
  result = _mm512_min_ps(result, _mm512_set1_ps(65504.0f));
  return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p-126f), _CMP_LT_OQ), result, ofZero);
}
#endif

// The curve of absolute values, with the sign restored.
static void NAME(power)(float *restrict p, size_t n, float exponent) {
  if (exponent == 0.5f) {
    for (size_t i = 0; i < n; i++) p[i] = __builtin_copysignf(__builtin_sqrtf(__builtin_fabsf(p[i])), p[i]);
    return;
  }
  size_t i = 0;
#ifdef PK_AVX512
  __m512 tables[5];
  for (int k = 0; k < 4; k++) tables[k] = _mm512_loadu_ps(pk_log_tables + 16 * k);
  tables[4] = _mm512_loadu_ps(pk_exp_table);
  const __m512 power = _mm512_set1_ps(exponent), sign = _mm512_set1_ps(-0.0f);
  const __m512 ofZero = _mm512_set1_ps(exponent > 0.0f ? 0.0f : exponent < 0.0f ? 65504.0f : 1.0f);
  for (; i + 16 <= n; i += 16) {
    __m512 x = _mm512_loadu_ps(p + i);
    __m512 result = NAME(power16)(_mm512_andnot_ps(sign, x), power, ofZero, tables);
    _mm512_storeu_ps(p + i, _mm512_or_ps(_mm512_andnot_ps(sign, result), _mm512_and_ps(sign, x)));
  }
#endif
  for (; i < n; i++) p[i] = __builtin_copysignf(NAME(power_one)(__builtin_fabsf(p[i]), exponent), p[i]);
}

static void NAME(srgb_encode)(float *restrict p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float x = __builtin_fabsf(p[i]);
    float curved = 1.055f * NAME(power_one)(x, 1.0f / 2.4f) - 0.055f;
    p[i] = __builtin_copysignf(x <= 0.0031308f ? x * 12.92f : curved, p[i]);
  }
}

static void NAME(srgb_decode)(float *restrict p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float x = __builtin_fabsf(p[i]);
    float curved = NAME(power_one)((x + 0.055f) * (1.0f / 1.055f), 2.4f);
    p[i] = __builtin_copysignf(x <= 0.04045f ? x * (1.0f / 12.92f) : curved, p[i]);
  }
}

// With tables of pk_power_tables: for x of 2^-24 up to 2^8, the power of the octave times a parabola for each of 32
// parts of an octave. Other values, which are rare, are computed by the general code, all sixteen of a block.
static inline __attribute__((always_inline)) float NAME(power_from)(float x, const float *restrict tables) {
  union { float f; uint32_t u; } value, rest;
  value.f = x;
  uint32_t octave = (value.u >> 23) & 31, part = (value.u >> 18) & 31;
  rest.u = (value.u & 0x3ffffu) | 0x3f800000u;
  float t = rest.f - 1.0f;
  float y = tables[32 + part] + t * (tables[64 + part] + t * tables[96 + part]);
  y = y * tables[octave];
  return y < 65504.0f ? y : 65504.0f;
}

static void NAME(power_tabled)(float *restrict p, size_t n, float exponent, const float *restrict tables) {
  const float ofZero = exponent > 0.0f ? 0.0f : exponent < 0.0f ? 65504.0f : 1.0f;
  const uint32_t lowest = (uint32_t)(127 - 24) << 23, span = (uint32_t)32 << 23;
  size_t i = 0;
#ifdef PK_AVX512
  __m512 t[8];
  for (int k = 0; k < 8; k++) t[k] = _mm512_loadu_ps(tables + 16 * k);
  const __m512 sign = _mm512_set1_ps(-0.0f);
#endif
  for (; i < n; i += 16) {
    size_t count = n - i < 16 ? n - i : 16;
#ifdef PK_AVX512
    if (count == 16) {
      __m512 own = _mm512_loadu_ps(p + i), x = _mm512_andnot_ps(sign, own);
      __m512i bits = _mm512_castps_si512(x);
      __mmask16 isZero = _mm512_testn_epi32_mask(bits, bits);
      __mmask16 isInside = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(bits, _mm512_set1_epi32((int32_t)lowest)),
                                                   _mm512_set1_epi32((int32_t)span));
      if ((__mmask16)(isZero | isInside) == 0xffff) {
        __m512i octave = _mm512_srli_epi32(bits, 23), part = _mm512_srli_epi32(bits, 18);
        __m512 rest = _mm512_castsi512_ps(
            _mm512_or_si512(_mm512_and_si512(bits, _mm512_set1_epi32(0x3ffff)), _mm512_set1_epi32(0x3f800000)));
        rest = _mm512_sub_ps(rest, _mm512_set1_ps(1.0f));
        __m512 y = _mm512_mul_ps(rest, _mm512_permutex2var_ps(t[6], part, t[7]));
        y = _mm512_mul_ps(rest, _mm512_add_ps(_mm512_permutex2var_ps(t[4], part, t[5]), y));
        y = _mm512_add_ps(_mm512_permutex2var_ps(t[2], part, t[3]), y);
        y = _mm512_mul_ps(y, _mm512_permutex2var_ps(t[0], octave, t[1]));
        y = _mm512_min_ps(y, _mm512_set1_ps(65504.0f));
        y = _mm512_mask_blend_ps(isZero, y, _mm512_set1_ps(ofZero));
        _mm512_storeu_ps(p + i, _mm512_or_ps(y, _mm512_and_ps(sign, own)));
        continue;
      }
    }
#endif
    int outside = 0;
    for (size_t k = 0; k < count; k++) {
      union { float f; uint32_t u; } value;
      value.f = __builtin_fabsf(p[i + k]);
      outside |= (value.u - lowest >= span) & (value.u != 0);
    }
    if (outside) {
      for (size_t k = 0; k < count; k++)
        p[i + k] = __builtin_copysignf(NAME(power_one)(__builtin_fabsf(p[i + k]), exponent), p[i + k]);
    } else {
      for (size_t k = 0; k < count; k++) {
        float x = __builtin_fabsf(p[i + k]), y = NAME(power_from)(x, tables);
        p[i + k] = __builtin_copysignf(x == 0.0f ? ofZero : y, p[i + k]);
      }
    }
  }
}
