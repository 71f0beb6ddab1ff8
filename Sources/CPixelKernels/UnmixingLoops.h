// The loops of Unmixing.c, included once for each instruction set; NAME(f) gives each copy its own name. Written for
// the vectoriser: no calls, no branches on data, restrict everywhere.

enum { NAME(unmix_block) = 128 };

// The residual of a pixel after subtraction of the mixture that the matte predicts.
static inline __attribute__((always_inline)) float NAME(unexplained)(float seen, float own, float behind, float matte) {
  return seen - (own * matte + behind * (1.0f - matte));
}

// Adds one component to the projection of the residual on the difference between foreground and background, and to the
// square of that difference.
static void NAME(add_across)(float *restrict along, float *restrict square, const float *restrict seen,
                             const float *restrict own, const float *restrict behind, const float *restrict matte,
                             size_t n) {
  for (size_t i = 0; i < n; i++) {
    float across = behind[i] - own[i];
    along[i] += NAME(unexplained)(seen[i], own[i], behind[i], matte[i]) * across;
    square[i] += across * across;
  }
}

// Writes to `excess` how much lower the matte would have to be for the colours to match, and to `kept` the fraction
// that is kept.
static void NAME(find_kept)(float *restrict excess, float *restrict kept, const float *restrict square,
                            const float *restrict matte, size_t n, float noise, float doubtFrom, float doubtTo) {
  float scale = 1.0f / (doubtTo - doubtFrom);
  for (size_t i = 0; i < n; i++) {
    float m = matte[i];
    float e = excess[i] / (square[i] + noise);
    e = e > 0.0f ? e : 0.0f;
    float sure = (m - doubtFrom) * scale;
    sure = sure > 0.0f ? sure : 0.0f;
    sure = sure < 1.0f ? sure : 1.0f;
    float believed = (1.0f - m * m) * (1.0f - sure * sure * (3.0f - 2.0f * sure));
    float k = 1.0f - e * believed / (m > 0.0f ? m : 1.0f);
    k = k > 0.0f ? k : 0.0f;
    k = k < 1.0f ? k : 1.0f;
    excess[i] = m > 0.0f ? e : 0.0f;
    kept[i] = m > 0.0f ? k : 1.0f;
  }
}

// The foreground colour of a component, clamped between the picture's own and the one nearby.
static void NAME(unmix_component)(float *restrict seen, const float *restrict own, const float *restrict behind,
                                  const float *restrict matte, const float *restrict excess,
                                  const float *restrict kept, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float s = seen[i], o = own[i], e = excess[i];
    float square = matte[i] * matte[i];
    float across = behind[i] - o;
    float rest = NAME(unexplained)(s, o, behind[i], matte[i]) - across * e;
    float color = o + rest * square + across * (e * square * square);
    float low = o < s ? o : s, high = o < s ? s : o;
    color = color < high ? color : high;
    color = color > low ? color : low;
    seen[i] = color * kept[i];
  }
}

static void NAME(unmix)(float *r, float *g, float *b, float *a, const float *ownR, const float *ownG,
                        const float *ownB, const float *behindR, const float *behindG, const float *behindB,
                        const float *matte, size_t n, float noise, float doubtFrom, float doubtTo) {
  float excess[NAME(unmix_block)], square[NAME(unmix_block)];
  for (size_t at = 0; at < n; at += NAME(unmix_block)) {
    size_t count = n - at < NAME(unmix_block) ? n - at : NAME(unmix_block);
    for (size_t i = 0; i < count; i++) excess[i] = square[i] = 0.0f;
    NAME(add_across)(excess, square, r + at, ownR + at, behindR + at, matte + at, count);
    NAME(add_across)(excess, square, g + at, ownG + at, behindG + at, matte + at, count);
    NAME(add_across)(excess, square, b + at, ownB + at, behindB + at, matte + at, count);
    NAME(find_kept)(excess, a + at, square, matte + at, count, noise, doubtFrom, doubtTo);
    NAME(unmix_component)(r + at, ownR + at, behindR + at, matte + at, excess, a + at, count);
    NAME(unmix_component)(g + at, ownG + at, behindG + at, matte + at, excess, a + at, count);
    NAME(unmix_component)(b + at, ownB + at, behindB + at, matte + at, excess, a + at, count);
  }
}
