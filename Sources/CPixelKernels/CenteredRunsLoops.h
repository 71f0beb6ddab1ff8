// The loops of CenteredRuns.c, included once for each instruction set with NAME(f) giving each copy a name of its own.
//
// A row's sums from -i to i grow by two values from one i to the next, and serve all rows of results that they reach: so
// the cost of a disc grows with its radius, not with its area. Every sum adds its rows from the top down, wherever it
// stands.

// The columns from `left` on, `width` of them, at most 32.
static inline __attribute__((always_inline)) void NAME(centered_block)(
    float *restrict out, size_t outStride, const float *restrict in, size_t inStride, size_t left, size_t width,
    size_t rows, size_t across, size_t down, const uint32_t *restrict firsts, const uint32_t *restrict reaches,
    const float *restrict weights, float *restrict runs) {
  for (size_t y = 0; y < rows; y++)
    for (size_t k = 0; k < width; k++) out[y * outStride + left + k] = 0.0f;
  for (size_t line = 0; line < rows + 2 * down; line++) {
    const float *center = in + line * inStride + left + across;
    for (size_t k = 0; k < width; k++) runs[k] = center[k];
    for (size_t i = 1; i <= across; i++) {
      const float *before = runs + (i - 1) * 32;
      float *run = runs + i * 32;
      const float *low = center - i, *high = center + i;
      for (size_t k = 0; k < width; k++) run[k] = before[k] + (low[k] + high[k]);
    }
    for (size_t dy = 0; dy <= down; dy++) {
      // The rows of results that are dy above the line and below it; below the first one they wrap round to large ones.
      size_t above = line - down - dy, below = line - down + dy;
      if (above >= rows && below >= rows) continue;
      float sums[32];
      for (size_t k = 0; k < width; k++) sums[k] = 0.0f;
      for (uint32_t step = firsts[dy]; step < firsts[dy + 1]; step++) {
        const float *run = runs + reaches[step] * 32;
        float weight = weights[step];
        for (size_t k = 0; k < width; k++) sums[k] += weight * run[k];
      }
      if (above < rows)
        for (size_t k = 0; k < width; k++) out[above * outStride + left + k] += sums[k];
      if (below < rows && dy > 0)
        for (size_t k = 0; k < width; k++) out[below * outStride + left + k] += sums[k];
    }
  }
}

static void NAME(centered_runs)(float *restrict out, size_t outStride, const float *restrict in, size_t inStride,
                                size_t columns, size_t rows, size_t across, size_t down,
                                const uint32_t *restrict firsts, const uint32_t *restrict reaches,
                                const float *restrict weights, float *restrict scratch) {
  size_t left = 0;
  for (; left + 32 <= columns; left += 32)
    NAME(centered_block)(out, outStride, in, inStride, left, 32, rows, across, down, firsts, reaches, weights, scratch);
  if (left < columns)
    NAME(centered_block)(out, outStride, in, inStride, left, columns - left, rows, across, down, firsts, reaches, weights,
                         scratch);
}
