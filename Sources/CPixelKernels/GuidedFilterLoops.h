// The loops of GuidedFilter.c, included once for each instruction set; NAME(f) gives each copy its own name.

static void NAME(luminance)(float *restrict out, const float *restrict r, const float *restrict g,
                            const float *restrict b, size_t n, const float *restrict weights) {
  const float red = weights[0], green = weights[1], blue = weights[2];
  for (size_t i = 0; i < n; i++) out[i] = red * r[i] + green * g[i] + blue * b[i];
}

static void NAME(guided_fit)(float *restrict mean, const float *restrict product, const float *restrict guide,
                             const float *restrict square, size_t n, float epsilon, int isOffset) {
  for (size_t i = 0; i < n; i++) {
    float variance = square[i] - guide[i] * guide[i];
    variance = variance > 0.0f ? variance : 0.0f;
    float slope = (product[i] - mean[i] * guide[i]) / (variance + epsilon);
    mean[i] = isOffset ? mean[i] - slope * guide[i] : slope;
  }
}

static void NAME(guided_line)(float *restrict out, const float *restrict slope, const float *restrict guide,
                              const float *restrict offset, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = slope[i] * guide[i] + offset[i];
}
