// The sums of the guided filter.
#include "GuidedFilter.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "GuidedFilterLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_luminance(float *out, const float *r, const float *g, const float *b, size_t n, const float *weights) {
  FASTEST(luminance)(out, r, g, b, n, weights);
}

void pk_guided_fit(float *mean, const float *product, const float *guide, const float *square, size_t n, float epsilon,
                   int isOffset) {
  FASTEST(guided_fit)(mean, product, guide, square, n, epsilon, isOffset);
}

void pk_guided_line(float *out, const float *slope, const float *guide, const float *offset, size_t n) {
  FASTEST(guided_line)(out, slope, guide, offset, n);
}
