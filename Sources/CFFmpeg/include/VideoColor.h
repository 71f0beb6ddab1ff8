#pragma once

#include <stdint.h>

/// What the samples of a video mean, in code points of ITU-T H.273; 2 is "unspecified".
typedef struct cffmpeg_color {
  int32_t primaries;
  int32_t transfer;
  int32_t matrix;
  /// Whether samples use all values rather than, of 8 bits, 16...235.
  int32_t is_full_range;
  /// FFmpeg's AVChromaLocation, which is H.273's number and 1; 0 is "unspecified".
  int32_t chroma_location;
} cffmpeg_color;
