// The matting Laplacian of Levin, Lischinski and Weiss ("A Closed-Form Solution to Natural Image Matting", 2008) over
// windows of 3x3 pixels, never written out as a matrix, and conjugate gradients on it, in one block of a picture.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The longest side of a block.
#define PK_MATTING_SIDE 256
// Floats of scratch memory a pixel.
#define PK_MATTING_SCRATCH 18

// Finds the values of `alpha` that make a' L a + sum of weight * (a - target)^2 least, where weight is not negative; the
// others are given and stay. `guide`: planes of red, green and blue, `0...1`. All planes hold width * height floats; both
// sides are 3...PK_MATTING_SIDE. `alpha` holds the first guess, which is the target as well. `epsilon`: the variance
// below which a window counts as flat. Stops after `iterations`, or when the preconditioned residual has fallen to
// `tolerance` of its start. `scratch`: PK_MATTING_SCRATCH * width * height floats. Gives the number of iterations.
int pk_matting_solve(const float *guide, float *alpha, const float *weight, size_t width, size_t height, float epsilon,
                     int iterations, float tolerance, float *scratch);

#ifdef __cplusplus
}
#endif
