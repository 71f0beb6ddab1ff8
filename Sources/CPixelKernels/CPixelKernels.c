// The kernels, each run by the copy of its loops that suits the processor.
#include "CPixelKernels.h"

#include <math.h>
#include <string.h>

#include "PowerTables.h"

#pragma STDC FP_CONTRACT OFF
// Loops that must be vectors for speed are none under sanitizers.
#pragma clang diagnostic ignored "-Wpass-failed"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// A pixel of eight bits a component, wherever it lies.
typedef uint32_t pixel32 __attribute__((aligned(1), may_alias));

#define LOOPS "KernelLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_decode_rgba8(const uint8_t *samples, size_t n, const float *red, const float *green, const float *blue,
                     const float *matrix, int alpha, float *r, float *g, float *b, float *a) {
  if (alpha == PK_OPAQUE && red == green && green == blue) {
    FASTEST(decode_opaque8)(samples, n, red, r, g, b, a);
    if (matrix) pk_matrix3(r, g, b, n, matrix);
    return;
  }
  FASTEST(decode_rgba8)(samples, n, red, green, blue, matrix, alpha, r, g, b, a);
}

void pk_decode_rgba16(const uint16_t *samples, size_t n, const float *red, const float *green, const float *blue,
                      const float *matrix, int alpha, float *r, float *g, float *b, float *a) {
  FASTEST(decode_rgba16)(samples, n, red, green, blue, matrix, alpha, r, g, b, a);
}

void pk_decode_l8(const uint8_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a) {
  FASTEST(decode_l8)(samples, n, curve, r, g, b, a);
}

void pk_decode_l16(const uint16_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a) {
  FASTEST(decode_l16)(samples, n, curve, r, g, b, a);
}

void pk_decode_light8(const uint8_t *samples, size_t n, float *r, float *g, float *b, float *a) {
  FASTEST(decode_light8)(samples, n, r, g, b, a);
}

void pk_encode_light8(const float *r, const float *g, const float *b, size_t n, uint8_t *samples) {
  FASTEST(encode_light8)(r, g, b, n, samples);
}

void pk_encode_rgba8(const float *r, const float *g, const float *b, const float *a, size_t n,
                     const PKEncodingTable *tables, const float *matrix, int alpha, uint8_t *samples) {
  const float *lines = tables[0].lines;
  if (alpha == PK_OPAQUE && lines && lines == tables[1].lines && lines == tables[2].lines) {
    FASTEST(encode_opaque8)(r, g, b, n, lines, matrix, samples);
    return;
  }
  FASTEST(encode_rgba8)(r, g, b, a, n, tables, matrix, alpha, samples);
}

void pk_encode_rgba16(const float *r, const float *g, const float *b, const float *a, size_t n,
                      const PKEncodingTable *tables, const float *matrix, int alpha, uint16_t *samples) {
  FASTEST(encode_rgba16)(r, g, b, a, n, tables, matrix, alpha, samples);
}

void pk_encode_l8(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                  uint8_t *samples) {
  FASTEST(encode_l8)(r, g, b, n, table, samples);
}

void pk_encode_l16(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                   uint16_t *samples) {
  FASTEST(encode_l16)(r, g, b, n, table, samples);
}

void pk_prefetch(const void *memory, size_t count) {
  for (size_t i = 0; i < count; i += 64) __builtin_prefetch((const char *)memory + i);
}

void pk_deinterleave(const float *samples, size_t n, float *r, float *g, float *b, float *a) {
  FASTEST(deinterleave)(samples, n, r, g, b, a);
}

void pk_interleave(const float *r, const float *g, const float *b, const float *a, size_t n, float *samples) {
  FASTEST(interleave)(r, g, b, a, n, samples);
}

void pk_matrix3(float *r, float *g, float *b, size_t n, const float *matrix) {
  FASTEST(matrix3)(r, g, b, n, matrix);
}

void pk_matrix5(float *r, float *g, float *b, float *a, size_t n, const float *matrix) {
  FASTEST(matrix5)(r, g, b, a, n, matrix);
}

void pk_matrix4(float *r, float *g, float *b, size_t n, const float *matrix) {
  FASTEST(matrix4)(r, g, b, n, matrix);
}

void pk_scale_offset(float *p, size_t n, float factor, float offset) {
  FASTEST(scale_offset)(p, n, factor, offset);
}

void pk_premultiply(float *r, float *g, float *b, const float *a, size_t n) {
  FASTEST(premultiply)(r, g, b, a, n);
}

void pk_unpremultiply(float *r, float *g, float *b, const float *a, size_t n) {
  FASTEST(unpremultiply)(r, g, b, a, n);
}

void pk_maximum(float *out, const float *r, const float *g, const float *b, size_t n) {
  FASTEST(maximum)(out, r, g, b, n);
}

void pk_minimum(float *out, const float *r, const float *g, const float *b, size_t n) {
  FASTEST(minimum)(out, r, g, b, n);
}

void pk_choose(float *out, const float *x, const float *y, size_t n, int maximum) {
  FASTEST(choose)(out, x, y, n, maximum);
}

