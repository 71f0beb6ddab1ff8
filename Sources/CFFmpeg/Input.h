#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// A regular file as FFmpeg reads it. FFmpeg is never given a name, so that no format can lead it to other files or
/// to the network.
typedef struct Input {
  int descriptor;
  int64_t size;
  /// Whether something was asked for that lies beyond the end.
  bool was_overrun;
  AVIOContext *context;
} Input;

/// On failure, too, `input_close` is to be called.
cffmpeg_status input_open(Input *input, const char *path, cffmpeg_message *message);
/// Opens the container that is in an open file, and reads its head. On success `*format` is to be closed with
/// `avformat_close_input` before the file is.
cffmpeg_status input_open_format(Input *input, AVFormatContext **format, cffmpeg_message *message);
void input_close(Input *input);
/// Stands in for the opening of every other file that a format names.
int input_refuse_to_open(
    AVFormatContext *format, AVIOContext **context, const char *url, int flags, AVDictionary **options);
