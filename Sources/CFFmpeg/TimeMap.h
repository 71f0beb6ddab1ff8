#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Where each moment of a movie stands when parts of it are shown slower or faster.
typedef struct TimeMap {
  /// In their order, none within another.
  cffmpeg_scaling *scalings;
  int count;
} TimeMap;

/// False where there is no memory.
bool time_map_open(TimeMap *map, const cffmpeg_scaling *scalings, int count);
/// Where a time in units of `base` comes to stand, in units of `result`, rounded to the nearest.
int64_t time_map_time(const TimeMap *map, int64_t time, AVRational base, AVRational result);
/// The unit in which the mapped times of a stream are whole numbers; the stream's own where there is none.
AVRational time_map_base(const TimeMap *map, AVRational base);
void time_map_close(TimeMap *map);
