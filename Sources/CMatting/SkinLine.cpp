// Colour lines between facial hair and skin.
#pragma STDC FP_CONTRACT OFF

#include "CMatting.h"

#include <algorithm>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"

namespace {

/// The mean over a square window of `2 * radius + 1` pixels; the picture is mirrored at its edges.
cv::Mat mean(const cv::Mat &source, int radius) {
  cv::Mat result;
  cv::boxFilter(source, result, -1, cv::Size(2 * radius + 1, 2 * radius + 1), cv::Point(-1, -1), true,
                cv::BORDER_REFLECT);
  return result;
}

cv::Mat ramp(const cv::Mat &values, float start, float end) {
  return cv::max(cv::min((values - start) / (end - start), 1.0), 0.0);
}

cv::Mat on_three(const cv::Mat &plane) {
  cv::Mat result;
  cv::merge(std::vector<cv::Mat>{plane, plane, plane}, result);
  return result;
}

/// The mean of the marked colours near by, or within three times the radius if few are marked near by.
struct Gathered {
  cv::Mat color;
  /// The fraction of the wider window that is marked.
  cv::Mat weight;

  Gathered(const cv::Mat &guide, const cv::Mat &marks, int radius, float enough)
      : weight(mean(marks, 3 * radius)) {
    const cv::Mat marked = guide.mul(on_three(marks)), near_weight = mean(marks, radius);
    const cv::Mat far_color = mean(marked, 3 * radius) / on_three(weight + 1e-5f);
    const cv::Mat near_color = mean(marked, radius) / on_three(near_weight + 1e-5f);
    const cv::Mat share = on_three(ramp(near_weight, 0, enough));
    color = far_color + (near_color - far_color).mul(share);
  }
};

cv::Mat luma(const cv::Mat &guide) {
  cv::Mat result;
  cv::transform(guide, result, cv::Matx13f(0.299f, 0.587f, 0.114f));
  return result;
}

void fit(const cv::Mat &packed, const cv::Mat &skin, const cv::Mat &portrait, const cv::Mat &hair, const cv::Mat &face,
         const cv::Mat &brows, const cv::Mat &other, int radius, float *model) {
  cv::Mat color, guide;
  cv::cvtColor(packed, color, cv::COLOR_RGBA2RGB);
  color.convertTo(guide, CV_32F, 1.0 / 255);
  const cv::Mat elsewhere = 1 - ramp(other, 0, 0.1f);

  const Gathered own(guide, ramp(skin, 0.85f, 0.95f).mul(elsewhere).mul(1 - ramp(brows, 0, 0.1f)), radius, 0.05f);
  // Facial hair is at least a quarter darker than the skin around it, and never certain skin.
  const cv::Mat darkness = 1 - luma(guide) / cv::max(luma(own.color), 0.02);
  const cv::Mat person = ramp(portrait, 0.8f, 0.9f);
  const cv::Mat dark = ramp(darkness, 0.25f, 0.6f).mul(elsewhere).mul(person).mul(1 - ramp(skin, 0.88f, 0.92f));
  const Gathered strands(guide, dark, radius, 0.03f);

  cv::Mat doubt = (skin > 0.06) & (skin < 0.94);
  cv::dilate(doubt, doubt, cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(5, 5)));
  doubt.convertTo(doubt, CV_32F, 1.0 / 255);
  cv::Mat where = cv::max(doubt.mul(face), ramp(brows, 0, 0.5f));
  cv::blur(where, where, cv::Size(3, 3));
  where = where.mul(elsewhere).mul(person).mul(1 - hair).mul(ramp(face, 0, 1)).mul(ramp(strands.weight, 0, 0.005f));

  for (int y = 0; y < guide.rows; ++y)
    for (int x = 0; x < guide.cols; ++x) {
      const cv::Vec3f end = strands.color.at<cv::Vec3f>(y, x), line = own.color.at<cv::Vec3f>(y, x) - end;
      const float length = line.dot(line);
      const float told_apart = std::clamp((length - 0.005f) / 0.02f, 0.0f, 1.0f);
      const cv::Vec3f slope = line / (length + 1e-4f);
      float *pixel = model + (size_t(y) * guide.cols + x) * MATTING_MODEL_FLOATS;
      std::fill_n(pixel, MATTING_MODEL_FLOATS, 0.0f);
      for (int c = 0; c < 3; ++c) pixel[c * MATTING_MODEL_PLANES] = slope[c];
      // The mean colour of a brow contains skin, so the line starts a fifth of its length earlier.
      pixel[3 * MATTING_MODEL_PLANES] = 0.2f - slope.dot(end);
      pixel[3 * MATTING_MODEL_PLANES + 1] = told_apart * where.at<float>(y, x);
    }
}

}  // namespace

int matting_skin_line_fit(const uint8_t *guide, ptrdiff_t guideRowBytes, const uint8_t *skin, const uint8_t *portrait,
                          const uint8_t *hair, const uint8_t *face, const uint8_t *brows, const uint8_t *other,
                          int width, int height, int radius, float *model, char *message, size_t messageSize) {
  return mk_guarded(message, messageSize, [&] {
    const auto plane = [&](const uint8_t *bytes) {
      cv::Mat result;
      cv::Mat(height, width, CV_8U, const_cast<uint8_t *>(bytes)).convertTo(result, CV_32F, 1.0 / 255);
      return result;
    };
    fit(cv::Mat(height, width, CV_8UC4, const_cast<uint8_t *>(guide), guideRowBytes), plane(skin), plane(portrait),
        plane(hair), plane(face), plane(brows), plane(other), radius, model);
  });
}
