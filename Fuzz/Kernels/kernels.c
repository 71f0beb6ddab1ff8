// Runs every pixel kernel on rows of all lengths with all kinds of numbers, in memory of exactly their size, under
// AddressSanitizer and UndefinedBehaviorSanitizer, and checks that all copies give the same bits. See
// Scripts/check-kernels.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CMatting.h"
#include "CPixelKernels.h"

static uint64_t state;

static uint32_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}

static size_t below(size_t n) { return next() % n; }

// Mostly values in 0...1, but also others, infinities and NaN.
static float number(void) {
  switch (next() % 24) {
    case 0: return 0.0f;
    case 1: return -0.0f;
    case 2: return INFINITY;
    case 3: return -INFINITY;
    case 4: return NAN;
    case 5: return 3e38f;
    case 6: return -3e38f;
    case 7: return 1e-40f;
    case 8: return ldexpf(1.0f, (int)(next() % 250) - 125);
    case 9: return -(float)next() * 0x1p-28f;
    default: return (float)next() * 0x1p-31f;
  }
}

enum { MOST = 96 };
static void *blocks[MOST];
static int count;

static void *memory(size_t bytes) {
  // At least one byte, so that there is an address; AddressSanitizer detects access to the first byte beyond.
  void *block = malloc(bytes ? bytes : 1);
  if (!block || count == MOST) abort();
  for (size_t i = 0; i < bytes; i++) ((uint8_t *)block)[i] = (uint8_t)next();
  return blocks[count++] = block;
}

static float *plane(size_t n) {
  float *values = memory(4 * n);
  for (size_t i = 0; i < n; i++) values[i] = number();
  return values;
}

static float *weights(size_t n) {
  float *values = memory(4 * n);
  for (size_t i = 0; i < n; i++) values[i] = (float)next() * 0x1p-31f - 0.3f;
  return values;
}

static uint64_t hash;

static void take_bytes(const void *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
}

static void take(const float *values, size_t n) {
  for (size_t i = 0; i < n; i++) {
    // The bits of a NaN are not specified.
    float value = values[i] != values[i] ? NAN : values[i];
    take_bytes(&value, 4);
  }
}

#define TAKE4 take(r, n), take(g, n), take(b, n), take(a, n)

static void samples(size_t n) {
  float *r = plane(n), *g = plane(n), *b = plane(n), *a = plane(n), *matrix = weights(9);
  uint8_t *bytes = memory(4 * n + 1);
  uint16_t *words = memory(8 * n);
  float *curve = weights(257), *long_curve = weights(65537);
  int alpha = (int)below(3);
  const float *chosen = below(2) ? matrix : 0;
  // Rows may begin at any address.
  pk_decode_rgba8(bytes + 1, n, curve, curve, curve, chosen, alpha, r, g, b, a), TAKE4;
  pk_decode_rgba16(words, n, long_curve, long_curve, long_curve, chosen, alpha, r, g, b, a), TAKE4;
  pk_decode_l8(bytes, n, curve, r, g, b, a), TAKE4;
  pk_decode_l16(words, n, long_curve, r, g, b, a), TAKE4;
  pk_decode_light8(bytes + 1, n, r, g, b, a), TAKE4;
  float *rgb = plane(3 * n);
  pk_rgb_floats8(bytes + 1, n, (int)below(2), matrix[0], matrix[1], rgb), take(rgb, 3 * n);
  r = plane(n), g = plane(n), b = plane(n), a = plane(n);
  PKEncodingTable tables[3];
  for (int k = 0; k < 3; k++) {
    int bits = k == 1 ? 9 : 5;
    size_t entries = ((size_t)24 << bits) + 1;
    float *base = memory(4 * entries), *slope = memory(4 * entries);
    for (size_t i = 0; i < entries; i++) base[i] = (float)i / (float)entries, slope[i] = 0.0f;
    float *lines = memory(4 * 256);
    for (int i = 0; i < 128; i++) lines[i] = 0.5f, lines[128 + i] = 255.0f;
    tables[k] = (PKEncodingTable){bits, 1.0f, base, slope, lines};
  }
  PKEncodingTable same[3] = {tables[0], tables[0], tables[0]};
  pk_encode_rgba8(r, g, b, a, n, below(2) ? tables : same, chosen, alpha, bytes + 1), take_bytes(bytes + 1, 4 * n);
  pk_encode_rgba16(r, g, b, a, n, tables, chosen, alpha, words), take_bytes(words, 8 * n);
  pk_encode_l8(r, g, b, n, tables, bytes), take_bytes(bytes, n);
  pk_encode_l16(r, g, b, n, tables + 1, words), take_bytes(words, 2 * n);
  pk_encode_light8(r, g, b, n, bytes + 1), take_bytes(bytes + 1, 4 * n);
  float *together = plane(4 * n);
  pk_deinterleave(together, n, r, g, b, a), TAKE4;
  pk_interleave(r, g, b, a, n, together), take(together, 4 * n);
  pk_prefetch(bytes, 4 * n);
}

