#pragma once

#include "Copying.h"
#include "Encoder.h"
#include "Output.h"
#include "SoundTrack.h"

struct cffmpeg_writer {
  Output output;
  AVFormatContext *format;
  /// Whose context is NULL where pictures are copied too.
  Encoder encoder;
  /// Sound that is given beside the pictures; not used where there is none.
  SoundTrack sound;
  AVStream *stream;
  AVPacket *packet;
  /// The last picture, whose duration is known when another follows or the movie ends; without data where there is none.
  AVPacket *held;
  Copying copying;
  Warnings warnings;
  /// What is added to the pictures' times, in units of their time base.
  int64_t shift;
  /// Up to where `cffmpeg_copy_some` copies when it is next called, in seconds.
  int64_t next_second;
  int64_t last_time;
  bool has_picture;
  /// Whether the file can be read while it is written.
  bool has_fragments;
  /// Whether writing has failed, and the file was cut to its fragments.
  bool is_broken;
  /// The pictures that were handed to the container, and how many of them and bytes are in whole fragments.
  int64_t picture_count, readable_count, readable_size;
};

/// Fails with FFmpeg's text for one of its error codes; `what` names what could not be written.
cffmpeg_status writer_fail(cffmpeg_message *message, int error, const char *what);
