#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdio.h>

/// Stretches a part of a sound in time: with its pitch kept, by Rubber Band, or with its pitch varied, by resampling.
typedef struct TimeStretch {
  cffmpeg_pitch pitch;
  int channels, rate;
  /// The input samples in blocks: a count, then one plane per channel. Rubber Band reads all of them before it makes
  /// the first of the result.
  FILE *spool;
  int64_t count;
} TimeStretch;

/// Receives samples of the result, one plane per channel; silence if `planes` is NULL.
typedef struct SampleSink {
  cffmpeg_status (*take)(void *context, float *const *planes, int64_t count, cffmpeg_message *message);
  void *context;
} SampleSink;

/// Prepares a part. The caller calls `time_stretch_close`, also on failure.
cffmpeg_status time_stretch_open(
    TimeStretch *stretch, cffmpeg_pitch pitch, int rate, int channels, cffmpeg_message *message);
/// Adds `count` samples from `offset` on; silence if `planes` is NULL.
cffmpeg_status time_stretch_put(
    TimeStretch *stretch, float *const *planes, int64_t offset, int64_t count, cffmpeg_message *message);
/// Passes exactly `total` samples to `sink`.
cffmpeg_status time_stretch_finish(TimeStretch *stretch, int64_t total, SampleSink sink, cffmpeg_message *message);
void time_stretch_close(TimeStretch *stretch);
