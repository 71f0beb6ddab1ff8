#include "include/GuidedFilter.h"

#include <algorithm>
#include <array>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"
#include "Mean.hpp"

namespace {

using mk::mean;

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

  cv::Mat models(height, width, CV_32FC(MK_MODEL_FLOATS), model);
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
    for (int c = 0; c < 4; ++c) cv::insertChannel(mean(coefficients[c], radius), models, c * MK_MODEL_PLANES + p);
  }
}

}  // namespace

int mk_guided_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width,
                  int height, int radius, float epsilon, float *model, char *message, size_t message_size) {
  return mk_guarded(message, message_size, [&] {
    fit(guide, guide_row_bytes, planes, plane_count, width, height, radius, epsilon, model);
  });
}
