// Blending and compositing of planes.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// top = top * mask + bottom * (1 - mask): exactly bottom where mask is 0, even if top is infinite or NaN, and exactly
// top where it is 1, whatever bottom is.
void pk_mix(float *top, const float *bottom, const float *mask, size_t n);
// The same for three planes.
void pk_mix_color(float *topR, float *topG, float *topB, const float *r, const float *g, const float *b,
                  const float *mask, size_t n);
// The same for a top whose three planes all equal topG; topR and topB are only written.
void pk_mix_gray(float *topR, float *topG, float *topB, const float *r, const float *g, const float *b,
                 const float *mask, size_t n);
// The same with one weight for all pixels.
void pk_mix_constant(float *top, const float *bottom, float weight, size_t n);
// Whether all values are 0.
int pk_is_zero(const float *p, size_t n);
// Whether all values are 1.
int pk_is_one(const float *p, size_t n);

// The factors of pk_porter_duff: 0, 1, alpha, 1 - alpha.
enum { PK_ZERO = 0, PK_ONE = 1, PK_ALPHA = 2, PK_INVERSE_ALPHA = 3 };
// Porter-Duff: top * (factor of the bottom's alpha) + bottom * (factor of the top's alpha).
void pk_porter_duff(float *top, const float *bottom, const float *topAlpha, const float *bottomAlpha, size_t n,
                    int topFactor, int bottomFactor);

#ifdef __cplusplus
}
#endif
