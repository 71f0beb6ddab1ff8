#pragma once

#include "CFFmpeg.h"

/// The functions of Rubber Band's C interface (rubberband-c.h, version 3) that are called. The library is opened at
/// first use, and its headers are not needed to build.
typedef struct RubberBand {
  void *(*rubberband_new)(unsigned rate, unsigned channels, int options, double time_ratio, double pitch_scale);
  void (*rubberband_delete)(void *state);
  void (*rubberband_set_max_process_size)(void *state, unsigned samples);
  void (*rubberband_study)(void *state, const float *const *input, unsigned samples, int is_final);
  void (*rubberband_process)(void *state, const float *const *input, unsigned samples, int is_final);
  int (*rubberband_available)(void *state);
  unsigned (*rubberband_retrieve)(void *state, float *const *output, unsigned samples);
  void (*rubberband_set_default_debug_level)(int level);
} RubberBand;

/// `RubberBandOptionEngineFaster` and `RubberBandOptionEngineFiner`, offline.
enum { RUBBERBAND_ENGINE_FASTER = 0, RUBBERBAND_ENGINE_FINER = 0x20000000 };

/// The functions; NULL with a message if the library is missing. May be called from any thread.
const RubberBand *rubberband(cffmpeg_message *message);
