#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most planes that one guided filter handles together.
#define MK_GUIDED_PLANES 4
/// Floats of the linear model of one pixel: red, green, blue and constant, each for every plane.
#define MK_GUIDED_MODEL (4 * MK_GUIDED_PLANES)

/// Fits the local linear models of the colour guided filter (He, Sun, Tang, 2010, section 3.4) and averages them.
///
/// guide: RGBA, 8 bits; planes: plane_count planes of width * height floats, one after the other;
/// model: width * height * MK_GUIDED_MODEL floats, written. radius in pixels, epsilon for values in 0...1.
/// Returns 0, or -1 with a message (at most message_size bytes) if memory ran out or a size is wrong.
int mk_guided_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width,
                  int height, int radius, float epsilon, float *model, char *message, size_t message_size);

/// Applies models that were fitted on a small picture to rows `first_row ..< last_row` of a larger guide (He, Sun, "Fast
/// Guided Filter", 2015): the models are interpolated linearly. output: plane_count planes of
/// guide_width * guide_height bytes, one after the other; results are cut to 0...255.
/// scratch: model_width * MK_GUIDED_MODEL floats of the calling thread's own.
void mk_guided_apply(const float *model, int model_width, int model_height, const uint8_t *guide,
                     ptrdiff_t guide_row_bytes, int guide_width, int guide_height, uint8_t *output, int plane_count,
                     int first_row, int last_row, float *scratch);

#ifdef __cplusplus
}
#endif
