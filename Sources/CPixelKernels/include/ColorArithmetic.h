// Arithmetic on the components of colours.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Linear colour through a 3 by 3 matrix, row after row.
void pk_matrix3(float *r, float *g, float *b, size_t n, const float *matrix);
// Three rows of (r, g, b, bias).
void pk_matrix4(float *r, float *g, float *b, size_t n, const float *matrix);
// Four rows of (r, g, b, a, bias).
void pk_matrix5(float *r, float *g, float *b, float *a, size_t n, const float *matrix);

// A negative alpha counts as 0.
void pk_premultiply(float *r, float *g, float *b, const float *a, size_t n);
// The colour becomes 0 if alpha is below 2^-20.
void pk_unpremultiply(float *r, float *g, float *b, const float *a, size_t n);

// out[i] = the largest (smallest) of r[i], g[i] and b[i]; `out` may be one of them.
void pk_maximum(float *out, const float *r, const float *g, const float *b, size_t n);
void pk_minimum(float *out, const float *r, const float *g, const float *b, size_t n);
// out[i] = the larger (`maximum` is 1) or smaller of x[i] and y[i]; `out` may be neither.
void pk_choose(float *out, const float *x, const float *y, size_t n, int maximum);
// The same for out[i] and x[i]; x[i] if neither is larger.
void pk_choose_of(float *out, const float *x, size_t n, int maximum);
// The same for out[i], x[i] and y[i].
void pk_choose_among(float *out, const float *x, const float *y, size_t n, int maximum);

void pk_clamp(float *p, size_t n, float low, float high);
void pk_scale(float *p, size_t n, float factor);
void pk_scale_offset(float *p, size_t n, float factor, float offset);
void pk_multiply(float *p, const float *q, size_t n);
// out[i] = p[i] * q[i]; `out` may be `p`.
void pk_product(float *out, const float *p, const float *q, size_t n);

#ifdef __cplusplus
}
#endif
