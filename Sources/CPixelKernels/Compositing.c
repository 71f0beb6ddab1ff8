// Blending and compositing of planes.
#include "Compositing.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "CompositingLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_mix(float *top, const float *bottom, const float *mask, size_t n) {
  FASTEST(mix)(top, bottom, mask, n);
}

void pk_mix_color(float *topR, float *topG, float *topB, const float *r, const float *g, const float *b,
                  const float *mask, size_t n) {
  FASTEST(mix_color)(topR, topG, topB, r, g, b, mask, n);
}

void pk_mix_gray(float *topR, float *topG, float *topB, const float *r, const float *g, const float *b,
                 const float *mask, size_t n) {
  FASTEST(mix_gray)(topR, topG, topB, r, g, b, mask, n);
}

int pk_is_zero(const float *p, size_t n) {
  return FASTEST(is_zero)(p, n);
}

int pk_is_one(const float *p, size_t n) {
  return FASTEST(is_one)(p, n);
}

void pk_mix_constant(float *top, const float *bottom, float weight, size_t n) {
  FASTEST(mix_constant)(top, bottom, weight, n);
}

void pk_porter_duff(float *top, const float *bottom, const float *topAlpha, const float *bottomAlpha, size_t n,
                    int topFactor, int bottomFactor) {
  FASTEST(porter_duff)(top, bottom, topAlpha, bottomAlpha, n, topFactor, bottomFactor);
}
