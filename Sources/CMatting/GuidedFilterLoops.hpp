// The loops of GuidedFilter.cpp, included once for each instruction set; NAME(f) gives each copy its own name.
#include "MeanRows.hpp"

namespace NAME(matting) {
namespace {

typedef float Planes __attribute__((vector_size(4 * MATTING_MODEL_PLANES)));

/// The values of a pixel that are averaged.
struct Moments {
  float color[3];
  /// Products of red, green and blue: rr, rg, rb, gg, gb, bb. The rest pads to whole vectors.
  float products[9];
  /// The planes, and the planes times red, times green and times blue.
  Planes planes, crossed[3];
};

/// The planes as linear functions of red, green, blue and 1.
struct Coefficients {
  Planes factors[3], constant;
};

static_assert(sizeof(Coefficients) == sizeof(float) * MATTING_MODEL_FLOATS);

Coefficients solve(const Moments &mean, float epsilon) {
  const float *m = mean.color, *p = mean.products;
  const float rr = p[0] - m[0] * m[0] + epsilon, rg = p[1] - m[0] * m[1], rb = p[2] - m[0] * m[2];
  const float gg = p[3] - m[1] * m[1] + epsilon, gb = p[4] - m[1] * m[2], bb = p[5] - m[2] * m[2] + epsilon;
  // The inverse of the covariance, times its determinant.
  const float i_rr = gg * bb - gb * gb, i_rg = gb * rb - rg * bb, i_rb = rg * gb - gg * rb;
  const float i_gg = rr * bb - rb * rb, i_gb = rb * rg - rr * gb, i_bb = rr * gg - rg * rg;
  const float scale = 1 / (i_rr * rr + i_rg * rg + i_rb * rb);
  const Planes r = (mean.crossed[0] - mean.planes * m[0]) * scale, g = (mean.crossed[1] - mean.planes * m[1]) * scale;
  const Planes b = (mean.crossed[2] - mean.planes * m[2]) * scale;
  Coefficients result;
  result.factors[0] = r * i_rr + g * i_rg + b * i_rb;
  result.factors[1] = r * i_rg + g * i_gg + b * i_gb;
  result.factors[2] = r * i_rb + g * i_gb + b * i_bb;
  result.constant = mean.planes - result.factors[0] * m[0] - result.factors[1] * m[1] - result.factors[2] * m[2];
  return result;
}

void fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width, int height,
         int radius, float epsilon, Columns columns, float *model) {
  // Colours are centered, because the variance is a difference of a mean square and a squared mean, which would lose
  // precision.
  const float center = 0.5f;
  const Columns solved = columns.grown(radius, width), seen = solved.grown(radius, width);
  const auto moments = [&](int y, Moments *result) {
    const uint8_t *pixel = guide + y * guide_row_bytes + 4 * seen.first;
    for (int x = seen.first; x < seen.last; ++x, pixel += 4, ++result) {
      const float r = pixel[0] / 255.0f - center, g = pixel[1] / 255.0f - center, b = pixel[2] / 255.0f - center;
      *result = {{r, g, b}, {r * r, r * g, r * b, g * g, g * b, b * b}, {}, {}};
      for (int p = 0; p < plane_count; ++p) result->planes[p] = planes[(size_t(p) * height + y) * width + x];
      for (int c = 0; c < 3; ++c) result->crossed[c] = result->planes * result->color[c];
    }
  };
  MeanRows<Moments, decltype(moments)> means(width, height, solved, radius, moments);
  std::vector<Moments> mean(solved.count());
  const auto coefficients = [&](int, Coefficients *row) {
    means.next(mean.data());
    std::transform(mean.begin(), mean.end(), row, [&](const Moments &m) {
      Coefficients result = solve(m, epsilon);
      for (const Planes &factor : result.factors) result.constant -= factor * center;
      return result;
    });
  };
  MeanRows<Coefficients, decltype(coefficients)> smooth(width, height, columns, radius, coefficients);
  std::vector<Coefficients> row(columns.count());
  for (int y = 0; y < height; ++y) {
    smooth.next(row.data());
    std::memcpy(model + (size_t(y) * width + columns.first) * MATTING_MODEL_FLOATS, row.data(), row.size() * sizeof row[0]);
  }
}

}  // namespace
}  // namespace NAME(matting)

static void NAME(guided_fit)(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count,
                             int width, int height, int radius, float epsilon, int first_column, int last_column,
                             float *model) {
  NAME(matting)::fit(guide, guide_row_bytes, planes, plane_count, width, height, radius, epsilon,
                     {first_column, last_column}, model);
}
