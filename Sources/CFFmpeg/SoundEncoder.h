#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Receives packets. It may take over a packet's data, and returns FFmpeg's error code.
typedef struct PacketSink {
  int (*store)(void *context, AVPacket *packet);
  void *context;
} PacketSink;

/// Encodes sound with the container's default codec. For one thread at a time.
typedef struct SoundEncoder {
  AVCodecContext *context;
  AVStream *stream;
  AVFrame *frame;
  AVPacket *packet;
  /// The samples of each channel in `frame`.
  int filled;
  /// The time of the next sample, in samples.
  int64_t time;
  /// What is added to the times of Opus in Matroska, and subtracted by its readers.
  int64_t delay;
} SoundEncoder;

/// Adds a stream for sound of about this rate to the output. Samples must have the codec's own rate,
/// `encoder->context->sample_rate`. The caller calls `sound_encoder_close`, also on failure.
cffmpeg_status sound_encoder_open(
    SoundEncoder *encoder, AVFormatContext *output, int rate, const AVChannelLayout *layout, cffmpeg_message *message);
/// Encodes the next `count` samples, one plane per channel, from `offset` on; silence if `planes` is NULL.
cffmpeg_status sound_encoder_write(
    SoundEncoder *encoder, float *const *planes, int64_t offset, int64_t count, PacketSink sink,
    cffmpeg_message *message);
cffmpeg_status sound_encoder_finish(SoundEncoder *encoder, PacketSink sink, cffmpeg_message *message);
void sound_encoder_close(SoundEncoder *encoder);
