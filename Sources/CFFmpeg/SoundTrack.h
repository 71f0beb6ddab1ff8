#pragma once

#include "SoundEncoder.h"

/// The sound that a caller writes beside the pictures: placed at its time, and encoded.
typedef struct SoundTrack {
  /// The encoder, whose context is NULL if there is no sound.
  SoundEncoder encoder;
  SwrContext *converter;
  /// The rate and channels of the caller's samples.
  int rate, channels;
  /// The time of the next sample, in samples at the caller's rate.
  int64_t time;
  bool has_begun;
  float *planes[CFFMPEG_SOUND_CHANNEL_LIMIT];
  int room;
} SoundTrack;

/// Adds a stream to the output. The caller calls `sound_track_close`, also on failure.
cffmpeg_status sound_track_open(
    SoundTrack *track, AVFormatContext *output, int rate, int channels, cffmpeg_message *message);
/// See `cffmpeg_write_sound`.
cffmpeg_status sound_track_write(
    SoundTrack *track, const float *samples, int64_t count, int64_t time, PacketSink sink, cffmpeg_message *message);
cffmpeg_status sound_track_finish(SoundTrack *track, PacketSink sink, cffmpeg_message *message);
void sound_track_close(SoundTrack *track);
