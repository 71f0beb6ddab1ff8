#include "include/ColorLine.h"

#include <algorithm>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"
#include "Mean.hpp"

namespace {

/// The colours near each pixel of what a mask marks.
struct LocalColor {
  cv::Mat mean;      // three channels
  cv::Mat variance;  // summed over the channels
  cv::Mat weight;    // the share of the window that is marked

  LocalColor(const cv::Mat &guide, const cv::Mat &mask, int radius) : weight(mk::mean(mask, radius)) {
    cv::Mat mask3, sum;
    cv::merge(std::vector<cv::Mat>{mask, mask, mask}, mask3);
    const cv::Mat marked = guide.mul(mask3);
    cv::Mat share;
    cv::Mat padded = weight + 1e-4f;
    cv::merge(std::vector<cv::Mat>{padded, padded, padded}, share);
    mean = mk::mean(marked, radius) / share;
    cv::Mat spread = mk::mean(marked.mul(guide), radius) / share - mean.mul(mean);
    cv::transform(spread, variance, cv::Matx13f(1, 1, 1));
    variance = cv::max(variance, 0);
  }
};

/// Where the edge of hair may be: what is neither surely person nor surely background, near hair, soft at its own edge.
cv::Mat hair_band(const cv::Mat &portrait, const cv::Mat &hair) {
  const auto grown = [](const cv::Mat &mask, int side) {
    cv::Mat result;
    cv::dilate(mask, result, cv::Mat::ones(side, side, CV_8U));
    return result;
  };
  const cv::Mat unsure = (portrait > 0.05) & (portrait < 0.95);
  cv::Mat band = grown(unsure, 9) & grown(hair > 0.3, 21), soft;
  cv::blur(band, band, cv::Size(7, 7));
  band.convertTo(soft, CV_32F, 1.0 / 255);
  return soft;
}

void fit(const cv::Mat &packed, const cv::Mat &portrait, const cv::Mat &hair, int radius, float *model) {
  cv::Mat color, guide;
  cv::cvtColor(packed, color, cv::COLOR_RGBA2RGB);
  color.convertTo(guide, CV_32F, 1.0 / 255);

  cv::Mat foreground_mask, background_mask;
  cv::erode(cv::Mat(portrait > 0.95), foreground_mask, cv::Mat());
  cv::erode(cv::Mat(portrait < 0.05), background_mask, cv::Mat());
  foreground_mask.convertTo(foreground_mask, CV_32F, 1.0 / 255);
  background_mask.convertTo(background_mask, CV_32F, 1.0 / 255);
  // Of the person it is hair whose colour matters; without any, what there is.
  const cv::Mat weight = cv::max(cv::min(hair * 1.2, 1.0), 0.02);
  const LocalColor foreground(guide, foreground_mask.mul(weight), radius), background(guide, background_mask, radius);
  const cv::Mat band = hair_band(portrait, hair);
  // Models are interpolated: those beside the band count too. The others stay 0, which is applied for nothing.
  cv::Mat used;
  cv::dilate(cv::Mat(band > 0), used, cv::Mat());
  std::fill_n(model, size_t(guide.rows) * guide.cols * MK_MODEL_FLOATS, 0.0f);

  for (int y = 0; y < guide.rows; ++y)
    for (int x = 0; x < guide.cols; ++x) {
      if (!used.at<uint8_t>(y, x)) continue;
      const cv::Vec3f b = background.mean.at<cv::Vec3f>(y, x), line = foreground.mean.at<cv::Vec3f>(y, x) - b;
      const float length = line.dot(line);
      // Strands are mixed with their background even in their middle, and backgrounds are never of one colour: the line is
      // read from a little after its start to some way before its end.
      const float start = 0.08f, end = 0.75f;
      const cv::Vec3f slope = line / ((length + 1e-4f) * (end - start));
      const float constant = -slope.dot(b) - start / (end - start);
      const float spread = background.variance.at<float>(y, x) + 0.35f * foreground.variance.at<float>(y, x);
      const float told_apart = std::clamp((length / (length + 6 * spread + 0.01f) - 0.35f) / 0.45f, 0.0f, 1.0f);
      const float known = std::min(foreground.weight.at<float>(y, x), background.weight.at<float>(y, x));
      float *pixel = model + (size_t(y) * guide.cols + x) * MK_MODEL_FLOATS;
      for (int c = 0; c < 3; ++c) pixel[c * MK_MODEL_PLANES] = slope[c];
      pixel[3 * MK_MODEL_PLANES] = constant;
      pixel[3 * MK_MODEL_PLANES + 1] = told_apart * std::clamp(known / 0.03f, 0.0f, 1.0f) * band.at<float>(y, x);
    }
}

}  // namespace

int mk_color_line_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *portrait, const float *hair,
                      int width, int height, int radius, float *model, char *message, size_t message_size) {
  return mk_guarded(message, message_size, [&] {
    const cv::Mat packed(height, width, CV_8UC4, const_cast<uint8_t *>(guide), guide_row_bytes);
    fit(packed, cv::Mat(height, width, CV_32F, const_cast<float *>(portrait)),
        cv::Mat(height, width, CV_32F, const_cast<float *>(hair)), radius, model);
  });
}
