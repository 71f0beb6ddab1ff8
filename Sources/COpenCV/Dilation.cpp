#include "include/Dilation.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"

int mk_dilate(const uint8_t *plane, int width, int height, int radius, uint8_t *result, char *message,
              size_t message_size) {
  return mk_guarded(message, message_size, [&] {
    const cv::Mat source(height, width, CV_8U, const_cast<uint8_t *>(plane));
    cv::Mat target(height, width, CV_8U, result);
    const cv::Size side(2 * radius + 1, 2 * radius + 1);
    cv::dilate(source, target, cv::getStructuringElement(cv::MORPH_ELLIPSE, side));
  });
}
