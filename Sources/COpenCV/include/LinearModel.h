#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most planes that one model holds.
#define MK_MODEL_PLANES 4
/// Floats of the model of one pixel: factors of red, green and blue (0...1) and a constant, each for every plane.
#define MK_MODEL_FLOATS (4 * MK_MODEL_PLANES)

/// Applies linear models of a small picture's pixels to rows `first_row ..< last_row` of a larger picture: the models are
/// interpolated linearly. guide: RGBA, 8 bits; output: plane_count planes of guide_width * guide_height bytes, one after
/// the other; results are cut to 0...1 and written as 0...255. scratch: model_width * MK_MODEL_FLOATS floats of the calling
/// thread's own.
void mk_model_apply(const float *model, int model_width, int model_height, const uint8_t *guide,
                    ptrdiff_t guide_row_bytes, int guide_width, int guide_height, uint8_t *output, int plane_count,
                    int first_row, int last_row, float *scratch);

#ifdef __cplusplus
}
#endif
