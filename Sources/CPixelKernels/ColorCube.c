// Colours looked up in a cube.
#include "ColorCube.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "ColorCubeLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_cube(float *r, float *g, float *b, float *a, size_t n, const float *nodes, int dimension, int extrapolates,
             int changesAlpha) {
  FASTEST(cube)(r, g, b, a, n, nodes, dimension, extrapolates, changesAlpha);
}
