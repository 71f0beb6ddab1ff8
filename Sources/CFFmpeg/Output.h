#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// A file as FFmpeg writes it: a descriptor, which stays the caller's, so that the file needs no name.
typedef struct Output {
  int descriptor;
  /// The first error of the system, as in `errno`; 0 for none.
  int error;
  AVIOContext *context;
} Output;

/// On failure, too, `output_close` is to be called.
cffmpeg_status output_open(Output *output, int descriptor, cffmpeg_message *message);
/// Hands on what is still held back, and says whether all was written.
cffmpeg_status output_flush(Output *output, cffmpeg_message *message);
/// Hands on what is still held back; where the file ends then, or -1 after an error.
int64_t output_settle(Output *output);
/// Cuts off what was written after a place.
void output_cut(Output *output, int64_t size);
void output_close(Output *output);
