// The loops of MattingLaplacian.c, included once for each instruction set; NAME(f) gives each copy its own name.

// Multiplies the matting Laplacian of a block by `p`, which is 0 at pixels of known alpha.
static void NAME(laplacian)(const MattingBlock *block, const float *restrict p, float *restrict out) {
  const size_t w = block->width, h = block->height, s = w, plane = s * h;
  const float *restrict r = block->guide, *restrict g = r + plane, *restrict b = g + plane;
  const float *restrict mr = block->windows, *restrict mg = mr + plane, *restrict mb = mg + plane;
  const float *restrict srr = mb + plane, *restrict srg = srr + plane, *restrict srb = srg + plane;
  const float *restrict sgg = srb + plane, *restrict sgb = sgg + plane, *restrict sbb = sgb + plane;
  float *restrict ar = block->models, *restrict ag = ar + plane, *restrict ab = ag + plane, *restrict c = ab + plane;
  float cp[MATTING_BLOCK_SIDE], cr[MATTING_BLOCK_SIDE], cg[MATTING_BLOCK_SIDE], cb[MATTING_BLOCK_SIDE];
  for (size_t y = 1; y + 1 < h; y++) {
    const size_t o = y * s;
    for (size_t x = 0; x < w; x++) {
      const float p0 = p[o - s + x], p1 = p[o + x], p2 = p[o + s + x];
      cp[x] = p0 + p1 + p2;
      cr[x] = p0 * r[o - s + x] + p1 * r[o + x] + p2 * r[o + s + x];
      cg[x] = p0 * g[o - s + x] + p1 * g[o + x] + p2 * g[o + s + x];
      cb[x] = p0 * b[o - s + x] + p1 * b[o + x] + p2 * b[o + s + x];
    }
    for (size_t x = 1; x + 1 < w; x++) {
      const size_t i = o + x;
      const float mp = (cp[x - 1] + cp[x] + cp[x + 1]) * (1.0f / 9);
      const float vr = (cr[x - 1] + cr[x] + cr[x + 1]) * (1.0f / 9) - mr[i] * mp;
      const float vg = (cg[x - 1] + cg[x] + cg[x + 1]) * (1.0f / 9) - mg[i] * mp;
      const float vb = (cb[x - 1] + cb[x] + cb[x + 1]) * (1.0f / 9) - mb[i] * mp;
      const float xr = srr[i] * vr + srg[i] * vg + srb[i] * vb;
      const float xg = srg[i] * vr + sgg[i] * vg + sgb[i] * vb;
      const float xb = srb[i] * vr + sgb[i] * vg + sbb[i] * vb;
      ar[i] = xr, ag[i] = xg, ab[i] = xb;
      c[i] = mp - (xr * mr[i] + xg * mg[i] + xb * mb[i]);
    }
  }
  const float *restrict n = block->counts;
  for (size_t y = 0; y < h; y++) {
    // The rows of windows that contain this row's pixels. There are none outside the block, and the planes' borders are
    // 0.
    const size_t o = y * s, above = y > 0 ? o - s : o, below = y + 1 < h ? o + s : o;
    const float ka = y > 0 ? 1 : 0, kb = y + 1 < h ? 1 : 0;
    for (size_t x = 0; x < w; x++) {
      cr[x] = ka * ar[above + x] + ar[o + x] + kb * ar[below + x];
      cg[x] = ka * ag[above + x] + ag[o + x] + kb * ag[below + x];
      cb[x] = ka * ab[above + x] + ab[o + x] + kb * ab[below + x];
      cp[x] = ka * c[above + x] + c[o + x] + kb * c[below + x];
    }
    out[o] = out[o + w - 1] = 0;
    for (size_t x = 1; x + 1 < w; x++) {
      const size_t i = o + x;
      out[i] = n[i] * p[i] - ((cr[x - 1] + cr[x] + cr[x + 1]) * r[i] + (cg[x - 1] + cg[x] + cg[x + 1]) * g[i] +
                              (cb[x - 1] + cb[x] + cb[x + 1]) * b[i] + cp[x - 1] + cp[x] + cp[x + 1]);
    }
    // A pixel of the outermost columns lies in windows of one column only.
    out[o] = n[o] * p[o] - (cr[1] * r[o] + cg[1] * g[o] + cb[1] * b[o] + cp[1]);
    const size_t e = o + w - 1;
    out[e] = n[e] * p[e] - (cr[w - 2] * r[e] + cg[w - 2] * g[e] + cb[w - 2] * b[e] + cp[w - 2]);
  }
}

