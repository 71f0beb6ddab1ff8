#pragma once

#include "Copying.h"
#include "Encoder.h"
#include "Output.h"
#include "SoundTrack.h"

struct cffmpeg_writer {
  Output output;
  AVFormatContext *format;
  /// The video encoder; its context is NULL if the pictures are copied.
  Encoder encoder;
  /// The sound that the caller writes beside the pictures; unused if there is none.
  SoundTrack sound;
  AVStream *stream;
  AVPacket *packet;
  /// The last picture, held back until its duration is known from the next one or the movie's end; without data if
  /// there is none.
  AVPacket *held;
  Copying copying;
  Warnings warnings;
  /// The time that is added to the pictures' times, in units of their time base.
  int64_t shift;
  /// The time up to which the next call of `cffmpeg_copy_next` copies, in seconds.
  int64_t next_second;
  int64_t last_time;
  bool has_picture;
  /// Whether the file can be read while it is written.
  bool has_fragments;
  /// Whether writing has failed, and the file was truncated to its whole fragments.
  bool is_broken;
  /// The number of pictures passed to the container, and the number of pictures and bytes in whole fragments.
  int64_t picture_count, readable_count, readable_size;
};

/// Fails with FFmpeg's text for one of its error codes; `what` names what could not be written.
cffmpeg_status writer_fail(cffmpeg_message *message, int error, const char *what);
