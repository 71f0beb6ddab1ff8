#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdio.h>

/// Makes a stretch of sound longer or shorter: with its pitch kept by Rubber Band, or with its pitch varied by resampling.
typedef struct TimeStretch {
  cffmpeg_pitch pitch;
  int channels, rate;
  /// The samples that were put, in blocks: how many, then a plane a channel. Rubber Band looks at all of them first.
  FILE *spool;
  int64_t count;
} TimeStretch;

/// Takes samples of the result, a plane a channel; silence where `planes` is NULL.
typedef struct SampleSink {
  cffmpeg_status (*take)(void *context, float *const *planes, int64_t count, cffmpeg_message *message);
  void *context;
} SampleSink;

/// On failure, too, `time_stretch_close` is to be called.
cffmpeg_status time_stretch_open(
    TimeStretch *stretch, cffmpeg_pitch pitch, int rate, int channels, cffmpeg_message *message);
/// Adds samples from `offset` on; silence where `planes` is NULL.
cffmpeg_status time_stretch_put(
    TimeStretch *stretch, float *const *planes, int64_t offset, int64_t count, cffmpeg_message *message);
/// Gives exactly `total` samples to `sink`.
cffmpeg_status time_stretch_finish(TimeStretch *stretch, int64_t total, SampleSink sink, cffmpeg_message *message);
void time_stretch_close(TimeStretch *stretch);
