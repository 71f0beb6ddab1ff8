#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Fits, at each pixel, the line in colour space from the mean colour of what is surely background near by to that of what
/// is surely foreground. guide: RGBA, 8 bits; portrait and hair: planes of 0...1; radius in pixels.
///
/// lines: width * height * PK_LINE_FLOATS floats, written: where on the line a colour lies, 0 = background; and how far to go
/// by it, 0...1: where the edge of hair may be, as far as the two colours can be told apart. Returns 0, or -1 with a message.
int mk_color_line_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const float *portrait, const float *hair,
                      int width, int height, int radius, float *lines, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
