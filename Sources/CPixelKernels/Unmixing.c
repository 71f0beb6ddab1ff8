// The person's share of mixed pixels.
#include "Unmixing.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "UnmixingLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_unmix(float *r, float *g, float *b, float *a, const float *ownR, const float *ownG, const float *ownB,
              const float *behindR, const float *behindG, const float *behindB, const float *matte, size_t n,
              float noise, float doubtFrom, float doubtTo) {
  FASTEST(unmix)
  (r, g, b, a, ownR, ownG, ownB, behindR, behindG, behindB, matte, n, noise, doubtFrom, doubtTo);
}
