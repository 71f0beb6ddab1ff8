#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// Turns decoded frames into full-range RGBA, keeping what was set up for as long as the frames stay alike.
typedef struct Converter {
  struct SwsContext *context;
  /// The converted picture, in rows that are padded as the vector code of swscale needs them.
  AVFrame *result;
  // What `context` was made for.
  int width, height, format, matrix, is_full_range, chroma_location;
} Converter;

cffmpeg_status converter_copy_rgba(
    Converter *converter, const AVFrame *frame, uint8_t *rgba, cffmpeg_message *message);
/// Whether the frame is 8-bit planar Y'CbCr, which needs no swscale; if so, its planes.
bool converter_get_planes(const AVFrame *frame, PKYCbCrPlanes *planes);

void converter_free(Converter *converter);
