// The loops of ColorCube.c, included once for each instruction set; NAME(f) gives each copy its own name.
//
// Trilinear lookup of colours in a cube. The two nodes that are adjacent in red are loaded at once.

typedef float NAME(Eight) __attribute__((vector_size(32), aligned(4)));

static inline __attribute__((always_inline)) void NAME(cube_as)(float *restrict r, float *restrict g,
                                                                float *restrict b, float *restrict a, size_t n,
                                                                const float *restrict nodes, int dimension,
                                                                int extrapolates, int changesAlpha) {
  enum { BLOCK = 64 };
  const float last = (float)(dimension - 1);
  const int32_t stepG = 4 * dimension, stepB = 4 * dimension * dimension;
  for (size_t start = 0; start < n; start += BLOCK) {
    size_t count = n - start < BLOCK ? n - start : BLOCK;
    int32_t offset[BLOCK];
    float fx[BLOCK], fy[BLOCK], fz[BLOCK], alpha[BLOCK];
    for (size_t i = 0; i < count; i++) {
      float w = a[start + i];
      int visible = w > 0x1p-20f;
      float scale = visible ? 1.0f / w : 0.0f;
      float x = r[start + i] * scale * last, y = g[start + i] * scale * last, z = b[start + i] * scale * last;
      // Clamped so that NaN becomes 0, which makes the conversion to an integer safe.
      float hx = x > 0.0f ? x : 0.0f, hy = y > 0.0f ? y : 0.0f, hz = z > 0.0f ? z : 0.0f;
      hx = hx < last ? hx : last, hy = hy < last ? hy : last, hz = hz < last ? hz : last;
      int32_t cx = (int32_t)hx, cy = (int32_t)hy, cz = (int32_t)hz;
      cx = cx < dimension - 1 ? cx : dimension - 2;
      cy = cy < dimension - 1 ? cy : dimension - 2;
      cz = cz < dimension - 1 ? cz : dimension - 2;
      offset[i] = 4 * cx + stepG * cy + stepB * cz;
      fx[i] = (extrapolates ? x : hx) - (float)cx;
      fy[i] = (extrapolates ? y : hy) - (float)cy;
      fz[i] = (extrapolates ? z : hz) - (float)cz;
      alpha[i] = w;
    }
    for (size_t i = 0; i < count; i++) {
      const float *node = nodes + offset[i];
      NAME(Eight) v00 = *(const NAME(Eight) *)node, v10 = *(const NAME(Eight) *)(node + stepG);
      NAME(Eight) v01 = *(const NAME(Eight) *)(node + stepB), v11 = *(const NAME(Eight) *)(node + stepG + stepB);
      float y = fy[i], z = fz[i], x = fx[i], restY = 1.0f - y, restZ = 1.0f - z, restX = 1.0f - x;
      NAME(Eight) near = v00 * restY + v10 * y, far = v01 * restY + v11 * y;
      NAME(Eight) both = near * restZ + far * z;
      float w = alpha[i];
      r[start + i] = (both[0] * restX + both[4] * x) * w;
      g[start + i] = (both[1] * restX + both[5] * x) * w;
      b[start + i] = (both[2] * restX + both[6] * x) * w;
      if (changesAlpha) a[start + i] = (both[3] * restX + both[7] * x) * w;
    }
  }
}

static void NAME(cube)(float *r, float *g, float *b, float *a, size_t n, const float *nodes, int dimension,
                       int extrapolates, int changesAlpha) {
  if (changesAlpha)
    NAME(cube_as)(r, g, b, a, n, nodes, dimension, extrapolates, 1);
  else if (extrapolates)
    NAME(cube_as)(r, g, b, a, n, nodes, dimension, 1, 0);
  else
    NAME(cube_as)(r, g, b, a, n, nodes, dimension, 0, 0);
}
