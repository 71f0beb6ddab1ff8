// Weighted sums of neighbours whose weights are the same to the left and right, above and below.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The sum over dy from -down to down of a row's: the sum over its steps of weight * (the values from -reach to reach of
// the pixel). Row |dy| has the steps from firsts[|dy|] up to firsts[|dy| + 1]; no reach is above `across`. `in` is the
// first of columns + 2 * across by rows + 2 * down values. `scratch` holds 32 * (across + 1) values.
void pk_centered_runs(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                      size_t across, size_t down, const uint32_t *firsts, const uint32_t *reaches,
                      const float *weights, float *scratch);

#ifdef __cplusplus
}
#endif
