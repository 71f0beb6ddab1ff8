#pragma once
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace mk {

/// The mean over a square window of `2 * radius + 1` pixels, the picture reflected beyond its edge.
inline cv::Mat mean(const cv::Mat &source, int radius) {
  cv::Mat result;
  cv::boxFilter(source, result, -1, cv::Size(2 * radius + 1, 2 * radius + 1), cv::Point(-1, -1), true,
                cv::BORDER_REFLECT);
  return result;
}

}  // namespace mk
