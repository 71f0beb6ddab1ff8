#pragma once

#include "Input.h"

/// The sound of a movie on its way into another, packet by packet, never decoded.
typedef struct Sound {
  Input input;
  AVFormatContext *format;
  AVPacket *packet;
  /// For each stream of the input the stream of the output, or NULL where it is not taken over.
  AVStream **streams;
  /// Whether `packet` has been read and not been written.
  bool has_packet;
  bool is_finished;
} Sound;

/// Opens the movie at `path` and makes a stream in `output` for each of its sounds. On failure, too, `sound_close` is to be
/// called.
cffmpeg_status sound_open(Sound *sound, const char *path, AVFormatContext *output, cffmpeg_message *message);
/// Writes the packets that are heard up to `time`; all that are left where `time` is `INT64_MAX`.
cffmpeg_status sound_copy(
    Sound *sound, AVFormatContext *output, int64_t time, AVRational time_base, cffmpeg_message *message);
void sound_close(Sound *sound);