static void colours(size_t n) {
  float *r = plane(n), *g = plane(n), *b = plane(n), *a = plane(n), *q = plane(n), *matrix = weights(20);
  float exponent = (float)below(900) / 100.0f - 4.0f, tables[128];
  pk_matrix3(r, g, b, n, matrix), TAKE4;
  pk_matrix4(r, g, b, n, matrix), TAKE4;
  pk_matrix5(r, g, b, a, n, matrix), TAKE4;
  r = plane(n), g = plane(n), b = plane(n), a = plane(n);
  pk_unpremultiply(r, g, b, a, n), TAKE4;
  pk_premultiply(r, g, b, a, n), TAKE4;
  pk_power(r, n, exponent), take(r, n);
  if (exponent >= -1 && exponent <= 3) pk_power_tables(exponent, tables), pk_power_tabled(g, n, exponent, tables), take(g, n);
  pk_srgb_encode(b, n), take(b, n);
  pk_srgb_decode(a, n), take(a, n);
  r = plane(n), g = plane(n), b = plane(n), a = plane(n);
  float *x = plane(n), *y = plane(n), *z = plane(n);
  pk_mix(x, q, a, n), take(x, n);
  pk_mix_color(r, g, b, x, q, z, a, n), TAKE4;
  if (pk_is_zero(a, n) && n) take(a, n);
  if (pk_is_one(a, n) && n) take(q, n);
  pk_mix_constant(y, q, 0.7f, n), take(y, n);
  pk_porter_duff(z, q, a, b, n, (int)below(4), (int)below(4)), take(z, n);
  pk_unmix(r, g, b, y, x, z, q, q, x, z, a, n, 0.02f, 0.5f, 0.95f), TAKE4, take(y, n);
  pk_scale(x, n, 0.3f), pk_scale_offset(x, n, -2, 1), pk_multiply(x, q, n), pk_clamp(x, n, 0.1f, 0.8f), take(x, n);
  pk_choose(y, q, a, n, 1), pk_choose_among(y, r, g, n, 0), take(y, n);
  pk_product(y, q, a, n), pk_choose_of(y, r, n, (int)below(2)), take(y, n), pk_product(y, y, q, n), take(y, n);
  if (below(2)) pk_maximum(below(2) ? g : a, r, g, b, n); else pk_minimum(below(2) ? r : a, r, g, b, n);
  TAKE4;
  pk_luminance(y, r, g, b, n, weights(3)), take(y, n);
  pk_guided_fit(x, q, y, z, n, 1e-4f, (int)below(2)), take(x, n), pk_guided_line(x, q, y, z, n), take(x, n);
  int dimension = 2 + (int)below(5);
  float *nodes = weights(4 * (size_t)(dimension * dimension * dimension));
  pk_cube(r, g, b, a, n, nodes, dimension, (int)below(2), (int)below(2)), TAKE4;
}

