// GIF pictures by giflib: the first frame.
#pragma once

#include "PictureStatus.h"

typedef struct {
  // The size of the canvas, enlarged if the first frame does not fit.
  uint32_t width;
  uint32_t height;
  // Bits of an index into the palette.
  int bits;
  // Whether pixels of the first frame may be transparent, or it leaves some of the canvas free.
  bool has_alpha;
  int further_frames;
} cpic_gif_info;

// The version of giflib that the headers are of; or CPIC_MISSING.
cpic_status cpic_gif_version(char version[32], cpic_message *message);

// Reads the first frame's description and counts the others, as far as the file goes.
cpic_status cpic_gif_read(const uint8_t *data, size_t count, cpic_gif_info *info, cpic_message *message);

// Decodes the first frame to 8 bits; what it does not cover is transparent.
//
// Rows that are missing stay as they are where that is allowed; `complete_rows` counts the others from the top.
cpic_status cpic_gif_decode(
    const uint8_t *data, size_t count, const cpic_gif_info *info, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message);
