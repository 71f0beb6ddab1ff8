#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Fits the local linear models of the colour guided filter (He, Sun, Tang, 2010, section 3.4) and averages them.
///
/// guide: RGBA, 8 bits; planes: plane_count planes of width * height floats, one after the other;
/// model: width * height * PK_MODEL_FLOATS floats, of which columns first_column ..< last_column are written. radius in pixels, epsilon for values in 0...1.
/// Returns 0, or -1 with a message (at most message_size bytes) if memory ran out or a size is wrong.
int mk_guided_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *planes, int plane_count, int width,
                  int height, int radius, float epsilon, int first_column, int last_column, float *model, char *message,
                  size_t message_size);

#ifdef __cplusplus
}
#endif
