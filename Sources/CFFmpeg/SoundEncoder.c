#include "SoundEncoder.h"

#include "Container.h"

#include <math.h>
#include <string.h>

enum { BITS_PER_SECOND_AND_CHANNEL = 96000, SAMPLES_WITHOUT_FRAMES = 1024 };

static const AVCodec *find_coder(const AVOutputFormat *kind) {
  // Matroska's default is Vorbis, which fewer players support.
  if (strcmp(kind->name, "matroska") == 0) return av()->avcodec_find_encoder(AV_CODEC_ID_AAC);
  if (kind->audio_codec == AV_CODEC_ID_OPUS) return av()->avcodec_find_encoder_by_name("libopus");
  return kind->audio_codec == AV_CODEC_ID_NONE ? NULL : av()->avcodec_find_encoder(kind->audio_codec);
}

static bool is_written(enum AVSampleFormat format) {
  return format == AV_SAMPLE_FMT_FLTP || format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_S16
         || format == AV_SAMPLE_FMT_S16P;
}

static enum AVSampleFormat sample_format(const AVCodec *codec) {
  for (const enum AVSampleFormat *known = codec->sample_fmts; known != NULL && *known != AV_SAMPLE_FMT_NONE; known++) {
    if (is_written(*known)) return *known;
  }
  return AV_SAMPLE_FMT_NONE;
}

/// The codec's sample rate nearest to `rate`, not below it if possible.
static int sample_rate(const AVCodec *codec, int rate) {
  int best = 0;
  if (codec->supported_samplerates == NULL) return rate;
  for (const int *known = codec->supported_samplerates; *known != 0; known++) {
    bool is_higher = *known >= rate;
    if (best == 0 || (is_higher && (best < rate || *known < best)) || (!is_higher && best < rate && *known > best)) {
      best = *known;
    }
  }
  return best;
}

static cffmpeg_status failed(cffmpeg_message *message, int error) {
  cffmpeg_message words;
  return cffmpeg_fail_by(message, CFFMPEG_UNWRITABLE, error, "sound: %s", cffmpeg_error_text(error, &words));
}

/// Surround sound of DVDs has its back channels at the sides. AAC has no channel configuration for that, and players
/// treat a layout without one as unknown. It has the same channels in the same order.
static int copy_layout(AVChannelLayout *target, const AVChannelLayout *layout, enum AVCodecID codec) {
  bool is_at_sides = layout->order == AV_CHANNEL_ORDER_NATIVE
                     && (layout->u.mask == AV_CH_LAYOUT_5POINT1 || layout->u.mask == AV_CH_LAYOUT_5POINT0);
  if (codec != AV_CODEC_ID_AAC || !is_at_sides) return av()->av_channel_layout_copy(target, layout);
  av()->av_channel_layout_default(target, layout->nb_channels);
  return 0;
}

cffmpeg_status sound_encoder_open(
    SoundEncoder *encoder, AVFormatContext *output, int rate, const AVChannelLayout *layout, cffmpeg_message *message) {
  *encoder = (SoundEncoder){0};
  const AVOutputFormat *kind = output->oformat;
  const AVCodec *codec = find_coder(kind);
  if (codec == NULL || sample_format(codec) == AV_SAMPLE_FMT_NONE) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "this FFmpeg codes no sound for a file of the kind %s; .mp4, .mov and .mkv take it",
        kind->name);
  }
  AVCodecContext *context = encoder->context = av()->avcodec_alloc_context3(codec);
  encoder->frame = av()->av_frame_alloc();
  encoder->packet = av()->av_packet_alloc();
  AVStream *stream = encoder->stream = av()->avformat_new_stream(output, NULL);
  if (context == NULL || encoder->frame == NULL || encoder->packet == NULL || stream == NULL) {
    return failed(message, AVERROR(ENOMEM));
  }
  context->sample_fmt = sample_format(codec);
  context->sample_rate = sample_rate(codec, rate);
  context->bit_rate = (int64_t)BITS_PER_SECOND_AND_CHANNEL * layout->nb_channels;
  context->time_base = (AVRational){1, context->sample_rate};
  int error = copy_layout(&context->ch_layout, layout, codec->id);
  if (kind->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  if (error >= 0) error = av()->avcodec_open2(context, codec, NULL);
  if (error >= 0) error = av()->avcodec_parameters_from_context(stream->codecpar, context);
  stream->time_base = context->time_base;
  if (error < 0) return failed(message, error);
  if (container_is_matroska(kind) && codec->id == AV_CODEC_ID_OPUS) encoder->delay = context->initial_padding;
  AVFrame *frame = encoder->frame;
  frame->format = context->sample_fmt;
  frame->sample_rate = context->sample_rate;
  frame->nb_samples = context->frame_size > 0 ? context->frame_size : SAMPLES_WITHOUT_FRAMES;
  error = av()->av_channel_layout_copy(&frame->ch_layout, &context->ch_layout);
  if (error >= 0) error = av()->av_frame_get_buffer(frame, 0);
  return error < 0 ? failed(message, error) : CFFMPEG_OK;
}

