#include "include/Components.h"

#include <algorithm>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"

namespace {

void mark(const cv::Mat &plane, float threshold, float smallest_share, const int *points, int point_count, int margin,
          cv::Mat &marks) {
  cv::Mat labels, stats, centres;
  const int count = cv::connectedComponentsWithStats(plane > threshold, labels, stats, centres, 8, CV_32S);
  int largest = 0;
  for (int label = 1; label < count; ++label) largest = std::max(largest, stats.at<int>(label, cv::CC_STAT_AREA));

  // Label 0 is the background.
  std::vector<uint8_t> kept(count, 0);
  for (int label = 1; label < count; ++label)
    kept[label] = stats.at<int>(label, cv::CC_STAT_AREA) >= smallest_share * largest;
  for (int i = 0; i < point_count; ++i) {
    const cv::Point point(points[2 * i], points[2 * i + 1]);
    if (!cv::Rect(0, 0, plane.cols, plane.rows).contains(point)) continue;
    const int label = labels.at<int>(point);
    if (label > 0) kept[label] = 1;
  }

  cv::Mat rest(plane.size(), CV_8U), distance;
  for (int y = 0; y < plane.rows; ++y)
    for (int x = 0; x < plane.cols; ++x) rest.at<uint8_t>(y, x) = kept[labels.at<int>(y, x)] ? 0 : 1;
  if (cv::countNonZero(rest) == int(rest.total())) {
    marks = 0;
    return;
  }
  cv::distanceTransform(rest, distance, cv::DIST_L2, cv::DIST_MASK_5);
  const float reach = float(margin);
  for (int y = 0; y < plane.rows; ++y)
    for (int x = 0; x < plane.cols; ++x)
      marks.at<float>(y, x) = std::clamp((3 * reach - distance.at<float>(y, x)) / (2 * reach), 0.0f, 1.0f);
}

}  // namespace

int mk_mark_components(const float *plane, int width, int height, float threshold, float smallest_share,
                       const int *points, int point_count, int margin, float *marks, char *message,
                       size_t message_size) {
  return mk_guarded(message, message_size, [&] {
    cv::Mat result(height, width, CV_32F, marks);
    mark(cv::Mat(height, width, CV_32F, const_cast<float *>(plane)), threshold, smallest_share, points, point_count,
         margin, result);
  });
}
