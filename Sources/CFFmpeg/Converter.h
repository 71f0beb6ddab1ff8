#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// Turns decoded frames into full-range RGBA, keeping what was set up for as long as the frames stay alike.
typedef struct Converter {
  struct SwsContext *context;
  /// The converted picture, in rows that are padded as the vector code of swscale needs them.
  AVFrame *result;
  // The formats for which `context` was made.
  int width, height, format, output, matrix, is_full_range, chroma_location;
} Converter;

/// To RGBA of 8 or 16 bits, opaque unless alpha is to be kept, which is straight.
cffmpeg_status converter_copy_rgba(
    Converter *converter, const AVFrame *frame, int bits, bool keeps_alpha, uint8_t *rgba, cffmpeg_message *message);
/// Whether pixels of a format may be translucent.
bool converter_has_alpha(int format);
/// Whether samples use all values. Where the stream is silent, gray, RGB and the "yuvj" formats do.
bool converter_is_full_range(enum AVColorRange range, const AVPixFmtDescriptor *format);
/// Whether the frame is planar Y'CbCr or gray, which needs no swscale; if so, its planes.
bool converter_get_planes(const AVFrame *frame, PKYCbCrPlanes *planes);

void converter_free(Converter *converter);
