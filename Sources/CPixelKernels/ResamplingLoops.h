// The loops of Resampling.c, included once for each instruction set; NAME(f) gives each copy its own name.

static void NAME(blend_rows_l8)(float *restrict out, const uint8_t *restrict x, const uint8_t *restrict y, size_t n,
                                float fraction) {
  for (size_t i = 0; i < n; i++) {
    // Divided by 255: the two products and their sum give the float nearest to that.
    float low = (float)x[i] * 0x1.01p-8f + (float)x[i] * (float)(1.0 / 255 - 0x1.01p-8);
    float high = (float)y[i] * 0x1.01p-8f + (float)y[i] * (float)(1.0 / 255 - 0x1.01p-8);
    out[i] = low + (high - low) * fraction;
  }
}

static void NAME(interpolate)(float *restrict out, const float *restrict in, ptrdiff_t first, size_t n,
                              const int32_t *restrict index, const float *restrict fraction) {
  size_t i = 0;
#ifdef PK_AVX512
  // Sixteen adjacent values that come from at most thirty-two adjacent samples are selected from two registers.
  for (; i + 16 <= n; i += 16) {
    int32_t start = index[i], end = index[i + 15] + 1;
    if (start > index[i + 15] || end - start >= 32) break;
    const float *row = in + (start - first);
    int32_t count = end - start + 1;
    __m512 low = _mm512_maskz_loadu_ps(count >= 16 ? 0xffff : (__mmask16)((1u << count) - 1), row);
    __m512 high = _mm512_setzero_ps();
    if (count > 16) high = _mm512_maskz_loadu_ps((__mmask16)((1ull << (count - 16)) - 1), row + 16);
    __m512i at = _mm512_sub_epi32(_mm512_loadu_si512(index + i), _mm512_set1_epi32(start));
    __m512 x = _mm512_permutex2var_ps(low, at, high);
    __m512 y = _mm512_permutex2var_ps(low, _mm512_add_epi32(at, _mm512_set1_epi32(1)), high);
    __m512 share = _mm512_loadu_ps(fraction + i);
    _mm512_storeu_ps(out + i, _mm512_add_ps(x, _mm512_mul_ps(_mm512_sub_ps(y, x), share)));
  }
#endif
  for (; i < n; i++) {
    float x = in[index[i] - first], y = in[index[i] - first + 1];
    out[i] = x + (y - x) * fraction[i];
  }
}

// Interpolates two rows of bytes, first vertically and then horizontally.
static void NAME(interpolate_l8)(float *restrict out, const uint8_t *restrict upper, const uint8_t *restrict lower,
                                 size_t width, float share, size_t n, const int32_t *restrict index,
                                 const float *restrict fraction) {
  enum { BLOCK = 256 };
  float row[BLOCK + 2];
  for (size_t i = 0; i < n;) {
    // The number of values that come from the row.
    size_t count = n - i < BLOCK ? n - i : BLOCK, first = (size_t)index[i];
    while ((size_t)index[i + count - 1] - first >= BLOCK) count = (count + 1) / 2;
    size_t samples = (size_t)index[i + count - 1] + 2 - first, inside = width - first;
    inside = samples < inside ? samples : inside;
    // Most of a matte is 0 or 255, and so are the interpolated values.
    uint8_t value = upper[first], others = 0;
    for (size_t k = 0; k < inside; k++) others |= (upper[first + k] ^ value) | (lower[first + k] ^ value);
    if (!others) {
      float same;
      NAME(blend_rows_l8)(&same, &value, &value, 1, share);
      for (size_t k = 0; k < count; k++) out[i + k] = same;
      i += count;
      continue;
    }
    NAME(blend_rows_l8)(row, upper + first, lower + first, inside, share);
    // The last sample of a row is its own neighbour.
    row[inside] = row[inside - 1];
    NAME(interpolate)(out + i, row, (ptrdiff_t)first, count, index + i, fraction + i);
    i += count;
  }
}

