// Weighted sums of neighbours whose weights are the same to the left and right, above and below.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The sum over dy from -down to down of a row's sum: that of the row farther out, |dy| + 1, plus the sum over its own
// steps of weight * (the two values at `place` to the left and right of the pixel, or the pixel's own if `place` is 0).
// Row |dy| has the steps from firsts[|dy|] up to firsts[|dy| + 1]; no `place` exceeds `across`. `in` is the first of
// columns + 2 * across by rows + 2 * down values. `scratch` holds 64 * (across + down + 2) values, aligned to 64 bytes.
void pk_centered_runs(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                      size_t across, size_t down, const uint32_t *firsts, const uint32_t *places,
                      const float *weights, float *scratch);

#ifdef __cplusplus
}
#endif
