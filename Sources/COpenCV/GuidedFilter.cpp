#include "include/GuidedFilter.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "Border.hpp"
#include "CPixelKernels.h"

// A fused multiplication would give other bits than there are without it.
#pragma STDC FP_CONTRACT OFF

#define MK_SET baseline
#include "MeanRows.hpp"
#include "GuidedFilterLoops.hpp"
#undef MK_SET

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define MK_SET avx2
#include "MeanRows.hpp"
#include "GuidedFilterLoops.hpp"
#undef MK_SET
#pragma clang attribute pop
#endif

int mk_guided_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width,
                  int height, int radius, float epsilon, int first_column, int last_column, float *model, char *message,
                  size_t message_size) {
  return mk_guarded(message, message_size, [&] {
#if defined(__x86_64__)
    if (pk_level() > 0) {
      mk::avx2::fit(guide, guide_row_bytes, planes, plane_count, width, height, radius, epsilon,
                    {first_column, last_column}, model);
      return;
    }
#endif
    mk::baseline::fit(guide, guide_row_bytes, planes, plane_count, width, height, radius, epsilon,
                      {first_column, last_column}, model);
  });
}