#ifdef PK_AVX2
// Transposes eight rows of eight values: row t becomes the values t of all rows.
static inline void NAME(transpose8)(__m256 rows[8]) {
  __m256 pairs[8], fours[8];
  for (int k = 0; k < 8; k += 2) {
    pairs[k] = _mm256_unpacklo_ps(rows[k], rows[k + 1]);
    pairs[k + 1] = _mm256_unpackhi_ps(rows[k], rows[k + 1]);
  }
  for (int k = 0; k < 8; k += 4) {
    fours[k] = _mm256_shuffle_ps(pairs[k], pairs[k + 2], 0x44);
    fours[k + 1] = _mm256_shuffle_ps(pairs[k], pairs[k + 2], 0xee);
    fours[k + 2] = _mm256_shuffle_ps(pairs[k + 1], pairs[k + 3], 0x44);
    fours[k + 3] = _mm256_shuffle_ps(pairs[k + 1], pairs[k + 3], 0xee);
  }
  for (int k = 0; k < 4; k++) {
    rows[k] = _mm256_permute2f128_ps(fours[k], fours[k + 4], 0x20);
    rows[k + 4] = _mm256_permute2f128_ps(fours[k], fours[k + 4], 0x31);
  }
}

// Eight values. Those that come from at most sixteen adjacent samples are selected from two registers.
static inline void NAME(resample_eight)(float *restrict out, const float *restrict in, const int32_t *restrict starts,
                                        const float *restrict weights, size_t taps) {
  int32_t start = starts[0], span = starts[7] - start + (int32_t)taps;
  __m256 sum = _mm256_setzero_ps();
  if (span <= 16) {
    const float *row = in + start;
    const __m256i one = _mm256_set1_epi32(1), lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i at = _mm256_sub_epi32(_mm256_loadu_si256((const __m256i *)starts), _mm256_set1_epi32(start));
    __m256 low = _mm256_maskload_ps(row, _mm256_cmpgt_epi32(_mm256_set1_epi32(span), lanes));
    __m256 high = _mm256_maskload_ps(row + 8, _mm256_cmpgt_epi32(_mm256_set1_epi32(span - 8), lanes));
    for (size_t t = 0; t < taps; t++, at = _mm256_add_epi32(at, one)) {
      // A permutation uses the lowest three bits of an index; the blend uses its sign bit, to which the fourth bit is
      // shifted.
      __m256 value = _mm256_blendv_ps(_mm256_permutevar8x32_ps(low, at), _mm256_permutevar8x32_ps(high, at),
                                      _mm256_castsi256_ps(_mm256_slli_epi32(at, 28)));
      sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_loadu_ps(weights + 16 * t), value));
    }
  } else {
    size_t t = 0;
    for (; t + 8 <= taps; t += 8) {
      __m256 rows[8];
      for (int k = 0; k < 8; k++) rows[k] = _mm256_loadu_ps(in + starts[k] + (ptrdiff_t)t);
      NAME(transpose8)(rows);
      for (size_t k = 0; k < 8; k++)
        sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_loadu_ps(weights + 16 * (t + k)), rows[k]));
    }
    for (; t < taps; t++) {
      const float *row = in + t;
      __m256 value = _mm256_setr_ps(row[starts[0]], row[starts[1]], row[starts[2]], row[starts[3]], row[starts[4]],
                                    row[starts[5]], row[starts[6]], row[starts[7]]);
      sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_loadu_ps(weights + 16 * t), value));
    }
  }
  _mm256_storeu_ps(out, sum);
}
#endif

