// Applies linear models of colour to a picture.
#include "CMatting.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

// The planes of one pixel, and of two adjacent pixels.
typedef float one __attribute__((vector_size(4 * MATTING_MODEL_PLANES)));
typedef float two __attribute__((vector_size(8 * MATTING_MODEL_PLANES)));
typedef int32_t bits __attribute__((vector_size(4 * MATTING_MODEL_PLANES)));
typedef uint8_t bytes __attribute__((vector_size(2 * MATTING_MODEL_PLANES)));

#define TWICE(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3)

// The positions of a picture's columns relative to those of its models. The arrays have one element more than the
// picture has columns.
typedef struct {
  int count;
  // The last column of models.
  size_t last;
  // The column of models to the left of each column, and the fraction of the way to the next one.
  int32_t *left;
  float *fraction;
  // The first column that lies between two other columns of models.
  int32_t *ends;
} Columns;

// The position of the centre of pixel `i` among models: `step` models per pixel, at most `last`.
static float place(size_t i, float step, size_t last) {
  const float place = (i + 0.5f) * step - 0.5f, limit = (float)last;
  return place < 0 ? 0 : place > limit ? limit : place;
}

static void find(Columns columns, float step) {
  for (int x = 0; x <= columns.count; x++) {
    const float at = place((size_t)x, step, columns.last);
    columns.left[x] = (int32_t)at;
    columns.fraction[x] = at - (float)columns.left[x];
  }
  for (int x = columns.count - 1, end = columns.count; x >= 0; x--) {
    columns.ends[x] = end;
    if (x > 0 && columns.left[x - 1] != columns.left[x]) end = x;
  }
}

// The parts of the scratch memory.
typedef struct {
  // A row of models, a row of a colour line, and the line's confidence.
  float *models, *line, *share;
  Columns columns;
  // The planes of a row of pixels, interleaved, four bytes per pixel.
  uint8_t *packed;
} Scratch;

static Scratch parts(void *memory, size_t modelWidth, size_t guideWidth) {
  float *models = memory, *line = models + modelWidth * MATTING_MODEL_FLOATS;
  float *share = line + modelWidth * MATTING_LINE_FLOATS, *fraction = share + modelWidth;
  int32_t *left = (int32_t *)(fraction + guideWidth + 1), *ends = left + guideWidth + 1;
  const Columns columns = {(int)guideWidth, modelWidth - 1, left, fraction, ends};
  return (Scratch){models, line, share, columns, (uint8_t *)(ends + guideWidth + 1)};
}

// The two rows of models (and of a colour line, if there is one) next to a row of the picture, and the fraction of the
// way from the upper to the lower.
typedef struct {
  const float *models, *line;
  size_t upper, lower;
  float fraction;
} Rows;

// The destination of a row of planes, and the result of a colour line.
typedef struct {
  uint8_t *first;
  size_t area, count;
  uint8_t *alpha;
} Planes;

#define LOOPS "LinearModelLoops.h"
#include "InstructionCopies.h"

size_t matting_model_scratch(size_t modelWidth, size_t guideWidth) {
  // One column more than the picture has, because pixels are written in pairs.
  const size_t columns = (guideWidth + 1) * (sizeof(float) + 2 * sizeof(int32_t) + MATTING_MODEL_PLANES);
  return modelWidth * (MATTING_MODEL_FLOATS + MATTING_LINE_FLOATS + 1) * sizeof(float) + columns;
}

void matting_model_apply(const float *model, const float *line, size_t modelWidth, size_t modelHeight, const uint8_t *guide,
                    size_t guideRowBytes, size_t guideWidth, size_t guideHeight, uint8_t *output, size_t planes,
                    uint8_t *alpha, size_t first, size_t last, void *scratch) {
  const Scratch s = parts(scratch, modelWidth, guideWidth);
  find(s.columns, (float)modelWidth / guideWidth);
  const float step = (float)modelHeight / guideHeight;
  void (*apply)(Scratch, Rows, size_t, const uint8_t *, Planes) = FASTEST(apply);
  for (size_t y = first; y < last; y++) {
    // The row lies between two rows of models.
    const float at = place(y, step, modelHeight - 1);
    const size_t upper = (size_t)at, lower = upper + 1 < modelHeight ? upper + 1 : upper;
    const Rows rows = {model, line, upper * modelWidth, lower * modelWidth, at - upper};
    const uint8_t *pixels = guide + y * guideRowBytes;
    const Planes out = {output + y * guideWidth, guideWidth * guideHeight, planes, line ? alpha + y * guideWidth : NULL};
    apply(s, rows, modelWidth, pixels, out);
  }
}
