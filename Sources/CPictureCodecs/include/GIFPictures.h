// GIF pictures with giflib: the first frame.
#pragma once

#include "PictureStatus.h"

typedef struct {
  // The size of the canvas, enlarged if the first frame exceeds it.
  uint32_t width;
  uint32_t height;
  // Bits of a palette index.
  int bits;
  // Whether the first frame may have transparent pixels, or does not cover the canvas.
  bool has_alpha;
  int further_frames;
} cpic_gif_info;

// The version of giflib's headers; CPIC_MISSING if the library is missing.
cpic_status cpic_gif_version(char version[32], cpic_message *message);

// Reads the description of the first frame and counts the others, as far as the data go.
cpic_status cpic_gif_read(const uint8_t *data, size_t count, cpic_gif_info *info, cpic_message *message);

// Decodes the first frame to 8 bits; what it does not cover is transparent.
//
// `allows_incomplete`: rows that are missing stay as they are, instead of an error. `complete_rows` becomes the number
// of decoded rows, from the top.
cpic_status cpic_gif_decode(
    const uint8_t *data, size_t count, const cpic_gif_info *info, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message);