// Weights are stored in blocks of sixteen values: for each, sixteen weights of the first tap, then of the second.
static void NAME(resample)(float *restrict out, const float *restrict in, size_t n, size_t phase,
                           const int32_t *restrict starts, const float *restrict weights, size_t taps) {
  size_t i = 0;
  while (i < n) {
    size_t lane = (phase + i) & 15, count = 16 - lane < n - i ? 16 - lane : n - i;
    const float *block = weights + ((phase + i) >> 4) * taps * 16 + lane;
#ifdef PK_AVX512
    int32_t start = starts[i];
    int32_t span = starts[i + count - 1] - start + (int32_t)taps;
    if (count == 16 && span <= 64) {
      const float *row = in + start;
      __m512 w[4];
      for (int k = 0; k < 4; k++) {
        int32_t rest = span - 16 * k;
        w[k] = rest > 0 ? _mm512_maskz_loadu_ps(rest >= 16 ? 0xffff : (__mmask16)((1u << rest) - 1), row + 16 * k)
                        : _mm512_setzero_ps();
      }
      __m512i at = _mm512_sub_epi32(_mm512_loadu_si512(starts + i), _mm512_set1_epi32(start));
      const __m512i one = _mm512_set1_epi32(1), beyond = _mm512_set1_epi32(32);
      __m512 sum = _mm512_setzero_ps();
      if (span <= 32) {
        for (size_t t = 0; t < taps; t++, at = _mm512_add_epi32(at, one))
          sum = _mm512_add_ps(
              sum, _mm512_mul_ps(_mm512_loadu_ps(block + 16 * t), _mm512_permutex2var_ps(w[0], at, w[1])));
      } else {
        for (size_t t = 0; t < taps; t++, at = _mm512_add_epi32(at, one)) {
          __m512 value = _mm512_mask_blend_ps(_mm512_test_epi32_mask(at, beyond), _mm512_permutex2var_ps(w[0], at, w[1]),
                                              _mm512_permutex2var_ps(w[2], at, w[3]));
          sum = _mm512_add_ps(sum, _mm512_mul_ps(_mm512_loadu_ps(block + 16 * t), value));
        }
      }
      _mm512_storeu_ps(out + i, sum);
      i += 16;
      continue;
    }
#endif
#ifdef PK_AVX2
    if (count == 16) {
      NAME(resample_eight)(out + i, in, starts + i, block, taps);
      NAME(resample_eight)(out + i + 8, in, starts + i + 8, block + 8, taps);
      i += 16;
      continue;
    }
#endif
    for (size_t k = 0; k < count; k++) {
      const float *row = in + starts[i + k];
      float sum = 0.0f;
      for (size_t t = 0; t < taps; t++) sum += block[16 * t + k] * row[t];
      out[i + k] = sum;
    }
    i += count;
  }
}

// Sixteen pairs of sums are computed together, each in the order of `resample`.
static void NAME(resample_double)(float *restrict out, const float *restrict in, size_t n, const float *restrict even,
                                  const float *restrict odd, size_t taps) {
  typedef float V16 __attribute__((vector_size(64)));
  typedef float U16 __attribute__((vector_size(64), aligned(4), may_alias));
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    V16 a = {0}, b = {0}, row = *(const U16 *)(in + i);
    for (size_t t = 0; t < taps; t++) {
      V16 next = *(const U16 *)(in + i + t + 1);
      a += even[t] * row, b += odd[t] * next;
      row = next;
    }
    *(U16 *)(out + 2 * i) = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    *(U16 *)(out + 2 * i + 16) =
        __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
  for (; i < n; i++) {
    float a = 0.0f, b = 0.0f;
    for (size_t t = 0; t < taps; t++) a += even[t] * in[i + t], b += odd[t] * in[i + t + 1];
    out[2 * i] = a, out[2 * i + 1] = b;
  }
}

