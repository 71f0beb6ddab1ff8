// Weighted sums of neighbours.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// out[i] = sum over t of weights[t] * in[i + offsets[t]].
void pk_convolve(float *out, const float *in, size_t n, const ptrdiff_t *offsets, const float *weights, size_t taps);

// out[i] = in[i] + in[i + shift], and in[i] for the last `shift` values.
void pk_sum_shifted(float *out, const float *in, size_t n, size_t shift);

// The same weights vertically, then horizontally: `in` is the first of columns + taps - 1 by rows + taps - 1 values.
// `scratch` holds 16 * (columns + taps) values.
void pk_convolve_square(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                        const float *weights, size_t taps, float *scratch);

#ifdef __cplusplus
}
#endif
