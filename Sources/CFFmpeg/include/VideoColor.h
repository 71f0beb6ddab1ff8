#pragma once

#include <stdint.h>

/// The colour of a video's samples, in code points of ITU-T H.273; 2 is "unspecified".
typedef struct cffmpeg_color {
  int32_t primaries;
  int32_t transfer;
  int32_t matrix;
  /// Whether samples have full range; limited range is 16...235 for luma of 8 bits.
  int32_t is_full_range;
  /// FFmpeg's AVChromaLocation, which is H.273's code point plus 1; 0 is "unspecified".
  int32_t chroma_location;
} cffmpeg_color;