static void NAME(add_resampled)(float *restrict out, const float *restrict in, size_t n, const int32_t *restrict starts,
                                const float *restrict weights) {
  for (size_t i = 0; i < n; i += 16) {
    const float *restrict block = weights + 4 * i;
    int32_t start = starts[i], apart = 0;
    size_t count = n - i < 16 ? n - i : 16;
    if (count == 16) {
      for (int32_t k = 0; k < 16; k++) apart |= starts[i + (size_t)k] ^ (start + k);
      if (!apart) {
        // Sixteen values at the spacing of their samples need no selection.
        const float *restrict row = in + start;
        for (size_t k = 0; k < 16; k++) {
          float sum = out[i + k] + block[k] * row[k];
          sum += block[16 + k] * row[k + 1];
          sum += block[32 + k] * row[k + 2];
          out[i + k] = sum + block[48 + k] * row[k + 3];
        }
        continue;
      }
#ifdef PK_AVX512
      int32_t span = starts[i + 15] - start + 4;
      if (span <= 32) {
        const float *row = in + start;
        __m512 low = _mm512_maskz_loadu_ps(span >= 16 ? 0xffff : (__mmask16)((1u << span) - 1), row);
        __m512 high = _mm512_setzero_ps();
        if (span > 16) high = _mm512_maskz_loadu_ps((__mmask16)((1ull << (span - 16)) - 1), row + 16);
        __m512i at = _mm512_sub_epi32(_mm512_loadu_si512(starts + i), _mm512_set1_epi32(start));
        __m512 sum = _mm512_loadu_ps(out + i);
        for (int t = 0; t < 4; t++, at = _mm512_add_epi32(at, _mm512_set1_epi32(1)))
          sum = _mm512_add_ps(
              sum, _mm512_mul_ps(_mm512_loadu_ps(block + 16 * t), _mm512_permutex2var_ps(low, at, high)));
        _mm512_storeu_ps(out + i, sum);
        continue;
      }
#endif
    }
    for (size_t k = 0; k < count; k++) {
      const float *row = in + starts[i + k];
      float sum = out[i + k];
      for (size_t t = 0; t < 4; t++) sum += block[16 * t + k] * row[t];
      out[i + k] = sum;
    }
  }
}

static void NAME(add_weighted8)(float *restrict sums, const uint8_t *restrict samples, size_t n, float weight) {
  for (size_t i = 0; i < n; i++) sums[i] += weight * (float)samples[i];
}

static void NAME(mean_rgba8)(uint8_t *restrict samples, const float *restrict sums, size_t n,
                             const ptrdiff_t *restrict starts, const ptrdiff_t *restrict offsets,
                             const float *restrict weights) {
  typedef float pixel __attribute__((vector_size(16), aligned(4), may_alias));
  typedef int32_t whole __attribute__((vector_size(16)));
  typedef uint8_t bytes __attribute__((vector_size(4)));
  for (size_t i = 0; i < n; i++) {
    const float *from = sums + 4 * starts[i];
    pixel mean = {};
    for (ptrdiff_t t = offsets[i]; t < offsets[i + 1]; t++, from += 4) mean += weights[t] * *(const pixel *)from;
    const bytes result = __builtin_convertvector(__builtin_convertvector(mean + 0.5f, whole), bytes);
    memcpy(samples + 4 * i, &result, 4);
  }
}

static inline float NAME(reduce_one)(const float *restrict row, const float *restrict weights, size_t taps) {
  // Four independent sums, so that no addition waits for the one before.
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  size_t t = 0;
  for (; t + 4 <= taps; t += 4)
    for (size_t k = 0; k < 4; k++) sums[k] += weights[t + k] * row[t + k];
  for (; t < taps; t++) sums[t & 3] += weights[t] * row[t];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Sixteen results, which are written at once, because the destination is not in the cache.
static void NAME(reduce)(float *restrict out, const float *restrict in, size_t n, size_t step,
                         const float *restrict weights, size_t taps) {
  typedef float V16 __attribute__((vector_size(64)));
  typedef float U16 __attribute__((vector_size(64), aligned(4), may_alias));
  size_t c = 0;
  for (; c + 16 <= n; c += 16) {
    if (step == 2 && taps == 4) {
      const float *row = in + 2 * c;
      V16 a = *(const U16 *)row, b = *(const U16 *)(row + 16), d = *(const U16 *)(row + 2), e = *(const U16 *)(row + 18);
#define EVEN(x, y) __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODD(x, y) __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
      *(U16 *)(out + c) = (weights[0] * EVEN(a, b) + weights[1] * ODD(a, b)) +
                          (weights[2] * EVEN(d, e) + weights[3] * ODD(d, e));
#undef EVEN
#undef ODD
      continue;
    }
    float block[16];
    for (size_t k = 0; k < 16; k++) block[k] = NAME(reduce_one)(in + (c + k) * step, weights, taps);
    *(U16 *)(out + c) = *(const U16 *)block;
  }
  for (; c < n; c++) out[c] = NAME(reduce_one)(in + c * step, weights, taps);
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
