// The loops of BoxFilter.c, included once for each instruction set with NAME(f) giving each copy a name of its own.
//
// Sums over a window of a row, by sums of two, four, eight ... values: the cost grows with the logarithm of the window,
// and each sum adds up in the same order wherever it stands.

// out[i] = edge * (in[i] + in[i + taps - 1]) + inner * (what lies between), `taps` at least 3. `scratch` holds
// 3 * (n + taps) values.
static void NAME(box_row)(float *restrict out, const float *restrict in, size_t n, size_t taps, float inner,
                          float edge, float *restrict scratch) {
  const size_t length = taps - 2;
  float *restrict sums = scratch;
  float *spare[2] = {scratch + n + taps, scratch + 2 * (n + taps)};
  const float *power = in + 1;
  size_t done = 0, size = 1;
  // The window is made of powers of two, the smallest first, each beginning where the last one ended.
  for (int turn = 0;; turn ^= 1, size *= 2) {
    if (length & size) {
      const float *restrict part = power + done;
      if (done == 0)
        for (size_t i = 0; i < n; i++) sums[i] = part[i];
      else
        for (size_t i = 0; i < n; i++) sums[i] += part[i];
      done += size;
    }
    if (done == length) break;
    const float *restrict first = power, *restrict second = power + size;
    float *restrict twice = spare[turn];
    size_t count = n + length - 2 * size + 1;
    for (size_t i = 0; i < count; i++) twice[i] = first[i] + second[i];
    power = twice;
  }
  const float *restrict end = in + taps - 1;
  for (size_t i = 0; i < n; i++) out[i] = sums[i] * inner + (in[i] + end[i]) * edge;
}

// The same down the columns of `rows` rows of results. `scratch` holds 3 * 64 * (rows + taps) values.
static void NAME(box_columns)(float *restrict out, size_t outStride, const float *restrict in, size_t inStride,
                              size_t columns, size_t rows, size_t taps, float inner, float edge,
                              float *restrict scratch) {
  enum { WIDTH = 64 };
  const size_t length = taps - 2;
  for (size_t left = 0; left < columns; left += WIDTH) {
    size_t width = columns - left < WIDTH ? columns - left : WIDTH;
    float *sums = scratch;
    float *spare[2] = {scratch + WIDTH * (rows + taps), scratch + 2 * WIDTH * (rows + taps)};
    const float *power = in + left + inStride;
    size_t stride = inStride, done = 0, size = 1;
    for (int turn = 0;; turn ^= 1, size *= 2) {
      if (length & size) {
        for (size_t y = 0; y < rows; y++) {
          const float *restrict part = power + (y + done) * stride;
          float *restrict sum = sums + y * WIDTH;
          if (done == 0)
            for (size_t i = 0; i < width; i++) sum[i] = part[i];
          else
            for (size_t i = 0; i < width; i++) sum[i] += part[i];
        }
        done += size;
      }
      if (done == length) break;
      size_t count = rows + length - 2 * size + 1;
      for (size_t y = 0; y < count; y++) {
        const float *restrict first = power + y * stride, *restrict second = power + (y + size) * stride;
        float *restrict twice = spare[turn] + y * WIDTH;
        for (size_t i = 0; i < width; i++) twice[i] = first[i] + second[i];
      }
      power = spare[turn];
      stride = WIDTH;
    }
    for (size_t y = 0; y < rows; y++) {
      const float *restrict first = in + left + y * inStride, *restrict last = first + (taps - 1) * inStride;
      const float *restrict sum = sums + y * WIDTH;
      float *restrict result = out + left + y * outStride;
      for (size_t i = 0; i < width; i++) result[i] = sum[i] * inner + (first[i] + last[i]) * edge;
    }
  }
}
