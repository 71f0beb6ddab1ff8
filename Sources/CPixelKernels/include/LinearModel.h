// Linear models of a small picture's pixels, applied to a larger version of it: what the guided filter and the colour lines
// fit.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The most planes that one model holds.
#define PK_MODEL_PLANES 4
// Floats of the model of one pixel: factors of red, green and blue (0...1) and a constant, each for every plane.
#define PK_MODEL_FLOATS (4 * PK_MODEL_PLANES)
// Floats of one pixel of a colour line: factors of red, green and blue, a constant, and how far to go by what they give.
#define PK_LINE_FLOATS 5

// Bytes of scratch memory for models and a picture of these widths.
size_t pk_model_scratch(size_t modelWidth, size_t guideWidth);

// Applies models to rows `first ..< last` of a larger picture: they are interpolated linearly. `guide`: RGBA, 8 bits.
// `output`: `planes` planes of guideWidth * guideHeight bytes, one after the other; results are cut to 0...1 and written as
// 0...255. `line`, if there is one, is a colour line of the size of the models, of which there must be a plane less than
// there may be; what it gives and how far to go by it are written as the two planes of `alpha`. `scratch`: pk_model_scratch
// bytes of the calling thread's own, aligned for floats.
void pk_model_apply(const float *model, const float *line, size_t modelWidth, size_t modelHeight, const uint8_t *guide,
                    size_t guideRowBytes, size_t guideWidth, size_t guideHeight, uint8_t *output, size_t planes,
                    uint8_t *alpha, size_t first, size_t last, void *scratch);

#ifdef __cplusplus
}
#endif
