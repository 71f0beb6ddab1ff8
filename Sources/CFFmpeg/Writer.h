#pragma once

#include "Copying.h"
#include "Encoder.h"
#include "Output.h"

struct cffmpeg_writer {
  Output output;
  AVFormatContext *format;
  /// Whose context is NULL where pictures are copied too.
  Encoder encoder;
  AVStream *stream;
  AVPacket *packet;
  Copying copying;
  Warnings warnings;
  /// What is added to the pictures' times, in units of their time base.
  int64_t shift;
  /// Up to where `cffmpeg_copy_some` copies when it is next called, in seconds.
  int64_t next_second;
  int64_t last_time;
  bool has_picture;
};