// Computes the mean and inverse covariance of the guide in 3x3 windows, and the number of windows that contain each
// pixel.
static void NAME(windows)(const MattingBlock *block, float epsilon) {
  const size_t w = block->width, h = block->height, s = w, plane = s * h;
  const float *restrict r = block->guide, *restrict g = r + plane, *restrict b = g + plane;
  float *restrict mr = block->windows, *restrict mg = mr + plane, *restrict mb = mg + plane;
  float *restrict srr = mb + plane, *restrict srg = srr + plane, *restrict srb = srg + plane;
  float *restrict sgg = srb + plane, *restrict sgb = sgg + plane, *restrict sbb = sgb + plane;
  for (size_t i = 0; i < 9 * plane; i++) block->windows[i] = 0;
  for (size_t i = 0; i < 4 * plane; i++) block->models[i] = 0;
  for (size_t y = 1; y + 1 < h; y++)
    for (size_t x = 1; x + 1 < w; x++) {
      const size_t i = y * s + x;
      float sum[9] = {0};
      const float r0 = r[i], g0 = g[i], b0 = b[i];
      for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++) {
          const size_t j = i + v * s + u;
          // Differences to the centre are exact where the picture is flat.
          const float dr = r[j] - r0, dg = g[j] - g0, db = b[j] - b0;
          sum[0] += dr, sum[1] += dg, sum[2] += db;
          sum[3] += dr * dr, sum[4] += dr * dg, sum[5] += dr * db;
          sum[6] += dg * dg, sum[7] += dg * db, sum[8] += db * db;
        }
      for (int k = 0; k < 9; k++) sum[k] *= 1.0f / 9;
      mr[i] = r0 + sum[0], mg[i] = g0 + sum[1], mb[i] = b0 + sum[2];
      const float rr = sum[3] - sum[0] * sum[0] + epsilon, rg = sum[4] - sum[0] * sum[1];
      const float rb = sum[5] - sum[0] * sum[2], gg = sum[6] - sum[1] * sum[1] + epsilon;
      const float gb = sum[7] - sum[1] * sum[2], bb = sum[8] - sum[2] * sum[2] + epsilon;
      const float irr = gg * bb - gb * gb, irg = gb * rb - rg * bb, irb = rg * gb - gg * rb;
      const float k = 1 / (irr * rr + irg * rg + irb * rb);
      srr[i] = irr * k, srg[i] = irg * k, srb[i] = irb * k;
      sgg[i] = (rr * bb - rb * rb) * k, sgb[i] = (rb * rg - rr * gb) * k, sbb[i] = (rr * gg - rg * rg) * k;
    }
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++) {
      const size_t top = y > 1 ? y - 1 : 1, bottom = y + 1 < h - 2 ? y + 1 : h - 2;
      const size_t left = x > 1 ? x - 1 : 1, right = x + 1 < w - 2 ? x + 1 : w - 2;
      block->counts[y * s + x] =
          (top <= bottom && left <= right) ? (float)((bottom - top + 1) * (right - left + 1)) : 0;
    }
}

// Computes 1 / (diagonal of the Laplacian + weight) at pixels of unknown alpha.
static void NAME(diagonal)(const MattingBlock *block, const float *restrict weight, float *restrict inverse) {
  const size_t w = block->width, h = block->height, s = w, plane = s * h;
  const float *r = block->guide, *g = r + plane, *b = g + plane;
  const float *mr = block->windows, *mg = mr + plane, *mb = mg + plane;
  const float *srr = mb + plane, *srg = srr + plane, *srb = srg + plane;
  const float *sgg = srb + plane, *sgb = sgg + plane, *sbb = sgb + plane;
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++) {
      const size_t i = y * s + x;
      inverse[i] = 0;
      if (weight[i] < 0) continue;
      float sum = 0;
      for (size_t v = 0; v < 3; v++)
        for (size_t u = 0; u < 3; u++) {
          // The window whose centre is one row above and one column left of (x + u, y + v), if it lies inside the
          // block.
          if (y + v < 2 || y + v >= h || x + u < 2 || x + u >= w) continue;
          const size_t j = i + v * s + u - s - 1;
          const float dr = r[i] - mr[j], dg = g[i] - mg[j], db = b[i] - mb[j];
          sum += 1 + srr[j] * dr * dr + sgg[j] * dg * dg + sbb[j] * db * db +
                 2 * (srg[j] * dr * dg + srb[j] * dr * db + sgb[j] * dg * db);
        }
      const float value = block->counts[i] - sum * (1.0f / 9);
      inverse[i] = 1 / ((value > 1e-3f ? value : 1e-3f) + weight[i]);
    }
}

static float NAME(dot)(const float *restrict x, const float *restrict y, size_t n) {
  float lanes[16] = {0};
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (int k = 0; k < 16; k++) lanes[k] += x[i + k] * y[i + k];
  for (; i < n; i++) lanes[0] += x[i] * y[i];
  float sum = 0;
  for (int k = 0; k < 16; k++) sum += lanes[k];
  return sum;
}

static int NAME(solve)(const MattingBlock *block, float *restrict alpha, const float *restrict weight,
                       float epsilon, int iterations, float tolerance,
                       float *restrict scratch) {
  const size_t n = block->width * block->height;
  float *restrict inverse = scratch, *restrict residual = inverse + n, *restrict direction = residual + n;
  float *restrict product = direction + n;
  NAME(windows)(block, epsilon);
  NAME(diagonal)(block, weight, inverse);
  for (size_t i = 0; i < n; i++) product[i] = direction[i] = 0;
  NAME(laplacian)(block, alpha, product);
  for (size_t i = 0; i < n; i++) {
    // The initial guess equals the target, so the weights contribute nothing yet.
    residual[i] = weight[i] < 0 ? 0.0f : -product[i];
    direction[i] = inverse[i] * residual[i];
  }
  float energy = NAME(dot)(residual, direction, n);
  const float enough = energy * tolerance * tolerance;
  int count = 0;
  for (; count < iterations && energy > enough && energy > 1e-20f; count++) {
    NAME(laplacian)(block, direction, product);
    for (size_t i = 0; i < n; i++) {
      const float sought = weight[i] < 0 ? 0.0f : 1.0f;
      product[i] = sought * (product[i] + weight[i] * direction[i]);
    }
    const float curvature = NAME(dot)(direction, product, n);
    if (!(curvature > 0)) break;
    const float step = energy / curvature;
    for (size_t i = 0; i < n; i++) alpha[i] += step * direction[i];
    for (size_t i = 0; i < n; i++) residual[i] -= step * product[i];
    for (size_t i = 0; i < n; i++) product[i] = inverse[i] * residual[i];
    const float next = NAME(dot)(residual, product, n);
    const float ratio = next / energy;
    for (size_t i = 0; i < n; i++) direction[i] = product[i] + ratio * direction[i];
    energy = next;
  }
  return count;
}
