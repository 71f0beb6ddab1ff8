#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Fits the line in colour space between the hair of a face (brows, beard) and the skin round it. guide: RGBA, 8 bits.
/// skin, portrait, hair: what is known so far, face: where to look, brows: where to look for hair even in sure skin,
/// other: eyes and lips; planes of width * height bytes. Colours of skin are gathered within `radius` pixels. model: width
/// * height * PK_MODEL_FLOATS floats; plane 0 is the share of skin that a colour says, plane 1 how far to go by it. Returns
/// 0, or -1 with a message.
int mk_skin_line_fit(const uint8_t *guide, ptrdiff_t guide_row_bytes, const uint8_t *skin, const uint8_t *portrait,
                     const uint8_t *hair, const uint8_t *face, const uint8_t *brows, const uint8_t *other, int width,
                     int height, int radius, float *model, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
