// Three copies of the loops of the matting Laplacian, and the choice between them.
#include "MattingLaplacian.h"

#pragma STDC FP_CONTRACT OFF

typedef struct {
  size_t width, height;
  // Red, green, blue.
  const float *guide;
  // Of the window round each pixel: the mean (3 planes) and the inverse covariance (6); 0 at the block's border.
  float *windows;
  // What a plane is in each window as a linear function of the guide: three factors and a constant.
  float *models;
  // How many windows hold each pixel.
  float *counts;
} MattingBlock;

#define NAME(f) f##_baseline
#include "MattingLoops.h"
#undef NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define NAME(f) f##_avx2
#include "MattingLoops.h"
#undef NAME
#pragma clang attribute pop
#endif

int pk_matting_solve(const float *guide, float *alpha, const float *weight, size_t width, size_t height, float epsilon,
                     int iterations, float tolerance, float *scratch) {
  const size_t plane = width * height;
  const MattingBlock block = {width, height, guide, scratch, scratch + 9 * plane, scratch + 13 * plane};
  float *rest = scratch + 14 * plane;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return solve_avx2(&block, alpha, weight, epsilon, iterations, tolerance, rest);
#endif
  return solve_baseline(&block, alpha, weight, epsilon, iterations, tolerance, rest);
}