static int16_t quantized(float sample) {
  float scaled = sample * 32768.0f;
  return (int16_t)(scaled > 32767.0f ? 32767 : scaled < -32768.0f ? -32768 : lrintf(scaled));
}

/// Copies samples of a channel, or silence, to the frame.
static void put(AVFrame *frame, int channel, int place, const float *samples, int count) {
  int channels = frame->ch_layout.nb_channels;
  for (int i = 0; i < count; i++) {
    float sample = samples == NULL ? 0 : samples[i];
    int at = place + i, packed = at * channels + channel;
    switch (frame->format) {
      case AV_SAMPLE_FMT_FLTP: ((float *)frame->extended_data[channel])[at] = sample; break;
      case AV_SAMPLE_FMT_FLT: ((float *)frame->data[0])[packed] = sample; break;
      case AV_SAMPLE_FMT_S16P: ((int16_t *)frame->extended_data[channel])[at] = quantized(sample); break;
      default: ((int16_t *)frame->data[0])[packed] = quantized(sample); break;
    }
  }
}

/// Sends the frame, or the end of the stream, to the codec, and passes its packets to `sink`.
static cffmpeg_status encode(SoundEncoder *encoder, const AVFrame *frame, PacketSink sink, cffmpeg_message *message) {
  int error = av()->avcodec_send_frame(encoder->context, frame);
  while (error >= 0) {
    error = av()->avcodec_receive_packet(encoder->context, encoder->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return CFFMPEG_OK;
    if (error < 0) break;
    encoder->packet->pts += encoder->delay;
    encoder->packet->dts += encoder->delay;
    av()->av_packet_rescale_ts(encoder->packet, encoder->context->time_base, encoder->stream->time_base);
    encoder->packet->stream_index = encoder->stream->index;
    error = sink.store(sink.context, encoder->packet);
    av()->av_packet_unref(encoder->packet);
  }
  return failed(message, error);
}

cffmpeg_status sound_encoder_write(
    SoundEncoder *encoder, float *const *planes, int64_t offset, int64_t count, PacketSink sink,
    cffmpeg_message *message) {
  AVFrame *frame = encoder->frame;
  int whole = encoder->context->frame_size > 0 ? encoder->context->frame_size : SAMPLES_WITHOUT_FRAMES;
  while (count > 0) {
    if (encoder->filled == 0) {
      frame->nb_samples = whole;
      if (av()->av_frame_make_writable(frame) < 0) return failed(message, AVERROR(ENOMEM));
    }
    int taken = count < whole - encoder->filled ? (int)count : whole - encoder->filled;
    for (int channel = 0; channel < frame->ch_layout.nb_channels; channel++) {
      put(frame, channel, encoder->filled, planes == NULL ? NULL : planes[channel] + offset, taken);
    }
    encoder->filled += taken;
    offset += taken;
    count -= taken;
    if (encoder->filled < whole) break;
    frame->pts = encoder->time;
    encoder->time += whole;
    encoder->filled = 0;
    cffmpeg_status status = encode(encoder, frame, sink, message);
    if (status != CFFMPEG_OK) return status;
  }
  return CFFMPEG_OK;
}

cffmpeg_status sound_encoder_finish(SoundEncoder *encoder, PacketSink sink, cffmpeg_message *message) {
  if (encoder->filled > 0) {
    encoder->frame->nb_samples = encoder->filled;
    encoder->frame->pts = encoder->time;
    encoder->filled = 0;
    cffmpeg_status status = encode(encoder, encoder->frame, sink, message);
    if (status != CFFMPEG_OK) return status;
  }
  return encode(encoder, NULL, sink, message);
}

void sound_encoder_close(SoundEncoder *encoder) {
  if (encoder->packet != NULL) av()->av_packet_free(&encoder->packet);
  if (encoder->frame != NULL) av()->av_frame_free(&encoder->frame);
  if (encoder->context != NULL) av()->avcodec_free_context(&encoder->context);
}
