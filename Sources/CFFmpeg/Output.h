#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// A file that FFmpeg writes through callbacks. The descriptor stays the caller's, so the file needs no name.
typedef struct Output {
  int descriptor;
  /// The first `errno` of a failed write; 0 for none.
  int error;
  AVIOContext *context;
} Output;

/// Prepares writing. The caller calls `output_close`, also on failure.
cffmpeg_status output_open(Output *output, int descriptor, cffmpeg_message *message);
/// Writes what is buffered. Fails if this or an earlier write failed.
cffmpeg_status output_flush(Output *output, cffmpeg_message *message);
/// Writes what is buffered, and returns the position after it, or -1 if a write failed.
int64_t output_settle(Output *output);
/// Truncates the file to `size` bytes, and moves the position there.
void output_cut(Output *output, int64_t size);
void output_close(Output *output);
