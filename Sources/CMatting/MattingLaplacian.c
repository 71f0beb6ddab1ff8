// Closed-form matting in one block of a picture.
#include "CMatting.h"

#pragma STDC FP_CONTRACT OFF

typedef struct {
  size_t width, height;
  // Red, green, blue.
  const float *guide;
  // The mean (3 planes) and the inverse covariance (6) of the window around each pixel; 0 at the block's border.
  float *windows;
  // A plane as a linear function of the guide in each window: three factors and a constant.
  float *models;
  // The number of windows that contain each pixel.
  float *counts;
} MattingBlock;

#define LOOPS "MattingLaplacianLoops.h"
#include "InstructionCopies.h"

int matting_laplacian_solve(const float *guide, float *alpha, const float *weight, size_t width, size_t height, float epsilon,
                     int iterations, float tolerance, float *scratch) {
  const size_t plane = width * height;
  const MattingBlock block = {width, height, guide, scratch, scratch + 9 * plane, scratch + 13 * plane};
  float *rest = scratch + 14 * plane;
  return FASTEST(solve)(&block, alpha, weight, epsilon, iterations, tolerance, rest);
}
