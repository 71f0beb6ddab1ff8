// The loops of ColorArithmetic.c, included once for each instruction set; NAME(f) gives each copy its own name. Written
// for the vectoriser: no calls, no branches on data, restrict everywhere.

static void NAME(matrix3)(float *restrict r, float *restrict g, float *restrict b, size_t n,
                          const float *restrict matrix) {
  float m[9];
  for (int k = 0; k < 9; k++) m[k] = matrix[k];
  for (size_t i = 0; i < n; i++) {
    float x = r[i], y = g[i], z = b[i];
    r[i] = m[0] * x + m[1] * y + m[2] * z;
    g[i] = m[3] * x + m[4] * y + m[5] * z;
    b[i] = m[6] * x + m[7] * y + m[8] * z;
  }
}

static void NAME(matrix5)(float *restrict r, float *restrict g, float *restrict b, float *restrict a, size_t n,
                          const float *restrict matrix) {
  float m[20];
  for (int k = 0; k < 20; k++) m[k] = matrix[k];
  for (size_t i = 0; i < n; i++) {
    float x = r[i], y = g[i], z = b[i], w = a[i];
    r[i] = m[0] * x + m[1] * y + m[2] * z + m[3] * w + m[4];
    g[i] = m[5] * x + m[6] * y + m[7] * z + m[8] * w + m[9];
    b[i] = m[10] * x + m[11] * y + m[12] * z + m[13] * w + m[14];
    a[i] = m[15] * x + m[16] * y + m[17] * z + m[18] * w + m[19];
  }
}

// Colour alone: three rows of (r, g, b, bias).
static void NAME(matrix4)(float *restrict r, float *restrict g, float *restrict b, size_t n,
                          const float *restrict matrix) {
  float m[12];
  for (int k = 0; k < 12; k++) m[k] = matrix[k];
  for (size_t i = 0; i < n; i++) {
    float x = r[i], y = g[i], z = b[i];
    r[i] = m[0] * x + m[1] * y + m[2] * z + m[3];
    g[i] = m[4] * x + m[5] * y + m[6] * z + m[7];
    b[i] = m[8] * x + m[9] * y + m[10] * z + m[11];
  }
}

static void NAME(scale_offset)(float *restrict p, size_t n, float factor, float offset) {
  for (size_t i = 0; i < n; i++) p[i] = p[i] * factor + offset;
}

static void NAME(premultiply)(float *restrict r, float *restrict g, float *restrict b, const float *restrict a,
                              size_t n) {
  for (size_t i = 0; i < n; i++) {
    float factor = a[i] > 0.0f ? a[i] : 0.0f;
    r[i] *= factor, g[i] *= factor, b[i] *= factor;
  }
}

static void NAME(unpremultiply)(float *restrict r, float *restrict g, float *restrict b, const float *restrict a,
                                size_t n) {
  for (size_t i = 0; i < n; i++) {
    // Divided, not multiplied by the inverse: a colour equal to alpha must come out as exactly 1.
    int visible = a[i] >= 0x1p-20f;
    float divisor = visible ? a[i] : 1.0f;
    float x = r[i] / divisor, y = g[i] / divisor, z = b[i] / divisor;
    r[i] = visible ? x : 0.0f, g[i] = visible ? y : 0.0f, b[i] = visible ? z : 0.0f;
  }
}

// `out` may be one of the others, at the same position.
static void NAME(maximum)(float *out, const float *r, const float *g, const float *b, size_t n) {
#pragma clang loop vectorize(assume_safety)
  for (size_t i = 0; i < n; i++) {
    float x = r[i] > g[i] ? r[i] : g[i];
    out[i] = x > b[i] ? x : b[i];
  }
}

static void NAME(minimum)(float *out, const float *r, const float *g, const float *b, size_t n) {
#pragma clang loop vectorize(assume_safety)
  for (size_t i = 0; i < n; i++) {
    float x = r[i] < g[i] ? r[i] : g[i];
    out[i] = x < b[i] ? x : b[i];
  }
}

static void NAME(choose)(float *restrict out, const float *x, const float *y, size_t n, int maximum) {
  if (maximum)
    for (size_t i = 0; i < n; i++) out[i] = x[i] > y[i] ? x[i] : y[i];
  else
    for (size_t i = 0; i < n; i++) out[i] = x[i] < y[i] ? x[i] : y[i];
}

static void NAME(choose_among)(float *restrict out, const float *x, const float *y, size_t n, int maximum) {
  if (maximum)
    for (size_t i = 0; i < n; i++) {
      float z = x[i] > y[i] ? x[i] : y[i];
      out[i] = out[i] > z ? out[i] : z;
    }
  else
    for (size_t i = 0; i < n; i++) {
      float z = x[i] < y[i] ? x[i] : y[i];
      out[i] = out[i] < z ? out[i] : z;
    }
}

static void NAME(choose_of)(float *restrict out, const float *restrict x, size_t n, int maximum) {
  if (maximum)
    for (size_t i = 0; i < n; i++) out[i] = out[i] > x[i] ? out[i] : x[i];
  else
    for (size_t i = 0; i < n; i++) out[i] = out[i] < x[i] ? out[i] : x[i];
}

// `out` may be `p`, at the same position.
static void NAME(product)(float *out, const float *p, const float *q, size_t n) {
#pragma clang loop vectorize(assume_safety)
  for (size_t i = 0; i < n; i++) out[i] = p[i] * q[i];
}

static void NAME(clamp)(float *restrict p, size_t n, float low, float high) {
  for (size_t i = 0; i < n; i++) {
    float x = p[i] > low ? p[i] : low;
    p[i] = x < high ? x : high;
  }
}

static void NAME(scale)(float *restrict p, size_t n, float factor) {
  for (size_t i = 0; i < n; i++) p[i] *= factor;
}

static void NAME(multiply)(float *restrict p, const float *restrict q, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] *= q[i];
}