static void neighbours(size_t n) {
  size_t taps = 3 + below(30);
  float *out = plane(n), *in = plane(n + taps - 1), *w = weights(taps);
  ptrdiff_t offsets[33];
  for (size_t t = 0; t < taps; t++) offsets[t] = (ptrdiff_t)t;
  pk_convolve(out, in, n, offsets, w, taps), take(out, n);
  size_t window = taps - 1 + taps % 2;
  float edge = below(2) ? 0.1f : 0.05f;
  pk_box_row(out, in, n, window, 0.1f, edge, plane(3 * (n + window))), take(out, n);
  if (n) {
    size_t rows = 1 + below(20), columns = 1 + n % 150, width = columns + taps - 1;
    float *square = plane(width * (rows + taps - 1)), *result = plane(columns * rows);
    pk_convolve_square(result, columns, square, width, columns, rows, w, taps, memory(64 * (columns + taps)));
    take(result, columns * rows);
    pk_box_columns(result, columns, square, width, columns, rows, window, 0.1f, edge, plane(192 * (rows + window)));
    take(result, columns * rows);
  }
  if (n) {
    // Kernels of a few steps per row; with fewer than sixteen columns other code runs.
    size_t across = below(6), down = below(6), columns = 1 + n % 70, rows = 1 + below(20);
    uint32_t *firsts = memory(4 * (down + 2)), *places = memory(16 * (down + 1));
    firsts[0] = 0;
    for (size_t dy = 0; dy <= down; dy++) {
      firsts[dy + 1] = firsts[dy] + (uint32_t)below(5);
      for (uint32_t step = firsts[dy]; step < firsts[dy + 1]; step++) places[step] = (uint32_t)below(across + 1);
    }
    size_t width = columns + 2 * across;
    // A multiple of 64 bytes, as for vectors.
    float *room = memory(256 * (across + down + 2) + 64), *result = plane(columns * rows);
    float *scratch = (float *)(((uintptr_t)room + 63) / 64 * 64);
    pk_centered_runs(result, columns, plane(width * (rows + 2 * down)), width, columns, rows, across, down, firsts, places,
                     weights(firsts[down + 1]), scratch);
    take(result, columns * rows);
  }
  // Ascending positions, as in enlarging and reducing.
  size_t phase = below(16), blocks16 = (phase + n + 15) / 16;
  float step = below(4) ? (float)below(300) / 100.0f : 1.0f, *fraction = weights(n), *many = weights(blocks16 * taps * 16);
  int32_t *starts = memory(4 * n);
  for (size_t i = 0; i < n; i++) starts[i] = (int32_t)((float)i * step);
  size_t reach = n ? (size_t)starts[n - 1] + 1 : 0;
  float *row = plane(reach + taps);
  uint8_t *upper = memory(reach + 1), *lower = memory(reach + 1);
  if (below(2)) {
    size_t start = below(reach + 1);
    memset(upper + start, 7, reach + 1 - start), memset(lower + start, 7, reach + 1 - start);
  }
  pk_resample(out, row, n, phase, starts, many, taps), take(out, n);
  float *pairs = plane(2 * n);
  pk_resample_double(pairs, plane(n + taps), n, weights(taps), weights(taps), taps), take(pairs, 2 * n);
  float *four = weights((n + 15) / 16 * 64), *sum = plane(n), *near = plane(reach + 4);
  pk_add_resampled(sum, near, n, starts, four), take(sum, n);
  pk_interpolate_l8(out, upper, lower, reach + 1, 0.3f, n, starts, fraction), take(out, n);
  size_t stride = 1 + below(9);
  pk_reduce(out, plane(n * stride + taps), n, stride, w, taps), take(out, n);
  // A row of pixels that is reduced, with two to four taps each.
  ptrdiff_t *first = memory(sizeof(ptrdiff_t) * n), *many_taps = memory(sizeof(ptrdiff_t) * (n + 1));
  many_taps[0] = 0;
  for (size_t i = 0; i < n; i++) first[i] = (ptrdiff_t)(2 * i), many_taps[i + 1] = many_taps[i] + 2 + (ptrdiff_t)below(3);
  size_t samples = 4 * (2 * n + 4);
  float *sums = memory(4 * samples), *shares = memory(4 * (size_t)(many_taps[n] + 1));
  for (size_t i = 0; i < (size_t)many_taps[n]; i++) shares[i] = 0.25f;
  memset(sums, 0, 4 * samples);
  pk_add_weighted8(sums, memory(samples), samples, 0.7f), take(sums, samples);
  uint8_t *smaller = memory(4 * n + 1);
  pk_mean_rgba8(smaller, sums, n, first, many_taps, shares), take_bytes(smaller, 4 * n);
  size_t k = (size_t)2 << below(4), cells = n / 8;
  float *fine = plane(cells * k);
  pk_spline_cells(fine, plane(cells + 4), cells, k, weights(5 * k)), take(fine, cells * k);
}

