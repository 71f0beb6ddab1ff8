// Rows of other sizes.
#include "Resampling.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define LOOPS "ResamplingLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_resample(float *out, const float *in, size_t n, size_t phase, const int32_t *starts, const float *weights,
                 size_t taps) {
  FASTEST(resample)(out, in, n, phase, starts, weights, taps);
}

void pk_resample_double(float *out, const float *in, size_t n, const float *even, const float *odd, size_t taps) {
  FASTEST(resample_double)(out, in, n, even, odd, taps);
}

void pk_add_resampled(float *out, const float *in, size_t n, const int32_t *starts, const float *weights) {
  FASTEST(add_resampled)(out, in, n, starts, weights);
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
