#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// Converts decoded frames to full-range RGBA. Keeps the swscale context as long as the frames have the same format.
typedef struct Converter {
  struct SwsContext *context;
  /// The converted picture; its rows are padded as the vector code of swscale requires.
  AVFrame *result;
  // The formats for which `context` was made.
  int width, height, format, output, matrix, is_full_range, chroma_location;
} Converter;

/// Converts to RGBA of 8 or 16 bits: with straight alpha if `keeps_alpha`, else opaque.
cffmpeg_status converter_copy_rgba(
    Converter *converter, const AVFrame *frame, int bits, bool keeps_alpha, uint8_t *rgba, cffmpeg_message *message);
/// Whether pixels of a format may be translucent.
bool converter_has_alpha(int format);
/// Whether samples have full range. If the stream does not say, gray, RGB and the "yuvj" formats have.
bool converter_is_full_range(enum AVColorRange range, const AVPixFmtDescriptor *format);
/// Whether the frame is planar Y'CbCr or gray, which needs no swscale; if so, `*planes` describes its planes.
bool converter_get_planes(const AVFrame *frame, PKYCbCrPlanes *planes);

void converter_free(Converter *converter);