static void matting(size_t n) {
  size_t width = 3 + n % 30, height = 3 + below(20), area = width * height;
  float *guide = memory(12 * area), *alpha = memory(4 * area), *weight = memory(4 * area);
  for (size_t i = 0; i < 3 * area; i++) guide[i] = (float)next() * 0x1p-31f;
  for (size_t i = 0; i < area; i++) alpha[i] = (float)below(2), weight[i] = below(3) ? 0.1f : -1.0f;
  float *scratch = memory(4 * MATTING_BLOCK_SCRATCH * area);
  matting_laplacian_solve(guide, alpha, weight, width, height, 1e-5f, 5, 1e-3f, scratch);
  take(alpha, area);
}

static void models(size_t n) {
  size_t modelWidth = 1 + n % 40, modelHeight = 1 + below(6), planes = 1 + below(MATTING_MODEL_PLANES - 1);
  size_t width = modelWidth + below(200), height = modelHeight + below(9), rowBytes = 4 * width + below(9);
  float *model = memory(4 * MATTING_MODEL_FLOATS * modelWidth * modelHeight);
  float *line = memory(4 * MATTING_LINE_FLOATS * modelWidth * modelHeight);
  for (size_t i = 0; i < MATTING_MODEL_FLOATS * modelWidth * modelHeight; i++)
    model[i] = i / MATTING_MODEL_FLOATS % 7 < 3 ? 0 : (float)next() * 0x1p-30f - 1;
  for (size_t i = 0; i < MATTING_LINE_FLOATS * modelWidth * modelHeight; i++)
    line[i] = i / MATTING_LINE_FLOATS % 5 < 3 ? 0 : (float)next() * 0x1p-31f;
  uint8_t *output = memory(planes * width * height), *alpha = memory(2 * width * height);
  size_t first = below(height), last = first + below(height - first + 1);
  matting_model_apply(model, below(3) ? line : NULL, modelWidth, modelHeight, memory(rowBytes * height), rowBytes, width,
                      height, output, planes, alpha, first, last, memory(matting_model_scratch(modelWidth, width)));
  take_bytes(output, planes * width * height), take_bytes(alpha, 2 * width * height);

  // Models fitted to a picture of that size.
  size_t area = modelWidth * modelHeight;
  float *fitted = memory(4 * planes * area);
  for (size_t i = 0; i < planes * area; i++) fitted[i] = (float)below(2);
  int firstColumn = (int)below(modelWidth), lastColumn = firstColumn + 1 + (int)below(modelWidth - (size_t)firstColumn);
  char message[64];
  memset(model, 0, 4 * MATTING_MODEL_FLOATS * area);
  if (matting_guided_fit(memory(4 * area), 4 * (ptrdiff_t)modelWidth, fitted, (int)planes, (int)modelWidth,
                         (int)modelHeight, 1 + (int)below(4), 1e-3f, firstColumn, lastColumn, model, message,
                         sizeof message) != 0)
    abort();
  take(model, MATTING_MODEL_FLOATS * area);
}

