// The loops of LinearModel.c, included once for each instruction set; NAME(f) gives each copy its own name.

static one NAME(load)(const float *source) {
  one result;
  memcpy(&result, source, sizeof result);
  return result;
}

// Whether two models are 0, so that the planes between them are 0 for every colour.
static int NAME(is_nothing)(const one *from, const one *to) {
  bits any = {0};
  for (int c = 0; c < 4; c++) any |= (bits)from[c] | (bits)to[c];
  return __builtin_reduce_or(any) == 0;
}

// Computes the planes of a row of pixels, interleaved, four bytes per pixel. `models` is the row of models interpolated
// to this row.
static void NAME(apply_row)(const float *restrict models, Columns columns, const uint8_t *restrict guide,
                            uint8_t *restrict packed) {
  for (int x = 0; x < columns.count;) {
    // The end of the run of pixels between the same two models.
    const int end = columns.ends[x];
    const size_t left = (size_t)columns.left[x], right = left < columns.last ? left + 1 : left;
    one from[4], to[4];
    for (int c = 0; c < 4; c++) {
      from[c] = NAME(load)(models + left * MATTING_MODEL_FLOATS + c * MATTING_MODEL_PLANES);
      to[c] = NAME(load)(models + right * MATTING_MODEL_FLOATS + c * MATTING_MODEL_PLANES);
    }
    if (NAME(is_nothing)(from, to)) {
      memset(packed + (size_t)x * MATTING_MODEL_PLANES, 0, (size_t)(end - x) * MATTING_MODEL_PLANES);
      x = end;
      continue;
    }
    two start[4], change[4];
    for (int c = 0; c < 4; c++) {
      start[c] = TWICE(from[c]);
      change[c] = TWICE(to[c] - from[c]);
    }
    // Two pixels at a time. The second pixel of an odd run is overwritten by the next run.
    for (; x < end; x += 2) {
      uint8_t colors[8];
      memcpy(colors, guide + 4 * (size_t)x, 4);
      memcpy(colors + 4, guide + 4 * (size_t)(x + 1 < columns.count ? x + 1 : x), 4);
      bytes pair;
      memcpy(&pair, colors, sizeof pair);
      const two color = __builtin_convertvector(pair, two);
      const float a = columns.fraction[x], b = columns.fraction[x + 1];
      const two fraction = {a, a, a, a, b, b, b, b};
      two value = (start[0] + change[0] * fraction) * __builtin_shufflevector(color, color, 0, 0, 0, 0, 4, 4, 4, 4);
      value += (start[1] + change[1] * fraction) * __builtin_shufflevector(color, color, 1, 1, 1, 1, 5, 5, 5, 5);
      value += (start[2] + change[2] * fraction) * __builtin_shufflevector(color, color, 2, 2, 2, 2, 6, 6, 6, 6);
      value += (start[3] + change[3] * fraction) * 255.0f;
      const two black = {0}, white = black + 255.0f;
      value = __builtin_elementwise_min(__builtin_elementwise_max(value, black), white) + 0.5f;
      const bytes result = __builtin_convertvector(value, bytes);
      memcpy(packed + (size_t)x * MATTING_MODEL_PLANES, &result, sizeof result);
    }
    x = end;
  }
}

static void NAME(between)(float *restrict out, const float *restrict from, const float *restrict to, float fraction,
                          size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = from[i] + (to[i] - from[i]) * fraction;
}

static void NAME(unpack)(uint8_t *restrict out, const uint8_t *restrict packed, int width) {
  for (int x = 0; x < width; x++) out[x] = packed[x * MATTING_MODEL_PLANES];
}

// Interpolates the confidence of a colour line, which is 0 along most rows.
static void NAME(shares)(uint8_t *restrict out, const float *restrict share, Columns columns) {
  for (int x = 0; x < columns.count;) {
    const int end = columns.ends[x];
    const size_t left = (size_t)columns.left[x], right = left < columns.last ? left + 1 : left;
    const float from = share[left], change = share[right] - from;
    if (from == 0 && change == 0) {
      memset(out + x, 0, (size_t)(end - x));
      x = end;
    }
    for (; x < end; x++) out[x] = (uint8_t)((from + change * columns.fraction[x]) * 255.0f + 0.5f);
  }
}

// Computes one row of the picture.
static void NAME(apply)(Scratch s, Rows rows, size_t modelWidth, const uint8_t *restrict guide, Planes out) {
  NAME(between)(s.models, rows.models + rows.upper * MATTING_MODEL_FLOATS, rows.models + rows.lower * MATTING_MODEL_FLOATS,
                rows.fraction, modelWidth * MATTING_MODEL_FLOATS);
  if (rows.line) {
    NAME(between)(s.line, rows.line + rows.upper * MATTING_LINE_FLOATS, rows.line + rows.lower * MATTING_LINE_FLOATS,
                  rows.fraction, modelWidth * MATTING_LINE_FLOATS);
    // The line replaces the last plane.
    for (size_t x = 0; x < modelWidth; x++) {
      float *model = s.models + x * MATTING_MODEL_FLOATS + MATTING_MODEL_PLANES - 1;
      const float *line = s.line + x * MATTING_LINE_FLOATS;
      for (int c = 0; c < 4; c++) model[c * MATTING_MODEL_PLANES] = line[c];
      s.share[x] = line[4];
    }
  }
  NAME(apply_row)(s.models, s.columns, guide, s.packed);
  for (size_t p = 0; p < out.count; p++) NAME(unpack)(out.first + p * out.area, s.packed + p, s.columns.count);
  if (rows.line) {
    NAME(unpack)(out.alpha, s.packed + MATTING_MODEL_PLANES - 1, s.columns.count);
    NAME(shares)(out.alpha + out.area, s.share, s.columns);
  }
}
