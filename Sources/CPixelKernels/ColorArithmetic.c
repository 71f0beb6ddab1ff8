// Arithmetic on the components of colours.
#include "ColorArithmetic.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "ColorArithmeticLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_matrix3(float *r, float *g, float *b, size_t n, const float *matrix) {
  FASTEST(matrix3)(r, g, b, n, matrix);
}

void pk_matrix5(float *r, float *g, float *b, float *a, size_t n, const float *matrix) {
  FASTEST(matrix5)(r, g, b, a, n, matrix);
}

void pk_matrix4(float *r, float *g, float *b, size_t n, const float *matrix) {
  FASTEST(matrix4)(r, g, b, n, matrix);
}

void pk_scale_offset(float *p, size_t n, float factor, float offset) {
  FASTEST(scale_offset)(p, n, factor, offset);
}

void pk_premultiply(float *r, float *g, float *b, const float *a, size_t n) {
  FASTEST(premultiply)(r, g, b, a, n);
}

void pk_unpremultiply(float *r, float *g, float *b, const float *a, size_t n) {
  FASTEST(unpremultiply)(r, g, b, a, n);
}

void pk_maximum(float *out, const float *r, const float *g, const float *b, size_t n) {
  FASTEST(maximum)(out, r, g, b, n);
}

void pk_minimum(float *out, const float *r, const float *g, const float *b, size_t n) {
  FASTEST(minimum)(out, r, g, b, n);
}

void pk_choose(float *out, const float *x, const float *y, size_t n, int maximum) {
  FASTEST(choose)(out, x, y, n, maximum);
}

void pk_choose_among(float *out, const float *x, const float *y, size_t n, int maximum) {
  FASTEST(choose_among)(out, x, y, n, maximum);
}

void pk_clamp(float *p, size_t n, float low, float high) {
  FASTEST(clamp)(p, n, low, high);
}

void pk_scale(float *p, size_t n, float factor) {
  FASTEST(scale)(p, n, factor);
}

void pk_choose_of(float *out, const float *x, size_t n, int maximum) {
  FASTEST(choose_of)(out, x, n, maximum);
}

void pk_product(float *out, const float *p, const float *q, size_t n) {
  FASTEST(product)(out, p, q, n);
}

void pk_multiply(float *p, const float *q, size_t n) {
  FASTEST(multiply)(p, q, n);
}
