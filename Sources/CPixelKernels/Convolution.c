// Weighted sums of neighbours.
#include "Convolution.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "ConvolutionLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_convolve(float *out, const float *in, size_t n, const ptrdiff_t *offsets, const float *weights, size_t taps) {
  FASTEST(convolve)(out, in, n, offsets, weights, taps);
}

void pk_sum_shifted(float *out, const float *in, size_t n, size_t shift) {
  FASTEST(sum_shifted)(out, in, n, shift);
}

void pk_convolve_square(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                        const float *weights, size_t taps, float *scratch) {
  FASTEST(convolve_square)(out, outStride, in, inStride, columns, rows, weights, taps, scratch);
}
