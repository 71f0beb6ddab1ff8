// Natural image matting: linear models of colour that follow a picture's edges, colour lines that give alpha at the
// edge of hair, and the matting Laplacian.
//
// Pictures (`guide`) are opaque RGBA of 8 bits. Planes follow each other, with rows without padding and values 0...1.
// No function keeps a pointer, and all may be called from any thread. Functions that may fail return 0, or -1 with a
// message of at most `messageSize` bytes, the terminating zero included.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The most planes of one model.
#define MATTING_MODEL_PLANES 4
// Floats of one pixel's linear model: the factors of red, green and blue (0...1) and a constant, each for every plane.
#define MATTING_MODEL_FLOATS (4 * MATTING_MODEL_PLANES)
// Floats of one pixel's colour line: the factors of red, green and blue, a constant, and a confidence.
#define MATTING_LINE_FLOATS 5

// The bytes of scratch memory that matting_model_apply needs for these widths.
size_t matting_model_scratch(size_t modelWidth, size_t guideWidth);

// Applies models to the rows `first ..< last` of a picture that is as large as they are, or larger; models are
// interpolated linearly. `output`: `planes` planes of guideWidth * guideHeight bytes; results are clamped to 0...1 and
// written as 0...255. `line`, if not null, is a colour line of the models' size; `planes` is then below
// MATTING_MODEL_PLANES, and the line's result and its confidence are written to `alpha` as two planes. `scratch`:
// matting_model_scratch bytes, aligned for floats, used by no other thread.
void matting_model_apply(const float *model, const float *line, size_t modelWidth, size_t modelHeight,
                         const uint8_t *guide, size_t guideRowBytes, size_t guideWidth, size_t guideHeight,
                         uint8_t *output, size_t planes, uint8_t *alpha, size_t first, size_t last, void *scratch);

// Fits the local linear models of the colour guided filter (He, Sun, Tang, "Guided Image Filtering", 2010, section 3.4)
// to `planeCount` planes of the guide's size, and averages them. Writes the columns `firstColumn ..< lastColumn` of
// `model`: width * height * MATTING_MODEL_FLOATS floats. `radius` in pixels; `epsilon`: a variance of values in 0...1.
int matting_guided_fit(const uint8_t *guide, ptrdiff_t guideRowBytes, const float *planes, int planeCount, int width,
                       int height, int radius, float epsilon, int firstColumn, int lastColumn, float *model,
                       char *message, size_t messageSize);

// Fits at each pixel a line in colour space, from the mean colour of certain background near by to that of certain
// foreground. `portrait`, `hair`: planes of the guide's size; `radius` in pixels. Writes `lines`: width * height *
// MATTING_LINE_FLOATS floats. The line's result is alpha, 0 for background. Its confidence is above 0 where the edge of
// hair may lie (near hair, within radius / 6 of pixels that are neither certain person nor certain background) and the
// two colours differ by more than they vary.
int matting_color_line_fit(const uint8_t *guide, ptrdiff_t guideRowBytes, const float *portrait, const float *hair,
                           int width, int height, int radius, float *lines, char *message, size_t messageSize);

// Fits a line in colour space between facial hair (brows, beard) and the skin around it. The planes are bytes of
// 0...255: `skin`, `portrait` and `hair` are the current mattes; `face` is the region to fit; `brows` is the region in
// which hair is expected even in certain skin; `other` is eyes and lips. Colours are gathered within `radius` pixels.
// Writes `model`: width * height * MATTING_MODEL_FLOATS floats; plane 0 is the fraction of skin, plane 1 its
// confidence.
int matting_skin_line_fit(const uint8_t *guide, ptrdiff_t guideRowBytes, const uint8_t *skin, const uint8_t *portrait,
                          const uint8_t *hair, const uint8_t *face, const uint8_t *brows, const uint8_t *other,
                          int width, int height, int radius, float *model, char *message, size_t messageSize);

// The longest side of a block of matting_laplacian_solve.
#define MATTING_BLOCK_SIDE 256
// Floats of scratch memory per pixel of a block.
#define MATTING_BLOCK_SCRATCH 18

// Solves for alpha in one block of a picture, by conjugate gradients on the matting Laplacian L of Levin, Lischinski
// and Weiss ("A Closed-Form Solution to Natural Image Matting", 2008) over windows of 3x3 pixels. L is never stored as
// a matrix. Minimises a' L a + sum of weight * (a - target)^2 over the pixels of nonnegative weight; at the others
// alpha is known and stays. `guide`: planes of red, green and blue, 0...1. All planes have width * height floats; both
// sides are 3...MATTING_BLOCK_SIDE. `alpha` holds the initial guess, which is the target as well. `epsilon`: the
// variance below which a window counts as flat. Stops after `iterations`, or when the preconditioned residual has
// fallen to `tolerance` of its initial value. `scratch`: MATTING_BLOCK_SCRATCH * width * height floats. Returns the
// number of iterations.
int matting_laplacian_solve(const float *guide, float *alpha, const float *weight, size_t width, size_t height,
                            float epsilon, int iterations, float tolerance, float *scratch);

#ifdef __cplusplus
}
#endif
