// Means over windows, included once for each instruction set; NAME(f) gives each copy its own name.
#include <algorithm>
#include <cstddef>
#include <vector>

namespace NAME(matting) {
namespace {

/// The columns `first ..< last` of a picture.
struct Columns {
  int first, last;

  int count() const { return last - first; }
  /// These columns and `radius` more on either side, within the picture's width.
  Columns grown(int radius, int width) const { return {std::max(0, first - radius), std::min(width, last + radius)}; }
};

/// Means over square windows of 2 * radius + 1 pixels, for some columns of a picture, row by row. Only the rows of one
/// window are kept, which fit in a core's cache if there are few columns. The picture is mirrored at its edges. A
/// `Value` consists of floats only. `Source` is called once for each row, in order, to fill the columns grown by the
/// radius.
///
/// The sums are updated by the values that enter and leave the window, for all floats of a pixel at once. In single
/// precision their error is some millionths of the largest value after a thousand steps, so values whose variance is
/// computed must be centered first.
template <typename Value, typename Source>
class MeanRows {
 public:
  MeanRows(int width, int height, Columns columns, int radius, Source source)
      : width_(width), height_(height), radius_(radius), kept_(std::min(height, 2 * radius + 2)), columns_(columns),
        seen_(columns.grown(radius, width)), source_(source), row_(seen_.count()), sums_(columns.count()),
        ring_(size_t(kept_) * columns.count()) {}

  /// Writes the means for the pixels of the next row.
  void next(Value *means) {
    float *sums = floats(sums_.data()), *result = floats(means);
    const size_t count = count_ * sums_.size();
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

  /// The horizontal sums of row `y`.
  const float *along(int y) {
    y = reflected(y, height_);
    for (; loaded_ <= y; ++loaded_) {
      source_(loaded_, row_.data());
      add_up(floats(&ring_[size_t(loaded_ % kept_) * sums_.size()]));
    }
    return floats(&ring_[size_t(y % kept_) * sums_.size()]);
  }

  void add_up(float *result) {
    float sum[count_] = {};
    const auto pixel = [&](int x) -> const float * {
      return floats(&row_[(x >= 0 && x < width_ ? x : reflected(x, width_)) - seen_.first]);
    };
    for (int x = columns_.first - radius_; x <= columns_.first + radius_; ++x) {
      const float *entering = pixel(x);
      for (size_t i = 0; i < count_; ++i) sum[i] += entering[i];
    }
    for (int x = columns_.first;; result += count_) {
      for (size_t i = 0; i < count_; ++i) result[i] = sum[i];
      if (++x == columns_.last) break;
      const float *entering = pixel(x + radius_), *leaving = pixel(x - 1 - radius_);
      for (size_t i = 0; i < count_; ++i) sum[i] += entering[i] - leaving[i];
    }
  }

  const int width_, height_, radius_, kept_;
  const Columns columns_, seen_;
  Source source_;
  std::vector<Value> row_, sums_, ring_;
  int loaded_ = 0, done_ = 0;
};

}  // namespace
}  // namespace NAME(matting)
