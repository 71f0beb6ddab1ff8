#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// A regular file that FFmpeg reads through callbacks. FFmpeg is never given a path, so that no format can lead it to
/// other files or to the network.
typedef struct Input {
  int descriptor;
  int64_t size;
  /// Whether a read beyond the end was requested.
  bool was_overrun;
  AVIOContext *context;
} Input;

/// Opens a file. The caller calls `input_close`, also on failure.
cffmpeg_status input_open(Input *input, const char *path, cffmpeg_message *message);
/// Opens the container of an open file, and reads its header; that of some containers names no streams. On success the
/// caller closes `*format` with `avformat_close_input`, before `input_close`.
cffmpeg_status input_open_header(Input *input, AVFormatContext **format, cffmpeg_message *message);
/// The same, and reads the first packets, by which all streams are known.
cffmpeg_status input_open_format(Input *input, AVFormatContext **format, cffmpeg_message *message);
void input_close(Input *input);
/// The callback that refuses to open any other file that a format names.
int input_refuse_to_open(
    AVFormatContext *format, AVIOContext **context, const char *url, int flags, AVDictionary **options);