static void ycbcr_rows(size_t n) {
  size_t width = n / 2 * 2, samples = n + 1, chroma = (samples + 1) / 2;
  uint8_t *luma = memory(2 * samples), *cb = memory(2 * samples), *cr = memory(2 * samples);
  uint8_t *upper = memory(4 * width + 1), *lower = memory(4 * width);
  pk_ycbcr_encode_pair8(upper + 1, lower, width, luma, luma + width, cb, cr), take_bytes(luma, 2 * width);
  take_bytes(cb, width / 2), take_bytes(cr, width / 2);
  uint16_t *upper16 = memory(8 * width), *lower16 = memory(8 * width), *luma16 = memory(4 * width);
  uint16_t *cb16 = memory(width), *cr16 = memory(width);
  pk_ycbcr_encode_pair16(upper16, lower16, width, 9 + (int)below(8), luma16, luma16 + width, cb16, cr16);
  take_bytes(luma16, 4 * width), take_bytes(cb16, width), take_bytes(cr16, width);

  int bytes = 1 + (int)below(2), halved = (int)below(2);
  size_t count = halved ? chroma : samples;
  float *blue = memory(4 * samples), *red = memory(4 * samples);
  pk_ycbcr_upsample(memory(count * (size_t)bytes), memory(count * (size_t)bytes), bytes, count, halved, samples, blue);
  pk_ycbcr_upsample(memory(count * (size_t)bytes), memory(count * (size_t)bytes), bytes, count, halved, samples, red);
  take(blue, samples), take(red, samples);
  PKYCbCrMatrix matrix = {.lumaOffset = 64, .chromaOffset = 512};
  for (int c = 0; c < 3; c++) {
    float *factors = weights(9);
    matrix.red[c] = factors[0] * 90, matrix.green[c] = factors[1] * 90, matrix.blue[c] = factors[2] * 90;
  }
  uint8_t *rgba = memory(4 * samples + 1);
  pk_ycbcr_decode8(luma, bytes, blue, red, samples, &matrix, rgba + 1), take_bytes(rgba + 1, 4 * samples);
  uint16_t *rgba16 = memory(8 * samples);
  pk_ycbcr_decode16(luma, bytes, blue, red, samples, &matrix, rgba16), take_bytes(rgba16, 8 * samples);
}

// A part of planes of words, which is written where its pixels are marked.
static void marked_words(const PKYCbCrTarget *target, size_t area, size_t part) {
  int32_t left = (int32_t)below((size_t)target->width) / 2 * 2, top = (int32_t)below((size_t)target->height) / 2 * 2;
  PKYCbCrTarget made = *target;
  made.width -= left, made.height -= top, made.alpha = NULL;
  int32_t columns = made.isWhole ? made.width : (made.width + 1) / 2;
  int32_t rows = made.isWhole || made.hasAllRows ? made.height : (made.height + 1) / 2;
  size_t own = (size_t)made.width * (size_t)made.height, chroma = (size_t)columns * (size_t)rows;
  made.luma = memory(2 * own), made.cb = memory(2 * chroma), made.cr = memory(2 * chroma);
  made.lumaStride = 2 * (ptrdiff_t)made.width, made.cbStride = made.crStride = 2 * (ptrdiff_t)columns;
  uint16_t *pixels = memory(8 * own), *original = memory(8 * own);
  uint8_t *marks = memory(own);
  for (size_t i = 0; i < 4 * own; i++)
    if (below(8)) original[i] = pixels[i];
  int32_t first = (int32_t)below((size_t)made.height) / 2 * 2, from = first >= 2 ? first - 2 : 0;
  size_t count = (size_t)(made.height - from) * (size_t)made.width, skipped = 4 * (size_t)from * (size_t)made.width;
  pk_mark_changes16(pixels + skipped, original + skipped, count, marks), take_bytes(marks, count);
  pk_take_marked_words(target, &made, left, top, marks, first, made.height);
  take_bytes(target->luma, 2 * area), take_bytes(target->cb, 2 * part), take_bytes(target->cr, 2 * part);
}

