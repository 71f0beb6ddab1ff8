// Window sums whose two outermost values may have another weight.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// out[i] = edge * (in[i] + in[i + taps - 1]) + inner * (sum of the values between), for an odd number of taps, at least
// 3. `scratch` holds 3 * (n + taps) values.
void pk_box_row(float *out, const float *in, size_t n, size_t taps, float inner, float edge, float *scratch);

// The same down the columns. `scratch` holds 192 * (rows + taps) values.
void pk_box_columns(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                    size_t taps, float inner, float edge, float *scratch);

#ifdef __cplusplus
}
#endif
