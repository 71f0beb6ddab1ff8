// Colour lines between hair and the background.
#pragma STDC FP_CONTRACT OFF

#include "CMatting.h"

#include <algorithm>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"

#define NAME(f) f##_baseline
#include "MeanRows.hpp"
#undef NAME

namespace {

/// The value of a mask, and sums of the colours weighted by it.
struct Marked {
  float weight, color[3], squares;

  void set(float mask, const float *rgb) {
    weight = mask;
    for (int c = 0; c < 3; ++c) color[c] = mask * rgb[c];
    squares = mask * (rgb[0] * rgb[0] + rgb[1] * rgb[1] + rgb[2] * rgb[2]);
  }
};

/// The same for person and background, padded to whole vectors.
struct Both {
  Marked person, background;
  float padding[2];
};

/// The colour statistics of a mask near a pixel.
struct LocalColor {
  cv::Vec3f mean;
  float variance;  // summed over the channels
  float weight;    // the fraction of the window that is marked

  explicit LocalColor(const Marked &means) : weight(means.weight) {
    const float share = means.weight + 1e-4f;
    for (int c = 0; c < 3; ++c) mean[c] = means.color[c] / share;
    variance = std::max(means.squares / share - mean.dot(mean), 0.0f);
  }
};

/// The region in which the edge of hair may lie: near hair, and neither certain person nor certain background. It has a
/// soft edge. Its lengths are fractions of the radius, because planes of half the size show the same hair.
cv::Mat hair_band(const cv::Mat &portrait, const cv::Mat &hair, int radius) {
  const auto side = [radius](float part) { return 2 * cvRound(part * radius) + 1; };
  const auto grown = [](const cv::Mat &mask, int side) {
    cv::Mat result;
    cv::dilate(mask, result, cv::Mat::ones(side, side, CV_8U));
    return result;
  };
  const cv::Mat unsure = (portrait > 0.05) & (portrait < 0.95);
  cv::Mat band = grown(unsure, side(1 / 6.0f)) & grown(hair > 0.3, side(5 / 12.0f)), soft;
  cv::blur(band, band, cv::Size(side(1 / 8.0f), side(1 / 8.0f)));
  band.convertTo(soft, CV_32F, 1.0 / 255);
  return soft;
}

/// The mask eroded by one pixel.
cv::Mat surely(const cv::Mat &mask) {
  cv::Mat result;
  cv::erode(mask, result, cv::Mat());
  return result;
}

void fit(const cv::Mat &packed, const cv::Mat &portrait, const cv::Mat &hair, int radius, float *lines) {
  const int width = packed.cols;
  const cv::Mat person = surely(portrait > 0.95), background = surely(portrait < 0.05);
  const cv::Mat band = hair_band(portrait, hair, radius);
  // Lines are interpolated, so those next to the band are needed too. The others stay 0, which is fast to apply.
  cv::Mat used;
  cv::dilate(cv::Mat(band > 0), used, cv::Mat());
  std::fill_n(lines, packed.total() * MATTING_LINE_FLOATS, 0.0f);

  const auto marked = [&](int y, Both *row) {
    const uint8_t *pixel = packed.ptr(y), *of_person = person.ptr(y), *of_background = background.ptr(y);
    const float *hairiness = hair.ptr<float>(y);
    for (int x = 0; x < width; ++x, pixel += 4) {
      const float rgb[3] = {pixel[0] / 255.0f, pixel[1] / 255.0f, pixel[2] / 255.0f};
      // The colour of hair represents the person; without hair near by, any colour of the person does.
      const float weight = std::max(std::min(hairiness[x] * 1.2f, 1.0f), 0.02f);
      row[x].person.set(of_person[x] ? weight : 0, rgb);
      row[x].background.set(of_background[x] ? 1 : 0, rgb);
    }
  };
  matting_baseline::MeanRows<Both, decltype(marked)> means(width, packed.rows, {0, width}, radius, marked);
  std::vector<Both> mean(width);
  for (int y = 0; y < packed.rows; ++y) {
    means.next(mean.data());
    for (int x = 0; x < width; ++x) {
      if (!used.at<uint8_t>(y, x)) continue;
      const LocalColor person(mean[x].person), background(mean[x].background);
      const cv::Vec3f line = person.mean - background.mean;
      const float length = line.dot(line);
      // Strands are mixed with their background even in their centre, and backgrounds vary. So alpha reaches 0 a little
      // after the line's start, and 1 well before its end.
      const float start = 0.08f, end = 0.75f;
      const cv::Vec3f slope = line / ((length + 1e-4f) * (end - start));
      const float constant = -slope.dot(background.mean) - start / (end - start);
      // A background that varies projects onto the line as if it were partly hair. Hair that varies projects beyond the
      // line's end, where alpha is 1 anyway, and counts less.
      const float spread = 15 * background.variance + 2 * person.variance;
      const float told_apart = std::clamp((length / (length + spread + 0.01f) - 0.35f) / 0.45f, 0.0f, 1.0f);
      const float known = std::min(person.weight, background.weight);
      float *pixel = lines + (size_t(y) * width + x) * MATTING_LINE_FLOATS;
      std::copy_n(slope.val, 3, pixel);
      pixel[3] = constant;
      pixel[4] = told_apart * std::clamp(known / 0.03f, 0.0f, 1.0f) * band.at<float>(y, x);
    }
  }
}

}  // namespace

int matting_color_line_fit(const uint8_t *guide, ptrdiff_t guideRowBytes, const float *portrait, const float *hair,
                           int width, int height, int radius, float *lines, char *message, size_t messageSize) {
  return mk_guarded(message, messageSize, [&] {
    const cv::Mat packed(height, width, CV_8UC4, const_cast<uint8_t *>(guide), guideRowBytes);
    fit(packed, cv::Mat(height, width, CV_32F, const_cast<float *>(portrait)),
        cv::Mat(height, width, CV_32F, const_cast<float *>(hair)), radius, lines);
  });
}
