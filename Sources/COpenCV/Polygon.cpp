#include "include/Polygon.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"

int mk_fill_polygon(uint8_t *plane, int width, int height, const float *points, int count, uint8_t value, char *message,
                    size_t message_size) {
  return mk_guarded(message, message_size, [&] {
    if (count < 3) return;
    float left = points[0], right = left, top = points[1], bottom = top;
    for (int i = 1; i < count; ++i) {
      left = std::min(left, points[2 * i]), right = std::max(right, points[2 * i]);
      top = std::min(top, points[2 * i + 1]), bottom = std::max(bottom, points[2 * i + 1]);
    }
    const auto inside = [](float value, int limit) { return int(std::clamp(value, 0.0f, float(limit))); };
    const cv::Rect box(cv::Point(inside(std::floor(left), width), inside(std::floor(top), height)),
                       cv::Point(inside(std::ceil(right), width), inside(std::ceil(bottom), height)));
    if (box.empty()) return;

    // Coverage is computed on a finer grid: OpenCV's anti-aliasing of filled polygons covers only their outline.
    const int finer = 4, shift = 4;
    const float limit = 1 << 24;
    std::vector<cv::Point> corners;
    for (int i = 0; i < count; ++i) {
      const auto fixed = [&](float coordinate, int origin) {
        return int(std::lround((std::clamp((coordinate - origin) * finer, -limit, limit) - 0.5f) * (1 << shift)));
      };
      corners.emplace_back(fixed(points[2 * i], box.x), fixed(points[2 * i + 1], box.y));
    }
    cv::Mat fine = cv::Mat::zeros(box.height * finer, box.width * finer, CV_8U), coverage;
    cv::fillPoly(fine, std::vector<std::vector<cv::Point>>{corners}, cv::Scalar(255), cv::LINE_8, shift);
    cv::resize(fine, coverage, box.size(), 0, 0, cv::INTER_AREA);
    for (int y = 0; y < box.height; ++y) {
      uint8_t *row = plane + size_t(box.y + y) * width + box.x;
      const uint8_t *covered = coverage.ptr(y);
      for (int x = 0; x < box.width; ++x) row[x] = uint8_t((row[x] * (255 - covered[x]) + value * covered[x] + 127) / 255);
    }
  });
}
