// Weighted sums of neighbours whose weights are the same to the left and right, above and below.
#include "CenteredRuns.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "CenteredRunsLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_centered_runs(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                      size_t across, size_t down, const uint32_t *firsts, const uint32_t *places,
                      const float *weights, float *scratch) {
  FASTEST(centered_runs)
  (out, outStride, in, inStride, columns, rows, across, down, firsts, places, weights, scratch);
}
