#include "include/LinearModel.h"

#include <algorithm>

namespace {

typedef float Planes __attribute__((vector_size(4 * MK_MODEL_PLANES)));

inline Planes load(const float *source) {
  Planes result;
  __builtin_memcpy(&result, source, sizeof result);
  return result;
}

/// Whether planes are 0 here whatever the picture shows.
inline bool is_zero(const float *model) {
  Planes sum = {};
  for (int c = 0; c < 4; ++c) {
    const Planes coefficient = load(model + c * MK_MODEL_PLANES);
    sum += coefficient * coefficient;
  }
  return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

}  // namespace

void mk_model_apply(const float *model, int model_width, int model_height, const uint8_t *guide,
                    ptrdiff_t guide_row_bytes, int guide_width, int guide_height, uint8_t *output, int plane_count,
                    int first_row, int last_row, float *scratch) {
  const float step_x = float(model_width) / guide_width, step_y = float(model_height) / guide_height;
  const size_t row_count = size_t(model_width) * MK_MODEL_FLOATS;
  for (int y = first_row; y < last_row; ++y) {
    // One row of models, interpolated between the two that the output row lies between.
    const float model_y = std::clamp((y + 0.5f) * step_y - 0.5f, 0.0f, float(model_height - 1));
    const int y0 = int(model_y), y1 = std::min(y0 + 1, model_height - 1);
    const float fraction_y = model_y - y0;
    const float *above = model + y0 * row_count, *below = model + y1 * row_count;
    for (size_t i = 0; i < row_count; ++i) scratch[i] = above[i] + (below[i] - above[i]) * fraction_y;

    const uint8_t *pixel = guide + y * guide_row_bytes;
    // Of the pair of models that a pixel lies between; it holds for all pixels between the same two.
    int last_x0 = -1;
    bool nothing = false;
    for (int x = 0; x < guide_width; ++x, pixel += 4) {
      const float model_x = std::clamp((x + 0.5f) * step_x - 0.5f, 0.0f, float(model_width - 1));
      const int x0 = int(model_x), x1 = std::min(x0 + 1, model_width - 1);
      const float fraction_x = model_x - x0;
      const float *left = scratch + size_t(x0) * MK_MODEL_FLOATS, *right = scratch + size_t(x1) * MK_MODEL_FLOATS;
      if (x0 != last_x0) last_x0 = x0, nothing = is_zero(left) && is_zero(right);
      if (nothing) {
        for (int p = 0; p < plane_count; ++p) output[(size_t(p) * guide_height + y) * guide_width + x] = 0;
        continue;
      }
      const auto coefficient = [&](int c) {
        const Planes l = load(left + c * MK_MODEL_PLANES), r = load(right + c * MK_MODEL_PLANES);
        return l + (r - l) * fraction_x;
      };
      const Planes value = coefficient(0) * float(pixel[0]) + coefficient(1) * float(pixel[1]) +
                           coefficient(2) * float(pixel[2]) + coefficient(3) * 255.0f;
      for (int p = 0; p < plane_count; ++p)
        output[(size_t(p) * guide_height + y) * guide_width + x] = uint8_t(std::clamp(value[p], 0.0f, 255.0f) + 0.5f);
    }
  }
}
