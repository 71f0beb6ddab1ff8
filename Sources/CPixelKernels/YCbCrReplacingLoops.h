// Loops of YCbCrPlanes.c that write a part to planes where it differs from their content; included by
// YCbCrPlaneLoops.h.

// Marks the columns of a row of the part that differ from the original, from two before `left` to two after `count`
// columns; none differ beyond the part. Returns whether any does.
static int NAME(mark_changes)(const PKYCbCrPlanes *original, const DecodingMatrix *matrix, const PKPicturePart *part,
                              int32_t row, int32_t left, int32_t count, uint8_t *restrict changed) {
  int32_t from = left >= 2 ? left - 2 : left, to = left + count + 2 < part->width ? left + count + 2 : part->width;
  uint32_t own[RUN];
  NAME(decode_run)(original, matrix, part->x + from, part->y + row, to - from, (uint8_t *)own);
  const pixel32 *restrict pixels = (const pixel32 *)(part->rgba + row * part->rowBytes) + from;
  uint8_t *restrict marks = changed + (from - left + 2);
  uint32_t any = 0;
  memset(changed, 0, (size_t)count + 4);
  for (int32_t i = 0; i < to - from; i++) {
    uint32_t difference = (pixels[i] ^ own[i]) & 0xffffffu;
    any |= difference;
    marks[i] = difference != 0;
  }
  return any != 0;
}

// Writes the samples whose `changed` is set.
static inline void NAME(take_changed)(const uint8_t *restrict samples, const uint8_t *restrict changed, int32_t count,
                                      uint8_t *restrict output) {
  for (int32_t i = 0; i < count; i++) output[i] = changed[i] ? samples[i] : output[i];
}

// The number of rows above and below that a chroma sample is computed from.
static inline int32_t NAME(reach)(const PKYCbCrTarget *t) { return t->hasAllRows ? 0 : 2; }

// A chroma sample is computed from at most 5 columns and rows.
static void NAME(replace_half)(const PKYCbCrTarget *t, const PKYCbCrTarget *inner, const EncodingMatrix *m,
                               const PKPicturePart *part, uint8_t marks[8][RUN], int32_t left, int32_t y,
                               int32_t count) {
  uint8_t column[RUN], changed[RUN / 2], cb[RUN / 2], cr[RUN / 2];
  memset(column, 0, sizeof column);
  const int32_t reach = NAME(reach)(t);
  for (int32_t row = y - reach; row <= y + reach; row++) {
    if (row < 0 || row >= part->height) continue;
    const uint8_t *restrict own = marks[row & 7];
    for (int32_t i = 0; i < count + 4; i++) column[i] |= own[i];
  }
  int32_t pairs = (count + 1) / 2;
  for (int32_t i = 0; i < pairs; i++) {
    const uint8_t *c = column + 2 * i;
    changed[i] = c[0] | c[1] | c[2] | c[3] | c[4];
  }
  NAME(encode_half_tile)(inner, m, part->rgba, part->rowBytes, left, y, count, cb, cr);
  const ptrdiff_t row = t->hasAllRows ? part->y + y : (part->y + y) / 2, x = (part->x + left) / 2;
  NAME(take_changed)(cb, changed, pairs, (uint8_t *)t->cb + row * t->cbStride + x);
  NAME(take_changed)(cr, changed, pairs, (uint8_t *)t->cr + row * t->crStride + x);
}

static void NAME(replace_rows)(const PKYCbCrTarget *t, const PKYCbCrPlanes *original, const DecodingMatrix *decoding,
                               const EncodingMatrix *m, const PKPicturePart *part, int32_t first, int32_t end) {
  // Rows beyond the part repeat its edge, which matters only at the picture's edge.
  PKYCbCrTarget inner = *t;
  inner.width = part->width;
  inner.height = part->height;
  uint8_t marks[8][RUN], samples[2][TILE];
  int isChanged[8] = {0};
  for (int32_t left = 0; left < part->width; left += TILE) {
    int32_t count = part->width - left < TILE ? part->width - left : TILE;
    int32_t next = first >= 2 ? first - 2 : 0;
    for (int32_t y = first; y < end; y += 2) {
      for (; next <= y + 2 && next < part->height; next++)
        isChanged[next & 7] = NAME(mark_changes)(original, decoding, part, next, left, count, marks[next & 7]);
      for (int32_t row = y; row < y + 2 && row < end; row++) {
        if (!isChanged[row & 7]) continue;
        const uint8_t *pixels = part->rgba + row * part->rowBytes + 4 * (ptrdiff_t)left;
        const uint8_t *changed = marks[row & 7] + 2;
        const ptrdiff_t x = part->x + left, line = part->y + row;
        NAME(encode_luma)(m, pixels, count, samples[0]);
        NAME(take_changed)(samples[0], changed, count, (uint8_t *)t->luma + line * t->lumaStride + x);
        if (!t->isWhole) continue;
        NAME(encode_whole)(m, pixels, count, samples[0], samples[1]);
        NAME(take_changed)(samples[0], changed, count, (uint8_t *)t->cb + line * t->cbStride + x);
        NAME(take_changed)(samples[1], changed, count, (uint8_t *)t->cr + line * t->crStride + x);
      }
      if (t->isWhole) continue;
      const int32_t reach = NAME(reach)(t), last = t->hasAllRows && y + 1 < end ? y + 1 : y;
      for (int32_t line = y; line <= last; line++) {
        int isAnyChanged = 0;
        for (int32_t row = line - reach; row <= line + reach; row++)
          if (row >= 0 && row < part->height) isAnyChanged |= isChanged[row & 7];
        if (isAnyChanged) NAME(replace_half)(t, &inner, m, part, marks, left, line, count);
      }
    }
  }
}
