// The matting Laplacian: the copies of its loops, and the choice between them.
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

#define LOOPS "MattingLoops.h"
#include "InstructionCopies.h"

int pk_matting_solve(const float *guide, float *alpha, const float *weight, size_t width, size_t height, float epsilon,
                     int iterations, float tolerance, float *scratch) {
  const size_t plane = width * height;
  const MattingBlock block = {width, height, guide, scratch, scratch + 9 * plane, scratch + 13 * plane};
  float *rest = scratch + 14 * plane;
  return FASTEST(solve)(&block, alpha, weight, epsilon, iterations, tolerance, rest);
}
