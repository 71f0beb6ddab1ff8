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
// Sixteen columns from `center` on. The four lines are independent, so that no addition waits for the one before. The
// next four, `ahead` values further, are fetched into the cache meanwhile: the rows of a picture are too far apart for
// the processor to foresee them.
static inline __attribute__((always_inline)) void NAME(centered_sums)(
    NAME(C16) *restrict sums, NAME(C16) *restrict pairs, const float *restrict center, const size_t *restrict lines,
    size_t across, size_t down, size_t nearest, size_t ahead, const uint32_t *restrict firsts,
    const uint32_t *restrict places, const float *restrict weights) {
  for (size_t j = 0; j < NAME(LINES); j++) {
    const float *line = center + lines[j];
    const float *next = line + ahead;
    __builtin_prefetch(next - across), __builtin_prefetch(next), __builtin_prefetch(next + across + 15);
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

// Adds the sums of `lines` lines, of which `top` is the first, to the rows of results from `first` to `last`.
static inline __attribute__((always_inline)) void NAME(add_block)(float *restrict out, size_t outStride,
                                                                  const NAME(C16) *restrict sums, size_t down,
                                                                  ptrdiff_t top, ptrdiff_t first, ptrdiff_t last,
                                                                  size_t lines) {
  const ptrdiff_t reach = (ptrdiff_t)down;
  const size_t own = down + 1;
  ptrdiff_t y = first;
  float *restrict row = out + (size_t)y * outStride;
  if (lines == NAME(LINES)) {
    // All four lines reach most rows: from below those that are above the first line, from above those that are below
    // the last one.
    for (; y <= last && y < top + 3 - reach; y++, row += outStride)
      NAME(add_lines)((NAME(A16) *)row, sums, down, top - y, lines);
    for (; y <= last && y <= top; y++, row += outStride) {
      const NAME(C16) *from = sums + (top - y);
      NAME(C16) sum = *(NAME(A16) *)row;
      *(NAME(A16) *)row = (((sum + from[0]) + from[own + 1]) + from[2 * own + 2]) + from[3 * own + 3];
    }
    for (; y <= last && y < top + 3; y++, row += outStride)
      NAME(add_lines)((NAME(A16) *)row, sums, down, top - y, lines);
    for (; y <= last && y <= top + reach; y++, row += outStride) {
      const NAME(C16) *from = sums + (y - top);
      NAME(C16) sum = *(NAME(A16) *)row;
      *(NAME(A16) *)row = (((sum + from[0]) + from[own - 1]) + from[2 * own - 2]) + from[3 * own - 3];
    }
  }
  for (; y <= last; y++, row += outStride) NAME(add_lines)((NAME(A16) *)row, sums, down, top - y, lines);
}

// Sixteen columns.
static inline __attribute__((always_inline)) void NAME(centered_block)(
    float *restrict out, size_t outStride, const float *restrict in, size_t inStride, size_t rows, size_t across,
    size_t down, const uint32_t *restrict firsts, const uint32_t *restrict places, const float *restrict weights,
    NAME(C16) *restrict pairs) {
  NAME(C16) *restrict sums = pairs + (across + 1) * NAME(LINES);
  const ptrdiff_t height = (ptrdiff_t)rows, reach = (ptrdiff_t)down;
  for (size_t y = 0; y < rows; y++) *(NAME(A16) *)(out + y * outStride) = (NAME(C16)){0};
  for (ptrdiff_t top = -reach; top < height + reach; top += NAME(LINES)) {
    ptrdiff_t rest = height + reach - top;
    size_t lines = rest < NAME(LINES) ? (size_t)rest : NAME(LINES);
    // Sums that no result row needs are skipped.
    ptrdiff_t below = top + (ptrdiff_t)lines - 1;
    size_t nearest = (size_t)(below < 0 ? -below : top >= height ? top - height + 1 : 0), starts[NAME(LINES)];
    for (size_t j = 0; j < NAME(LINES); j++) starts[j] = (size_t)(top + reach + (ptrdiff_t)(j < lines ? j : 0)) * inStride;
    NAME(centered_sums)
    (sums, pairs, in + across, starts, across, down, nearest, NAME(LINES) * inStride, firsts, places, weights);
    ptrdiff_t first = top - reach > 0 ? top - reach : 0, last = top + (ptrdiff_t)lines - 1 + reach;
    if (last >= height) last = height - 1;
    NAME(add_block)(out, outStride, sums, down, top, first, last, lines);
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
