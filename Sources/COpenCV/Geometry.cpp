#include "Geometry.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "Border.hpp"

namespace {

cv::Mat matrix(const MKPicture &picture) {
  static const int depths[] = {CV_8U, CV_16U, CV_32F};
  return cv::Mat(
    picture.height, picture.width, CV_MAKETYPE(depths[picture.depth], picture.components), picture.data,
    picture.rowBytes);
}

int interpolation(MKFilter filter) {
  static const int filters[] = {cv::INTER_NEAREST, cv::INTER_LINEAR, cv::INTER_CUBIC, cv::INTER_AREA};
  return filters[filter];
}

/// Runs `body`, which fills `result` in place; an exception becomes a message.
template <typename Body>
int guarded(const MKPicture &result, char *message, size_t capacity, Body body) {
  return mk_guarded(message, capacity, [&] {
    cv::Mat output = matrix(result);
    body(output);
    // If the size or type did not match, OpenCV has allocated a new matrix, and the caller's memory is unchanged.
    if (output.data != result.data) throw cv::Exception(cv::Error::StsUnmatchedSizes, "result moved", "", "", 0);
  });
}

}  // namespace

int mk_resize(MKPicture source, MKPicture result, MKFilter filter, char *message, size_t capacity) {
  return guarded(result, message, capacity, [&](cv::Mat &output) {
    cv::resize(matrix(source), output, output.size(), 0, 0, interpolation(filter));
  });
}

int mk_warp(
  MKPicture source, MKPicture result, const double map[6], MKFilter filter, MKBorder border, char *message,
  size_t capacity) {
  return guarded(result, message, capacity, [&](cv::Mat &output) {
    const cv::Mat transform(2, 3, CV_64F, const_cast<double *>(map));
    cv::warpAffine(
      matrix(source), output, transform, output.size(), interpolation(filter) | cv::WARP_INVERSE_MAP,
      border == MKBorderReplicate ? cv::BORDER_REPLICATE : cv::BORDER_CONSTANT);
  });
}
