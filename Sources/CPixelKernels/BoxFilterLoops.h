// The loops of BoxFilter.c, included once for each instruction set; NAME(f) gives each copy its own name.
//
// Window sums of a row, from sums of two, four, eight ... values: the cost grows with the logarithm of the window, and
// every sum adds in the same order at any position. A window is composed of power-of-two lengths, the smallest first,
// each beginning where the last one ends. Its length is odd, so the first length is a single value. The largest is
// summed from its halves when the result is written.

static inline size_t NAME(largest_power)(size_t length) {
  size_t size = 1;
  while (2 * size <= length) size *= 2;
  return size;
}

// out[i] = edge * (in[i] + in[i + taps - 1]) + inner * (the sum of the values between), `taps` odd and at least 3.
// `scratch` holds 3 * (n + taps) values.
static void NAME(box_row)(float *restrict out, const float *restrict in, size_t n, size_t taps, float inner,
                          float edge, float *restrict scratch) {
  const int isEven = inner == edge;
  const size_t length = isEven ? taps : taps - 2, largest = NAME(largest_power)(length);
  float *restrict sums = scratch;
  float *spare[2] = {scratch + n + taps, scratch + 2 * (n + taps)};
  const float *power = isEven ? in : in + 1, *begun = power;
  const float *restrict end = in + taps - 1;
  if (length == 1) {
    for (size_t i = 0; i < n; i++) out[i] = begun[i] * inner + (in[i] + end[i]) * edge;
    return;
  }
  size_t done = 1, size = 1;
  for (int turn = 0; 2 * size < largest; turn ^= 1) {
    const float *restrict first = power, *restrict second = power + size;
    float *restrict twice = spare[turn];
    size_t count = n + length - 2 * size;
    for (size_t i = 0; i < count; i++) twice[i] = first[i] + second[i];
    power = twice;
    size *= 2;
    if (length & size) {
      const float *restrict part = power + done;
      if (done == 1)
        for (size_t i = 0; i < n; i++) sums[i] = begun[i] + part[i];
      else
        for (size_t i = 0; i < n; i++) sums[i] += part[i];
      begun = sums;
      done += size;
    }
  }
  const float *restrict first = power + done, *restrict second = first + size;
  if (isEven)
    for (size_t i = 0; i < n; i++) out[i] = (begun[i] + (first[i] + second[i])) * inner;
  else
    for (size_t i = 0; i < n; i++)
      out[i] = (begun[i] + (first[i] + second[i])) * inner + (in[i] + end[i]) * edge;
}

// The same down the columns of `rows` rows of results. `scratch` holds 3 * 64 * (rows + taps) values.
static void NAME(box_columns)(float *restrict out, size_t outStride, const float *restrict in, size_t inStride,
                              size_t columns, size_t rows, size_t taps, float inner, float edge,
                              float *restrict scratch) {
  enum { WIDTH = 64 };
  const int isEven = inner == edge;
  const size_t length = isEven ? taps : taps - 2, largest = NAME(largest_power)(length);
  for (size_t left = 0; left < columns; left += WIDTH) {
    size_t width = columns - left < WIDTH ? columns - left : WIDTH;
    float *sums = scratch;
    float *spare[2] = {scratch + WIDTH * (rows + taps), scratch + 2 * WIDTH * (rows + taps)};
    const float *window = in + left + (isEven ? 0 : inStride), *power = window;
    size_t stride = inStride, done = 1, size = 1;
    for (int turn = 0; 2 * size < largest; turn ^= 1) {
      size_t count = rows + length - 2 * size;
      for (size_t y = 0; y < count; y++) {
        const float *restrict first = power + y * stride, *restrict second = power + (y + size) * stride;
        float *restrict twice = spare[turn] + y * WIDTH;
        for (size_t i = 0; i < width; i++) twice[i] = first[i] + second[i];
      }
      power = spare[turn];
      stride = WIDTH;
      size *= 2;
      if (length & size) {
        for (size_t y = 0; y < rows; y++) {
          const float *restrict value = window + y * inStride, *restrict part = power + (y + done) * stride;
          float *restrict sum = sums + y * WIDTH;
          if (done == 1)
            for (size_t i = 0; i < width; i++) sum[i] = value[i] + part[i];
          else
            for (size_t i = 0; i < width; i++) sum[i] += part[i];
        }
        done += size;
      }
    }
    for (size_t y = 0; y < rows; y++) {
      const float *restrict top = in + left + y * inStride, *restrict bottom = top + (taps - 1) * inStride;
      const float *restrict begun = done == 1 ? window + y * inStride : sums + y * WIDTH;
      const float *restrict first = power + (y + done) * stride, *restrict second = first + size * stride;
      float *restrict result = out + left + y * outStride;
      if (length == 1)
        for (size_t i = 0; i < width; i++) result[i] = begun[i] * inner + (top[i] + bottom[i]) * edge;
      else if (isEven)
        for (size_t i = 0; i < width; i++) result[i] = (begun[i] + (first[i] + second[i])) * inner;
      else
        for (size_t i = 0; i < width; i++)
          result[i] = (begun[i] + (first[i] + second[i])) * inner + (top[i] + bottom[i]) * edge;
    }
  }
}
