// The loops of Convolution.c, included once for each instruction set; NAME(f) gives each copy its own name.
//
// Weighted sums of neighbours. Every sum adds its taps in the same order at any position.

static void NAME(convolve)(float *restrict out, const float *restrict in, size_t n, const ptrdiff_t *restrict offsets,
                           const float *restrict weights, size_t taps) {
  enum { BLOCK = 64 };
  size_t i = 0;
  // The sums of a block stay in registers; each adds its taps in the same order at any position.
  for (; i + BLOCK <= n; i += BLOCK) {
    float sums[BLOCK];
    for (int k = 0; k < BLOCK; k++) sums[k] = 0.0f;
    for (size_t t = 0; t < taps; t++) {
      const float *row = in + (ptrdiff_t)i + offsets[t];
      float weight = weights[t];
      for (int k = 0; k < BLOCK; k++) sums[k] += weight * row[k];
    }
    for (int k = 0; k < BLOCK; k++) out[i + (size_t)k] = sums[k];
  }
  for (; i < n; i += 8) {
    size_t count = n - i < 8 ? n - i : 8;
    float sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    if (count == 8) {
      for (size_t t = 0; t < taps; t++) {
        const float *row = in + (ptrdiff_t)i + offsets[t];
        float weight = weights[t];
        for (int k = 0; k < 8; k++) sums[k] += weight * row[k];
      }
    } else {
      for (size_t t = 0; t < taps; t++) {
        const float *row = in + (ptrdiff_t)i + offsets[t];
        for (size_t k = 0; k < count; k++) sums[k] += weights[t] * row[k];
      }
    }
    for (size_t k = 0; k < count; k++) out[i + k] = sums[k];
  }
}

static void NAME(sum_shifted)(float *restrict out, const float *restrict in, size_t n, size_t shift) {
  size_t i = 0;
  for (; i + shift < n; i++) out[i] = in[i] + in[i + shift];
  for (; i < n; i++) out[i] = in[i];
}

// Sixteen adjacent values, and the same without alignment.
typedef float NAME(V16) __attribute__((vector_size(64)));
typedef float NAME(U16) __attribute__((vector_size(64), aligned(4)));

// out[k] = sum over t of weights[t] * line k + t, for k < 16. A line is sixteen values; lines after `last` repeat it.
// Sums that share loaded values are computed together, as many as the registers hold.
static inline __attribute__((always_inline)) void NAME(sum_lines)(NAME(V16) *out, const float *restrict in,
                                                                  size_t stride, size_t last,
                                                                  const float *restrict weights, size_t taps) {
#ifdef PK_AVX512
  enum { SUMS = 8 };
#else
  enum { SUMS = 4 };
#endif
  for (size_t first = 0; first < 16; first += SUMS) {
    NAME(V16) sums[SUMS], lines[SUMS];
    for (size_t k = 0; k < SUMS; k++) {
      size_t line = first + k < last ? first + k : last;
      sums[k] = (NAME(V16)){0}, lines[k] = *(const NAME(U16) *)(in + line * stride);
    }
    size_t t = 0;
    // The lines form a ring buffer.
    for (; t + SUMS <= taps; t += SUMS) {
#pragma clang loop unroll(full)
      for (size_t u = 0; u < SUMS; u++) {
        float weight = weights[t + u];
#pragma clang loop unroll(full)
        for (size_t k = 0; k < SUMS; k++) sums[k] += weight * lines[(u + k) % SUMS];
        size_t line = first + t + u + SUMS < last ? first + t + u + SUMS : last;
        lines[u] = *(const NAME(U16) *)(in + line * stride);
      }
    }
    for (; t < taps; t++) {
      float weight = weights[t];
#pragma clang loop unroll(full)
      for (size_t k = 0; k < SUMS; k++) sums[k] += weight * lines[k];
#pragma clang loop unroll(full)
      for (size_t k = 0; k + 1 < SUMS; k++) lines[k] = lines[k + 1];
      size_t line = first + t + SUMS < last ? first + t + SUMS : last;
      lines[SUMS - 1] = *(const NAME(U16) *)(in + line * stride);
    }
#pragma clang loop unroll(full)
    for (size_t k = 0; k < SUMS; k++) out[first + k] = sums[k];
  }
}

// Transposes rows and columns.
static inline __attribute__((always_inline)) void NAME(transpose16)(NAME(V16) *v) {
#define PAIRS(S, LOW, HIGH)                                                        \
  _Pragma("clang loop unroll(full)") for (int i = 0; i < 16; i++) {                \
    if (i & S) continue;                                                           \
    NAME(V16) x = v[i], y = v[i + S];                                              \
    v[i] = __builtin_shufflevector LOW, v[i + S] = __builtin_shufflevector HIGH;   \
  }
  PAIRS(8, (x, y, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
        (x, y, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31))
  PAIRS(4, (x, y, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27),
        (x, y, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31))
  PAIRS(2, (x, y, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),
        (x, y, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31))
  PAIRS(1, (x, y, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30),
        (x, y, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31))
#undef PAIRS
}

// The same weights vertically and horizontally, sixteen rows at a time. The vertical sums are stored transposed, a
// column's sixteen values adjacent, so that the horizontal sums need no unaligned loads either, and are transposed
// back.
static void NAME(convolve_square)(float *restrict out, size_t outStride, const float *restrict in, size_t inStride,
                                  size_t columns, size_t rows, const float *restrict weights, size_t taps,
                                  float *restrict scratch) {
  const size_t width = columns + taps - 1, lastColumn = width - 1, lastRow = rows + taps - 2;
  NAME(V16) v[16];
  for (size_t y = 0; y < rows; y += 16) {
    size_t height = rows - y < 16 ? rows - y : 16;
    for (size_t x = 0; x < width; x += 16) {
      if (width >= 16) {
        // The last block overlaps the one before.
        size_t left = x + 16 <= width ? x : width - 16;
        NAME(sum_lines)(v, in + y * inStride + left, inStride, lastRow - y, weights, taps);
        NAME(transpose16)(v);
        for (size_t k = 0; k < 16; k++) *(NAME(U16) *)(scratch + (left + k) * 16) = v[k];
      } else {
        for (size_t i = 0; i < width; i++)
          for (size_t k = 0; k < 16; k++) {
            float sum = 0.0f;
            for (size_t t = 0; t < taps; t++) {
              size_t row = y + k + t < lastRow ? y + k + t : lastRow;
              sum += weights[t] * in[row * inStride + i];
            }
            scratch[i * 16 + k] = sum;
          }
      }
    }
    for (size_t x = 0; x < columns; x += 16) {
      size_t left = x + 16 <= columns || columns < 16 ? x : columns - 16;
      NAME(sum_lines)(v, scratch + left * 16, 16, lastColumn - left, weights, taps);
      NAME(transpose16)(v);
      size_t count = columns - left < 16 ? columns - left : 16;
      for (size_t k = 0; k < height; k++) {
        float *restrict row = out + (y + k) * outStride + left;
        if (count == 16)
          *(NAME(U16) *)row = v[k];
        else
          for (size_t i = 0; i < count; i++) row[i] = v[k][i];
      }
    }
  }
}
