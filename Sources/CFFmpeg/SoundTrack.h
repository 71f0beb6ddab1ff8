#pragma once

#include "SoundEncoder.h"

/// Sound that is given beside a movie's pictures: put at its time, and coded.
typedef struct SoundTrack {
  /// Whose context is NULL where there is no sound.
  SoundEncoder encoder;
  SwrContext *converter;
  /// Of the samples that are given.
  int rate, channels;
  /// The time of the next sample, in samples as they are given.
  int64_t time;
  bool has_begun;
  float *planes[CFFMPEG_SOUND_CHANNEL_LIMIT];
  int room;
} SoundTrack;

/// Makes a stream of the output. On failure, too, `sound_track_close` is to be called.
cffmpeg_status sound_track_open(
    SoundTrack *track, AVFormatContext *output, int rate, int channels, cffmpeg_message *message);
/// As `cffmpeg_write_sound`.
cffmpeg_status sound_track_write(
    SoundTrack *track, const float *samples, int64_t count, int64_t time, PacketSink sink, cffmpeg_message *message);
cffmpeg_status sound_track_finish(SoundTrack *track, PacketSink sink, cffmpeg_message *message);
void sound_track_close(SoundTrack *track);