static void ycbcr_planes(size_t n) {
  // Sometimes wider than the tiles that are converted together.
  int32_t width = 1 + (int32_t)(n % 9 ? n : 2 * n), height = 1 + (int32_t)below(5);
  int halvesWidth = (int)below(2), halvesHeight = (int)below(2), isGray = below(8) == 0;
  int32_t columns = halvesWidth ? (width + 1) / 2 : width, rows = halvesHeight ? (height + 1) / 2 : height;
  size_t area = (size_t)width * (size_t)height, chroma = (size_t)columns * (size_t)rows;
  int32_t depth = below(2) ? 8 : 9 + (int32_t)below(8), bytes = depth > 8 ? 2 : 1;
  PKYCbCrPlanes planes = {width, height, depth, memory(area * (size_t)bytes),
                          isGray ? NULL : memory(chroma * (size_t)bytes), isGray ? NULL : memory(chroma * (size_t)bytes),
                          width * bytes, columns * bytes, columns * bytes, halvesWidth, halvesHeight, (int)below(2),
                          (int)below(2), 0.2126, 0.0722, (int)below(2)};
  uint8_t *rgba = memory(4 * area);
  uint16_t *rgba16 = memory(8 * area);
  int32_t first = (int32_t)below((size_t)height), end = first + (int32_t)below((size_t)(height - first) + 1);
  pk_ycbcr_planes_to_rgba(&planes, first, end, rgba), take_bytes(rgba, 4 * area);
  pk_ycbcr_planes_to_rgba16(&planes, first, end, rgba16), take_bytes(rgba16, 8 * area);
  if (depth == 8) {
    int32_t left = (int32_t)below((size_t)width), run = (int32_t)below((size_t)(width - left) + 1);
    pk_ycbcr_run_to_rgba(&planes, left, height - 1, run, rgba), take_bytes(rgba, 4 * (size_t)run);
  }

  int isWhole = (int)below(2), hasAllRows = isWhole ? 0 : (int)below(2);
  size_t size = (size_t)bytes, part = (size_t)(isWhole ? width : (width + 1) / 2);
  part *= (size_t)(isWhole || hasAllRows ? height : (height + 1) / 2);
  PKYCbCrTarget target = {width, height, depth, memory(area * size), memory(part * size), memory(part * size),
                          below(2) ? memory(area * size) : NULL, width * bytes, 0, 0, width * bytes, isWhole,
                          hasAllRows, (int)below(2), (int)below(2), 0.299, 0.114, (int)below(2)};
  target.cbStride = target.crStride = (isWhole ? width : (width + 1) / 2) * bytes;
  first = first / 2 * 2;
  for (int turn = 0; turn < 2; turn++) {
    if (turn == 0)
      pk_rgba_to_ycbcr_planes(&target, memory(4 * area), 4 * (ptrdiff_t)width, first, height);
    else
      pk_rgba16_to_ycbcr_planes(&target, memory(8 * area), 8 * (ptrdiff_t)width, first, height);
    take_bytes(target.luma, area * size), take_bytes(target.cb, part * size), take_bytes(target.cr, part * size);
    if (target.alpha) take_bytes(target.alpha, area * size);
  }
  if (depth == 8) {
    // Any part, also one in which the original is kept.
    int32_t left = (int32_t)below((size_t)width) / 2 * 2, top = (int32_t)below((size_t)height) / 2 * 2;
    PKPicturePart drawn = {left, top, width - left, height - top, NULL, 4 * (ptrdiff_t)(width - left)};
    drawn.rgba = memory(4 * (size_t)drawn.width * (size_t)drawn.height);
    int32_t seam = (int32_t)below((size_t)drawn.height) / 2 * 2;
    pk_replace_in_ycbcr_planes(&target, &planes, &drawn, 0, seam);
    pk_replace_in_ycbcr_planes(&target, &planes, &drawn, seam, drawn.height);
    take_bytes(target.luma, area), take_bytes(target.cb, part), take_bytes(target.cr, part);
  } else {
    marked_words(&target, area, part);
  }
  pk_gray_to_luma(memory(area), area, (int)below(2), rgba), take_bytes(rgba, area);
}

static uint64_t run(int level) {
  pk_limit_level(level);
  state = 7, hash = 14695981039346656037u;
  for (size_t turn = 0; turn < 400; turn++) {
    size_t n = turn < 140 ? turn : below(1100);
    void (*kinds[])(size_t) = {samples, colours, neighbours, matting, models, ycbcr_rows, ycbcr_planes};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
      kinds[kind](n);
      while (count > 0) free(blocks[--count]);
    }
  }
  return hash;
}

int main(void) {
  pk_limit_level(2);
  int highest = pk_level();
  uint64_t first = run(0);
  for (int level = 1; level <= highest; level++) {
    if (run(level) != first) {
      fprintf(stderr, "kernels: the copies of level %d give other bits than the baseline\n", level);
      return 1;
    }
  }
  printf("kernels: 400 lengths, %d copies, the same bits\n", highest + 1);
  return 0;
}
