#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Takes a packet, which it may empty; returns FFmpeg's error code.
typedef struct PacketSink {
  int (*store)(void *context, AVPacket *packet);
  void *context;
} PacketSink;

/// Codes sound as is usual for the kind of file.
typedef struct SoundEncoder {
  AVCodecContext *context;
  AVStream *stream;
  AVFrame *frame;
  AVPacket *packet;
  /// Samples of each channel in `frame`.
  int filled;
  /// The time of the next sample, in samples.
  int64_t time;
  /// What Matroska wants added to the times of Opus, and readers take off.
  int64_t delay;
} SoundEncoder;

/// Makes a stream of the output for sound of about this rate. The codec's own, at which samples are to be given, is
/// `encoder->context->sample_rate`. On failure, too, `sound_encoder_close` is to be called.
cffmpeg_status sound_encoder_open(
    SoundEncoder *encoder, AVFormatContext *output, int rate, const AVChannelLayout *layout, cffmpeg_message *message);
/// Codes samples that follow those before, a plane a channel from `offset` on; silence where `planes` is NULL.
cffmpeg_status sound_encoder_write(
    SoundEncoder *encoder, float *const *planes, int64_t offset, int64_t count, PacketSink sink,
    cffmpeg_message *message);
cffmpeg_status sound_encoder_finish(SoundEncoder *encoder, PacketSink sink, cffmpeg_message *message);
void sound_encoder_close(SoundEncoder *encoder);
