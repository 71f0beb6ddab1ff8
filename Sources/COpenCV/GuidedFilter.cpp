#include "include/GuidedFilter.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace {

cv::Mat mean(const cv::Mat &source, int radius) {
  cv::Mat result;
  cv::boxFilter(source, result, CV_32F, cv::Size(2 * radius + 1, 2 * radius + 1), cv::Point(-1, -1), true,
                cv::BORDER_REFLECT);
  return result;
}

/// The inverse of the guide's covariance at each pixel, a symmetric 3x3 matrix as six planes.
struct InverseCovariance {
  cv::Mat rr, rg, rb, gg, gb, bb;
};

InverseCovariance inverse_covariance(const std::array<cv::Mat, 3> &guide, const std::array<cv::Mat, 3> &means,
                                     int radius, float epsilon) {
  const auto covariance = [&](int i, int j) -> cv::Mat {
    return mean(guide[i].mul(guide[j]), radius) - means[i].mul(means[j]);
  };
  cv::Mat rr = covariance(0, 0) + epsilon, rg = covariance(0, 1), rb = covariance(0, 2);
  cv::Mat gg = covariance(1, 1) + epsilon, gb = covariance(1, 2), bb = covariance(2, 2) + epsilon;
  InverseCovariance inverse;
  inverse.rr = gg.mul(bb) - gb.mul(gb);
  inverse.rg = gb.mul(rb) - rg.mul(bb);
  inverse.rb = rg.mul(gb) - gg.mul(rb);
  inverse.gg = rr.mul(bb) - rb.mul(rb);
  inverse.gb = rb.mul(rg) - rr.mul(gb);
  inverse.bb = rr.mul(gg) - rg.mul(rg);
  const cv::Mat determinant = inverse.rr.mul(rr) + inverse.rg.mul(rg) + inverse.rb.mul(rb);
  for (cv::Mat *plane : {&inverse.rr, &inverse.rg, &inverse.rb, &inverse.gg, &inverse.gb, &inverse.bb})
    *plane /= determinant;
  return inverse;
}

void fit(const uint8_t *guide_bytes, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width,
         int height, int radius, float epsilon, float *model) {
  const cv::Mat packed(height, width, CV_8UC4, const_cast<uint8_t *>(guide_bytes), guide_row_bytes);
  std::array<cv::Mat, 3> guide, means;
  for (int c = 0; c < 3; ++c) {
    cv::Mat channel;
    cv::extractChannel(packed, channel, c);
    channel.convertTo(guide[c], CV_32F, 1.0 / 255);
    means[c] = mean(guide[c], radius);
  }
  const InverseCovariance inverse = inverse_covariance(guide, means, radius, epsilon);

  cv::Mat models(height, width, CV_32FC(MK_GUIDED_MODEL), model);
  models.setTo(0);
  for (int p = 0; p < plane_count; ++p) {
    const cv::Mat plane(height, width, CV_32F, const_cast<float *>(planes) + size_t(p) * width * height);
    const cv::Mat plane_mean = mean(plane, radius);
    std::array<cv::Mat, 3> cross;
    for (int c = 0; c < 3; ++c) cross[c] = mean(guide[c].mul(plane), radius) - means[c].mul(plane_mean);
    std::array<cv::Mat, 4> coefficients;
    coefficients[0] = inverse.rr.mul(cross[0]) + inverse.rg.mul(cross[1]) + inverse.rb.mul(cross[2]);
    coefficients[1] = inverse.rg.mul(cross[0]) + inverse.gg.mul(cross[1]) + inverse.gb.mul(cross[2]);
    coefficients[2] = inverse.rb.mul(cross[0]) + inverse.gb.mul(cross[1]) + inverse.bb.mul(cross[2]);
    coefficients[3] = plane_mean - coefficients[0].mul(means[0]) - coefficients[1].mul(means[1]) -
                      coefficients[2].mul(means[2]);
    for (int c = 0; c < 4; ++c) cv::insertChannel(mean(coefficients[c], radius), models, c * MK_GUIDED_PLANES + p);
  }
}

typedef float Planes __attribute__((vector_size(4 * MK_GUIDED_PLANES)));

inline Planes load(const float *source) {
  Planes result;
  __builtin_memcpy(&result, source, sizeof result);
  return result;
}

}  // namespace

int mk_guided_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width,
                  int height, int radius, float epsilon, float *model, char *message, size_t message_size) {
  try {
    fit(guide, guide_row_bytes, planes, plane_count, width, height, radius, epsilon, model);
    return 0;
  } catch (const std::exception &error) {
    std::snprintf(message, message_size, "%s", error.what());
    return -1;
  } catch (...) {
    std::snprintf(message, message_size, "unknown failure");
    return -1;
  }
}

void mk_guided_apply(const float *model, int model_width, int model_height, const uint8_t *guide,
                     ptrdiff_t guide_row_bytes, int guide_width, int guide_height, uint8_t *output, int plane_count,
                     int first_row, int last_row, float *scratch) {
  const float step_x = float(model_width) / guide_width, step_y = float(model_height) / guide_height;
  const size_t row_count = size_t(model_width) * MK_GUIDED_MODEL;
  for (int y = first_row; y < last_row; ++y) {
    // One row of models, interpolated between the two that the output row lies between.
    const float model_y = std::clamp((y + 0.5f) * step_y - 0.5f, 0.0f, float(model_height - 1));
    const int y0 = int(model_y), y1 = std::min(y0 + 1, model_height - 1);
    const float fraction_y = model_y - y0;
    const float *above = model + y0 * row_count, *below = model + y1 * row_count;
    for (size_t i = 0; i < row_count; ++i) scratch[i] = above[i] + (below[i] - above[i]) * fraction_y;

    const uint8_t *pixel = guide + y * guide_row_bytes;
    for (int x = 0; x < guide_width; ++x, pixel += 4) {
      const float model_x = std::clamp((x + 0.5f) * step_x - 0.5f, 0.0f, float(model_width - 1));
      const int x0 = int(model_x), x1 = std::min(x0 + 1, model_width - 1);
      const float fraction_x = model_x - x0;
      const float *left = scratch + size_t(x0) * MK_GUIDED_MODEL, *right = scratch + size_t(x1) * MK_GUIDED_MODEL;
      const auto coefficient = [&](int c) {
        const Planes l = load(left + c * MK_GUIDED_PLANES), r = load(right + c * MK_GUIDED_PLANES);
        return l + (r - l) * fraction_x;
      };
      const Planes value = coefficient(0) * float(pixel[0]) + coefficient(1) * float(pixel[1]) +
                           coefficient(2) * float(pixel[2]) + coefficient(3) * 255.0f;
      for (int p = 0; p < plane_count; ++p)
        output[(size_t(p) * guide_height + y) * guide_width + x] = uint8_t(std::clamp(value[p], 0.0f, 255.0f) + 0.5f);
    }
  }
}
