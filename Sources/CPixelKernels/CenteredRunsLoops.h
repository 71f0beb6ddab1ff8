// The loops of CenteredRuns.c, included once for each instruction set; NAME(f) gives each copy its own name.
//
// From a kernel's outermost row to its middle one, the horizontal sum grows by few pixels from row to row, and each
// serves the result rows above and below. So the cost of a disc grows with its radius, not with its area. Every result
// adds its rows from the top down, at any position.

// Sixteen adjacent values, and the same without alignment.
typedef float NAME(C16) __attribute__((vector_size(64)));
typedef float NAME(A16) __attribute__((vector_size(64), aligned(4)));

enum { NAME(LINES) = 4 };

// The horizontal sums of four lines for each kernel row from `down` to `nearest`; sums[j][dy] is that of row dy.
// Sixteen columns from `center` on. The four lines are independent, so that no addition waits for the one before.
static inline __attribute__((always_inline)) void NAME(centered_sums)(
    NAME(C16) *restrict sums, NAME(C16) *restrict pairs, const float *restrict center, const size_t *restrict lines,
    size_t across, size_t down, size_t nearest, const uint32_t *restrict firsts, const uint32_t *restrict places,
    const float *restrict weights) {
  for (size_t j = 0; j < NAME(LINES); j++) {
    const float *line = center + lines[j];
    pairs[j] = *(const NAME(A16) *)line;
    for (size_t i = 1; i <= across; i++)
      pairs[i * NAME(LINES) + j] = *(const NAME(A16) *)(line - i) + *(const NAME(A16) *)(line + i);
  }
  NAME(C16) a = {0}, b = {0}, c = {0}, d = {0};
  for (size_t dy = down + 1; dy-- > nearest;) {
    for (uint32_t step = firsts[dy]; step < firsts[dy + 1]; step++) {
      const NAME(C16) *four = pairs + places[step] * NAME(LINES);
      float weight = weights[step];
      a += weight * four[0], b += weight * four[1], c += weight * four[2], d += weight * four[3];
    }
    sums[dy] = a, sums[down + 1 + dy] = b, sums[2 * (down + 1) + dy] = c, sums[3 * (down + 1) + dy] = d;
  }
}

// Adds the sums of `lines` lines to a row of results that is `above` rows above the first of them.
static inline __attribute__((always_inline)) void NAME(add_lines)(NAME(A16) *restrict row,
                                                                  const NAME(C16) *restrict sums, size_t down,
                                                                  ptrdiff_t above, size_t lines) {
  NAME(C16) sum = *row;
  for (size_t j = 0; j < lines; j++) {
    ptrdiff_t away = above + (ptrdiff_t)j;
    size_t dy = (size_t)(away < 0 ? -away : away);
    if (dy <= down) sum += sums[j * (down + 1) + dy];
  }
  *row = sum;
}

// Sixteen columns.
static inline __attribute__((always_inline)) void NAME(centered_block)(
    float *restrict out, size_t outStride, const float *restrict in, size_t inStride, size_t rows, size_t across,
    size_t down, const uint32_t *restrict firsts, const uint32_t *restrict places, const float *restrict weights,
    NAME(C16) *restrict pairs) {
  NAME(C16) *restrict sums = pairs + (across + 1) * NAME(LINES);
  const ptrdiff_t height = (ptrdiff_t)rows, reach = (ptrdiff_t)down;
  const size_t own = down + 1;
  for (size_t y = 0; y < rows; y++) *(NAME(A16) *)(out + y * outStride) = (NAME(C16)){0};
  for (ptrdiff_t top = -reach; top < height + reach; top += NAME(LINES)) {
    ptrdiff_t rest = height + reach - top;
    size_t lines = rest < NAME(LINES) ? (size_t)rest : NAME(LINES);
    // Sums that no result row needs are skipped.
    ptrdiff_t below = top + (ptrdiff_t)lines - 1;
    size_t nearest = (size_t)(below < 0 ? -below : top >= height ? top - height + 1 : 0), starts[NAME(LINES)];
    for (size_t j = 0; j < NAME(LINES); j++) starts[j] = (size_t)(top + reach + (ptrdiff_t)(j < lines ? j : 0)) * inStride;
    NAME(centered_sums)(sums, pairs, in + across, starts, across, down, nearest, firsts, places, weights);
    ptrdiff_t y = top - reach > 0 ? top - reach : 0, last = top + (ptrdiff_t)lines - 1 + reach;
    if (last >= height) last = height - 1;
    for (; y <= last; y++) {
      NAME(A16) *restrict row = (NAME(A16) *)(out + (size_t)y * outStride);
      ptrdiff_t above = top - y;
      // The range in which all four lines reach the row, from below or from above.
      if (lines == NAME(LINES) && above >= 0 && above + 3 <= reach) {
        const NAME(C16) *from = sums + above;
        *row = (((*row + from[0]) + from[own + 1]) + from[2 * own + 2]) + from[3 * own + 3];
      } else if (lines == NAME(LINES) && above <= -3 && -above <= reach) {
        const NAME(C16) *from = sums - above;
        *row = (((*row + from[0]) + from[own - 1]) + from[2 * own - 2]) + from[3 * own - 3];
      } else {
        NAME(add_lines)(row, sums, down, above, lines);
      }
    }
  }
}

static void NAME(centered_runs)(float *restrict out, size_t outStride, const float *restrict in, size_t inStride,
                                size_t columns, size_t rows, size_t across, size_t down,
                                const uint32_t *restrict firsts, const uint32_t *restrict places,
                                const float *restrict weights, float *restrict scratch) {
  NAME(C16) *pairs = (NAME(C16) *)scratch;
  if (columns >= 16) {
    for (size_t x = 0; x < columns; x += 16) {
      // The last block overlaps the one before.
      size_t left = x + 16 <= columns ? x : columns - 16;
      NAME(centered_block)(out + left, outStride, in + left, inStride, rows, across, down, firsts, places, weights, pairs);
    }
    return;
  }
  // Few columns one by one, in the same order.
  for (size_t x = 0; x < columns; x++) {
    for (size_t y = 0; y < rows; y++) out[y * outStride + x] = 0.0f;
    for (size_t line = 0; line < rows + 2 * down; line++) {
      const float *center = in + line * inStride + across + x;
      float sum = 0.0f;
      for (size_t dy = down + 1; dy-- > 0;) {
        for (uint32_t step = firsts[dy]; step < firsts[dy + 1]; step++) {
          uint32_t i = places[step];
          sum += weights[step] * (i ? *(center - i) + *(center + i) : *center);
        }
        // The result rows that are dy above and below the line; negative ones wrap to large values.
        size_t above = line - down - dy, below = line - down + dy;
        if (above < rows) out[above * outStride + x] += sum;
        if (below < rows && dy > 0) out[below * outStride + x] += sum;
      }
    }
  }
}
