// The guided filter's linear models. Fused multiplications would make the results of the copies differ.
#pragma STDC FP_CONTRACT OFF

#include "CMatting.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "Border.hpp"

#define LOOPS "GuidedFilterLoops.hpp"
#include "InstructionCopies.h"

int matting_guided_fit(const uint8_t *guide, ptrdiff_t guideRowBytes, const float *planes, int planeCount, int width,
                       int height, int radius, float epsilon, int firstColumn, int lastColumn, float *model,
                       char *message, size_t messageSize) {
  return mk_guarded(message, messageSize, [&] {
    FASTEST(guided_fit)(guide, guideRowBytes, planes, planeCount, width, height, radius, epsilon, firstColumn,
                        lastColumn, model);
  });
}
