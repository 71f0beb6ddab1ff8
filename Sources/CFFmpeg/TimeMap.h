#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Maps times of a movie to those of its copy, in which parts are shown slower or faster.
typedef struct TimeMap {
  /// In order of time, none overlapping another.
  cffmpeg_scaling *scalings;
  int count;
} TimeMap;

/// Copies the scalings. Returns false if memory is short.
bool time_map_open(TimeMap *map, const cffmpeg_scaling *scalings, int count);
/// The mapped time, in units of `result`, of a time in units of `base`, rounded to the nearest.
int64_t time_map_time(const TimeMap *map, int64_t time, AVRational base, AVRational result);
/// A unit in which the mapped times of a stream are whole numbers; the stream's own if there is none.
AVRational time_map_base(const TimeMap *map, AVRational base);
void time_map_close(TimeMap *map);
