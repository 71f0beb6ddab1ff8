// The loops of Compositing.c, included once for each instruction set; NAME(f) gives each copy its own name. Written for
// the vectoriser: no calls, no branches on data, restrict everywhere.

// With weight 0 the top, or the bottom, is ignored, even if it is infinite.
static inline __attribute__((always_inline)) float NAME(mix_one)(float top, float bottom, float mask) {
  float mixed = top * mask + bottom * (1.0f - mask);
  return mask == 0.0f ? bottom : mask == 1.0f ? top : mixed;
}

static void NAME(mix)(float *restrict top, const float *restrict bottom, const float *restrict mask, size_t n) {
  for (size_t i = 0; i < n; i++) top[i] = NAME(mix_one)(top[i], bottom[i], mask[i]);
}

// Plane by plane: for one loop over all three, clang emits loads and stores of single lanes.
static void NAME(mix_color)(float *restrict topR, float *restrict topG, float *restrict topB, const float *restrict r,
                            const float *restrict g, const float *restrict b, const float *restrict mask, size_t n) {
  NAME(mix)(topR, r, mask, n);
  NAME(mix)(topG, g, mask, n);
  NAME(mix)(topB, b, mask, n);
}

static void NAME(mix_other)(float *restrict out, const float *restrict top, const float *restrict bottom,
                            const float *restrict mask, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = NAME(mix_one)(top[i], bottom[i], mask[i]);
}

static void NAME(mix_gray)(float *restrict topR, float *restrict topG, float *restrict topB, const float *restrict r,
                           const float *restrict g, const float *restrict b, const float *restrict mask, size_t n) {
  NAME(mix_other)(topR, topG, r, mask, n);
  NAME(mix_other)(topB, topG, b, mask, n);
  NAME(mix)(topG, g, mask, n);
}

static int NAME(is_zero)(const float *p, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t end = n - i < 256 ? n : i + 256;
    int other = 0;
    for (; i < end; i++) other |= !(p[i] == 0.0f);
    if (other) return 0;
  }
  return 1;
}

static int NAME(is_one)(const float *p, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t end = n - i < 256 ? n : i + 256;
    int other = 0;
    for (; i < end; i++) other |= !(p[i] == 1.0f);
    if (other) return 0;
  }
  return 1;
}

static void NAME(mix_constant)(float *restrict top, const float *restrict bottom, float weight, size_t n) {
  float rest = 1.0f - weight;
  for (size_t i = 0; i < n; i++) top[i] = top[i] * weight + bottom[i] * rest;
}

static inline __attribute__((always_inline)) float NAME(factor)(int kind, float alpha) {
  return kind == PK_ZERO ? 0.0f : kind == PK_ONE ? 1.0f : kind == PK_ALPHA ? alpha : 1.0f - alpha;
}

static void NAME(porter_duff)(float *restrict top, const float *restrict bottom, const float *restrict topAlpha,
                              const float *restrict bottomAlpha, size_t n, int topFactor, int bottomFactor) {
  for (size_t i = 0; i < n; i++)
    top[i] = top[i] * NAME(factor)(topFactor, bottomAlpha[i]) + bottom[i] * NAME(factor)(bottomFactor, topAlpha[i]);
}
