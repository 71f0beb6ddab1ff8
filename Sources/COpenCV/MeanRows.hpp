#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mk {

/// Means over square windows of pixels of a `Value` each, row by row: nothing but the rows of a window is kept. The picture
/// is reflected beyond its edges. A `Value` is made of nothing but floats; `Source` is called once for each row, in order,
/// with a row of them to fill.
///
/// Sums move along by what enters and what leaves the window, for all floats of a pixel at once. In single precision they
/// are off by some millionths of the largest value after a thousand steps: center what a variance is taken of.
template <typename Value, typename Source>
class MeanRows {
 public:
  MeanRows(int width, int height, int radius, Source source)
      : width_(width), height_(height), radius_(radius), kept_(std::min(height, 2 * radius + 2)), source_(source),
        row_(width), sums_(width), ring_(size_t(kept_) * width) {}

  /// The means round the pixels of the next row.
  void next(Value *means) {
    float *sums = floats(sums_.data()), *result = floats(means);
    const size_t count = count_ * width_;
    if (done_ == 0) {
      for (int y = -radius_; y <= radius_; ++y) {
        const float *entering = along(y);
        for (size_t i = 0; i < count; ++i) sums[i] += entering[i];
      }
    } else {
      const float *entering = along(done_ + radius_), *leaving = along(done_ - 1 - radius_);
      for (size_t i = 0; i < count; ++i) sums[i] += entering[i] - leaving[i];
    }
    const float side = float(2 * radius_ + 1), scale = 1 / (side * side);
    for (size_t i = 0; i < count; ++i) result[i] = sums[i] * scale;
    ++done_;
  }

 private:
  static constexpr size_t count_ = sizeof(Value) / sizeof(float);
  static_assert(sizeof(Value) == count_ * sizeof(float));

  static float *floats(Value *values) { return reinterpret_cast<float *>(values); }

  static int reflected(int i, int count) {
    i %= 2 * count;
    if (i < 0) i += 2 * count;
    return i < count ? i : 2 * count - 1 - i;
  }

  /// The sums along a row.
  const float *along(int y) {
    y = reflected(y, height_);
    for (; loaded_ <= y; ++loaded_) {
      source_(loaded_, row_.data());
      add_up(floats(&ring_[size_t(loaded_ % kept_) * width_]));
    }
    return floats(&ring_[size_t(y % kept_) * width_]);
  }

  void add_up(float *result) {
    float sum[count_] = {};
    const auto pixel = [&](int x) -> const float * {
      return floats(&row_[x >= 0 && x < width_ ? x : reflected(x, width_)]);
    };
    for (int x = -radius_; x <= radius_; ++x) {
      const float *entering = pixel(x);
      for (size_t i = 0; i < count_; ++i) sum[i] += entering[i];
    }
    for (int x = 0; x < width_; ++x, result += count_) {
      const float *entering = pixel(x + radius_ + 1), *leaving = pixel(x - radius_);
      for (size_t i = 0; i < count_; ++i) {
        result[i] = sum[i];
        sum[i] += entering[i] - leaving[i];
      }
    }
  }

  const int width_, height_, radius_, kept_;
  Source source_;
  std::vector<Value> row_, sums_, ring_;
  int loaded_ = 0, done_ = 0;
};

}  // namespace mk
