// Three copies of every loop, and the choice between them. Not target_clones: its resolvers crash under TSan.
#include "CPixelKernels.h"

#pragma STDC FP_CONTRACT OFF

#define NAME(f) f##_baseline
#include "PixelLoops.h"
#undef NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define NAME(f) f##_avx2
#include "PixelLoops.h"
#undef NAME
#pragma clang attribute pop

#pragma clang attribute push(                                                                    \
    __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl"))), \
    apply_to = function)
#define NAME(f) f##_avx512
#include "PixelLoops.h"
#undef NAME
#pragma clang attribute pop

static int level(void) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return 2;
  return __builtin_cpu_supports("avx2") ? 1 : 0;
}

#define CHOOSE(f, ...)                      \
  switch (level()) {                        \
    case 2: f##_avx512(__VA_ARGS__); break; \
    case 1: f##_avx2(__VA_ARGS__); break;   \
    default: f##_baseline(__VA_ARGS__);     \
  }
#else
#define CHOOSE(f, ...) f##_baseline(__VA_ARGS__);
#endif

void pk_decode_rgba8(const uint8_t *samples, size_t n, const float *red, const float *green, const float *blue,
                     const float *matrix, int alpha, float *r, float *g, float *b, float *a) {
  CHOOSE(decode_rgba8, samples, n, red, green, blue, matrix, alpha, r, g, b, a)
}

void pk_decode_rgba16(const uint16_t *samples, size_t n, const float *red, const float *green, const float *blue,
                      const float *matrix, int alpha, float *r, float *g, float *b, float *a) {
  CHOOSE(decode_rgba16, samples, n, red, green, blue, matrix, alpha, r, g, b, a)
}

void pk_decode_l8(const uint8_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a) {
  CHOOSE(decode_l8, samples, n, curve, r, g, b, a)
}

void pk_decode_l16(const uint16_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a) {
  CHOOSE(decode_l16, samples, n, curve, r, g, b, a)
}

void pk_encode_rgba8(const float *r, const float *g, const float *b, const float *a, size_t n,
                     const PKEncodingTable *tables, const float *matrix, int alpha, uint8_t *samples) {
  CHOOSE(encode_rgba8, r, g, b, a, n, tables, matrix, alpha, samples)
}

void pk_encode_rgba16(const float *r, const float *g, const float *b, const float *a, size_t n,
                      const PKEncodingTable *tables, const float *matrix, int alpha, uint16_t *samples) {
  CHOOSE(encode_rgba16, r, g, b, a, n, tables, matrix, alpha, samples)
}

void pk_encode_l8(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                  uint8_t *samples) {
  CHOOSE(encode_l8, r, g, b, n, table, samples)
}

void pk_encode_l16(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                   uint16_t *samples) {
  CHOOSE(encode_l16, r, g, b, n, table, samples)
}

void pk_deinterleave(const float *samples, size_t n, float *r, float *g, float *b, float *a) {
  CHOOSE(deinterleave, samples, n, r, g, b, a)
}

void pk_interleave(const float *r, const float *g, const float *b, const float *a, size_t n, float *samples) {
  CHOOSE(interleave, r, g, b, a, n, samples)
}

void pk_matrix3(float *r, float *g, float *b, size_t n, const float *matrix) {
  CHOOSE(matrix3, r, g, b, n, matrix)
}

void pk_matrix5(float *r, float *g, float *b, float *a, size_t n, const float *matrix) {
  CHOOSE(matrix5, r, g, b, a, n, matrix)
}

void pk_premultiply(float *r, float *g, float *b, const float *a, size_t n) {
  CHOOSE(premultiply, r, g, b, a, n)
}

void pk_unpremultiply(float *r, float *g, float *b, const float *a, size_t n) {
  CHOOSE(unpremultiply, r, g, b, a, n)
}

void pk_maximum(float *r, float *g, float *b, size_t n) {
  CHOOSE(maximum, r, g, b, n)
}

void pk_minimum(float *r, float *g, float *b, size_t n) {
  CHOOSE(minimum, r, g, b, n)
}

void pk_clamp(float *p, size_t n, float low, float high) {
  CHOOSE(clamp, p, n, low, high)
}

void pk_scale(float *p, size_t n, float factor) {
  CHOOSE(scale, p, n, factor)
}

void pk_multiply(float *p, const float *q, size_t n) {
  CHOOSE(multiply, p, q, n)
}

void pk_power(float *p, size_t n, float exponent) {
  CHOOSE(power, p, n, exponent)
}

void pk_srgb_encode(float *p, size_t n) {
  CHOOSE(srgb_encode, p, n)
}

void pk_srgb_decode(float *p, size_t n) {
  CHOOSE(srgb_decode, p, n)
}

void pk_mix(float *top, const float *bottom, const float *mask, size_t n) {
  CHOOSE(mix, top, bottom, mask, n)
}

void pk_mix_constant(float *top, const float *bottom, float weight, size_t n) {
  CHOOSE(mix_constant, top, bottom, weight, n)
}

void pk_porter_duff(float *top, const float *bottom, const float *topAlpha, const float *bottomAlpha, size_t n,
                    int topFactor, int bottomFactor) {
  CHOOSE(porter_duff, top, bottom, topAlpha, bottomAlpha, n, topFactor, bottomFactor)
}

void pk_convolve(float *out, const float *in, size_t n, const ptrdiff_t *offsets, const float *weights, size_t taps) {
  CHOOSE(convolve, out, in, n, offsets, weights, taps)
}

void pk_resample(float *out, const float *in, size_t n, const int32_t *starts, const float *weights, size_t taps) {
  CHOOSE(resample, out, in, n, starts, weights, taps)
}

void pk_interpolate(float *out, const float *in, ptrdiff_t first, size_t n, const int32_t *index,
                    const float *fraction) {
  CHOOSE(interpolate, out, in, first, n, index, fraction)
}

void pk_blend_rows_l8(float *out, const uint8_t *x, const uint8_t *y, size_t n, float fraction) {
  CHOOSE(blend_rows_l8, out, x, y, n, fraction)
}

void pk_reduce(float *out, const float *in, size_t n, size_t step, const float *weights, size_t taps) {
  CHOOSE(reduce, out, in, n, step, weights, taps)
}

void pk_spline_cells(float *out, const float *in, size_t cells, size_t k, const float *weights) {
  CHOOSE(spline_cells, out, in, cells, k, weights)
}
