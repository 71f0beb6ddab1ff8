// The loops of YCbCrPlanes.c, included once for each instruction set with NAME(f) giving each copy a name of its own.

// Chroma at the places of `count` luma samples from column `x` on of row `y`, times 16 and less 128 * 16.
static inline __attribute__((always_inline)) void NAME(interpolate_chroma)(const PKYCbCrPlanes *planes,
                                                                           const uint8_t *plane, ptrdiff_t stride,
                                                                           int32_t y, int32_t x, int32_t count,
                                                                           int16_t *restrict output) {
  const ChromaRows rows = chroma_rows(planes, y);
  const uint8_t *near = plane + rows.near * stride, *far = plane + rows.far * stride;
  const int32_t farWeight = rows.farWeight, nearWeight = 4 - farWeight;
  if (!planes->halvesWidth) {
    for (int32_t i = 0; i < count; i++)
      output[i] = (int16_t)(4 * (nearWeight * near[x + i] + farWeight * far[x + i]) - 2048);
    return;
  }
  // Samples between the two rows, times 4, with a neighbour at either end.
  int16_t blended[TILE / 2 + 2];
  int32_t first = x / 2, pairs = (count + 1) / 2;
  for (int32_t i = 0; i < pairs; i++)
    blended[i + 1] = (int16_t)(nearWeight * near[first + i] + farWeight * far[first + i]);
  int32_t before = clamped(first - 1, rows.columns), after = clamped(first + pairs, rows.columns);
  blended[0] = (int16_t)(nearWeight * near[before] + farWeight * far[before]);
  blended[pairs + 1] = (int16_t)(nearWeight * near[after] + farWeight * far[after]);

  if (planes->isCenteredX) {
    for (int32_t i = 0; i < pairs; i++) {
      output[2 * i] = (int16_t)(3 * blended[i + 1] + blended[i] - 2048);
      output[2 * i + 1] = (int16_t)(3 * blended[i + 1] + blended[i + 2] - 2048);
    }
  } else {
    for (int32_t i = 0; i < pairs; i++) {
      output[2 * i] = (int16_t)(4 * blended[i + 1] - 2048);
      output[2 * i + 1] = (int16_t)(2 * (blended[i + 1] + blended[i + 2]) - 2048);
    }
  }
}

static inline uint32_t NAME(decoded_byte)(int32_t value) {
  value >>= 20;
  return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void NAME(decode_rows)(const PKYCbCrPlanes *planes, const DecodingMatrix *matrix, int32_t row, int32_t end,
                              uint8_t *restrict rgba) {
  const DecodingMatrix m = *matrix;
  int16_t cb[TILE] = {0}, cr[TILE] = {0};
  for (; row < end; row++) {
    for (int32_t x = 0; x < planes->width; x += TILE) {
      int32_t count = planes->width - x < TILE ? planes->width - x : TILE;
      if (planes->cb != NULL && planes->cr != NULL) {
        NAME(interpolate_chroma)(planes, planes->cb, planes->cbStride, row, x, count, cb);
        NAME(interpolate_chroma)(planes, planes->cr, planes->crStride, row, x, count, cr);
      }
      const uint8_t *restrict luma = planes->luma + row * planes->lumaStride + x;
      pixel32 *restrict pixels = (pixel32 *)rgba;
      for (int32_t i = 0; i < count; i++) {
        int32_t light = (luma[i] - m.black) * m.luma + (1 << 19), u = cb[i], v = cr[i];
        uint32_t red = NAME(decoded_byte)(light + v * m.redCr), blue = NAME(decoded_byte)(light + u * m.blueCb);
        uint32_t green = NAME(decoded_byte)(light + u * m.greenCb + v * m.greenCr);
        pixels[i] = red | green << 8 | blue << 16 | 0xff000000u;
      }
      rgba += (size_t)count * 4;
    }
  }
}

static inline uint8_t NAME(encoded_byte)(int32_t value) {
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline int32_t NAME(weighted)(Weights w, int32_t red, int32_t green, int32_t blue) {
  return w.red * red + w.green * green + w.blue * blue;
}

// A row of luma.
static void NAME(encode_luma)(Weights w, const uint8_t *restrict row, int32_t width, uint8_t *restrict luma) {
  const int32_t half = 1 << (WEIGHT_BITS - 1);
  for (int32_t x = 0; x < width; x++) {
    const uint8_t *p = row + 4 * (ptrdiff_t)x;
    luma[x] = (uint8_t)(16 + ((NAME(weighted)(w, p[0], p[1], p[2]) + half) >> WEIGHT_BITS));
  }
}

// A row of chroma at every column.
static void NAME(encode_whole)(const EncodingMatrix *m, const uint8_t *restrict row, int32_t width,
                               uint8_t *restrict cb, uint8_t *restrict cr) {
  const int32_t half = 1 << (WEIGHT_BITS - 1);
  const Weights blue = m->cb, red = m->cr;
  for (int32_t x = 0; x < width; x++) {
    const uint8_t *p = row + 4 * (ptrdiff_t)x;
    cb[x] = NAME(encoded_byte)(128 + ((NAME(weighted)(blue, p[0], p[1], p[2]) + half) >> WEIGHT_BITS));
    cr[x] = NAME(encoded_byte)(128 + ((NAME(weighted)(red, p[0], p[1], p[2]) + half) >> WEIGHT_BITS));
  }
}

// A row of chroma at the even columns, between two rows.
static void NAME(encode_half)(const EncodingMatrix *m, const uint8_t *restrict top, const uint8_t *restrict bottom,
                              int32_t width, uint8_t *restrict cb, uint8_t *restrict cr) {
  const int32_t half = 1 << (WEIGHT_BITS + 2);
  const Weights blue = m->cb, red = m->cr;
  for (int32_t x = 0; x < width; x += 2) {
    ptrdiff_t here = 4 * (ptrdiff_t)x, left = x > 0 ? here - 4 : here, right = x + 1 < width ? here + 4 : here;
    // Eight times the mean: the column twice, its neighbours once, in both rows.
    int32_t sum[3];
    for (int c = 0; c < 3; c++)
      sum[c] = top[left + c] + 2 * top[here + c] + top[right + c] + bottom[left + c] + 2 * bottom[here + c] +
               bottom[right + c];
    cb[x / 2] = NAME(encoded_byte)(128 + ((NAME(weighted)(blue, sum[0], sum[1], sum[2]) + half) >> (WEIGHT_BITS + 3)));
    cr[x / 2] = NAME(encoded_byte)(128 + ((NAME(weighted)(red, sum[0], sum[1], sum[2]) + half) >> (WEIGHT_BITS + 3)));
  }
}

static void NAME(encode_rows)(const PKYCbCrTarget *t, const EncodingMatrix *m, const uint8_t *rgba, ptrdiff_t rowBytes,
                              int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const uint8_t *row = rgba + y * rowBytes;
    NAME(encode_luma)(m->luma, row, t->width, t->luma + y * t->lumaStride);
    if (t->isWhole) {
      NAME(encode_whole)(m, row, t->width, t->cb + y * t->cbStride, t->cr + y * t->crStride);
    } else if (y % 2 == 0) {
      const uint8_t *below = y + 1 < t->height ? row + rowBytes : row;
      NAME(encode_half)(m, row, below, t->width, t->cb + y / 2 * t->cbStride, t->cr + y / 2 * t->crStride);
    }
  }
}
