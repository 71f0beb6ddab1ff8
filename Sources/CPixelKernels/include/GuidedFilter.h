// The sums of the guided filter (He, Sun and Tang, "Guided Image Filtering", 2010).
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// out[i] = the luminance of r[i], g[i] and b[i] by the weights of the three; `out` may be none of them.
void pk_luminance(float *out, const float *r, const float *g, const float *b, size_t n, const float *weights);

// Equations 5 and 6: from the means of the guide, of its square and of its product with a component, replaces the
// component's mean by its slope along the guide, or by the offset if `isOffset` is 1.
void pk_guided_fit(float *mean, const float *product, const float *guide, const float *square, size_t n, float epsilon,
                   int isOffset);

// Equation 8: out[i] = slope[i] * guide[i] + offset[i].
void pk_guided_line(float *out, const float *slope, const float *guide, const float *offset, size_t n);

#ifdef __cplusplus
}
#endif