void pk_choose_among(float *out, const float *x, const float *y, size_t n, int maximum) {
  FASTEST(choose_among)(out, x, y, n, maximum);
}

void pk_clamp(float *p, size_t n, float low, float high) {
  FASTEST(clamp)(p, n, low, high);
}

void pk_scale(float *p, size_t n, float factor) {
  FASTEST(scale)(p, n, factor);
}

void pk_multiply(float *p, const float *q, size_t n) {
  FASTEST(multiply)(p, q, n);
}

void pk_power(float *p, size_t n, float exponent) {
  FASTEST(power)(p, n, exponent);
}

void pk_power_tables(float exponent, float *tables) {
  // Octave o stands at o & 31 of its biased exponent.
  for (int octave = 0; octave < 32; octave++) tables[(127 - 24 + octave) & 31] = (float)exp2(exponent * (octave - 24.0));
  const double step = 1.0 / 32;
  for (int part = 0; part < 32; part++) {
    double start = 1 + part * step;
    // Through the ends and the middle, so that the whole has no steps.
    double low = pow(start, exponent), high = pow(start + step, exponent), middle = pow(start + step / 2, exponent);
    double bend = 2 * (low + high - 2 * middle);
    tables[32 + part] = (float)low;
    tables[64 + part] = (float)((high - low - bend) / step);
    tables[96 + part] = (float)(bend / (step * step));
  }
}

void pk_power_tabled(float *p, size_t n, float exponent, const float *tables) {
  FASTEST(power_tabled)(p, n, exponent, tables);
}

void pk_srgb_encode(float *p, size_t n) {
  FASTEST(srgb_encode)(p, n);
}

void pk_srgb_decode(float *p, size_t n) {
  FASTEST(srgb_decode)(p, n);
}

void pk_mix(float *top, const float *bottom, const float *mask, size_t n) {
  FASTEST(mix)(top, bottom, mask, n);
}

void pk_mix_color(float *topR, float *topG, float *topB, const float *r, const float *g, const float *b,
                  const float *mask, size_t n) {
  FASTEST(mix_color)(topR, topG, topB, r, g, b, mask, n);
}

int pk_is_zero(const float *p, size_t n) {
  return FASTEST(is_zero)(p, n);
}

void pk_mix_constant(float *top, const float *bottom, float weight, size_t n) {
  FASTEST(mix_constant)(top, bottom, weight, n);
}

void pk_porter_duff(float *top, const float *bottom, const float *topAlpha, const float *bottomAlpha, size_t n,
                    int topFactor, int bottomFactor) {
  FASTEST(porter_duff)(top, bottom, topAlpha, bottomAlpha, n, topFactor, bottomFactor);
}

void pk_convolve(float *out, const float *in, size_t n, const ptrdiff_t *offsets, const float *weights, size_t taps) {
  FASTEST(convolve)(out, in, n, offsets, weights, taps);
}

void pk_convolve_square(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                        const float *weights, size_t taps, float *scratch) {
  FASTEST(convolve_square)(out, outStride, in, inStride, columns, rows, weights, taps, scratch);
}

void pk_resample(float *out, const float *in, size_t n, size_t phase, const int32_t *starts, const float *weights,
                 size_t taps) {
  FASTEST(resample)(out, in, n, phase, starts, weights, taps);
}

void pk_cube(float *r, float *g, float *b, float *a, size_t n, const float *nodes, int dimension, int extrapolates,
             int changesAlpha) {
  FASTEST(cube)(r, g, b, a, n, nodes, dimension, extrapolates, changesAlpha);
}

void pk_box_row(float *out, const float *in, size_t n, size_t taps, float inner, float edge, float *scratch) {
  FASTEST(box_row)(out, in, n, taps, inner, edge, scratch);
}

void pk_box_columns(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                    size_t taps, float inner, float edge, float *scratch) {
  FASTEST(box_columns)(out, outStride, in, inStride, columns, rows, taps, inner, edge, scratch);
}

void pk_interpolate_l8(float *out, const uint8_t *upper, const uint8_t *lower, size_t width, float share, size_t n,
                       const int32_t *index, const float *fraction) {
  FASTEST(interpolate_l8)(out, upper, lower, width, share, n, index, fraction);
}

void pk_reduce(float *out, const float *in, size_t n, size_t step, const float *weights, size_t taps) {
  FASTEST(reduce)(out, in, n, step, weights, taps);
}

void pk_spline_cells(float *out, const float *in, size_t cells, size_t k, const float *weights) {
  FASTEST(spline_cells)(out, in, cells, k, weights);
}

void pk_add_weighted8(float *sums, const uint8_t *samples, size_t n, float weight) {
  FASTEST(add_weighted8)(sums, samples, n, weight);
}

void pk_mean_rgba8(uint8_t *samples, const float *sums, size_t n, const ptrdiff_t *starts, const ptrdiff_t *offsets,
                   const float *weights) {
  FASTEST(mean_rgba8)(samples, sums, n, starts, offsets, weights);
}
