#include "SoundReading.h"

#include "Input.h"

#include <poll.h>
#include <stdlib.h>

struct cffmpeg_sound_reader {
  Input input;
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *decoder;
  SwrContext *converter;
  AVPacket *packet;
  AVFrame *frame;
  float *samples;
  int room;
  bool is_live, is_draining;
  int wake_up;
};

/// The pause between two requests for a microphone's samples: FFmpeg does not expose the descriptors of its devices.
enum { MICROPHONE_WAIT_MILLISECONDS = 5 };

/// Waits so many milliseconds; whether reading is to end.
static bool is_ended(const cffmpeg_sound_reader *reader, int milliseconds) {
  struct pollfd end = {.fd = reader->wake_up, .events = POLLIN};
  return poll(&end, 1, milliseconds) > 0 && end.revents != 0;
}

static int wait_for_sound(void *reader) { return is_ended(reader, MICROPHONE_WAIT_MILLISECONDS); }

static cffmpeg_status failed(cffmpeg_message *message, cffmpeg_status status, int error) {
  cffmpeg_message words;
  return cffmpeg_fail_by(message, status, error, "%s", cffmpeg_error_text(error, &words));
}

static cffmpeg_status open_decoder(cffmpeg_sound_reader *reader, cffmpeg_sound_info *info, cffmpeg_message *message) {
  const AVCodec *codec = NULL;
  int index = av()->av_find_best_stream(reader->format, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0);
  if (index < 0 || codec == NULL) {
    bool is_unknown = index == AVERROR_DECODER_NOT_FOUND;
    return cffmpeg_fail(
        message, is_unknown ? CFFMPEG_UNSUPPORTED : CFFMPEG_NOT_VIDEO,
        is_unknown ? "FFmpeg has no decoder for its sound" : "there is no sound in it");
  }
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if ((int)i != index) reader->format->streams[i]->discard = AVDISCARD_ALL;
  }
  reader->stream = reader->format->streams[index];
  const AVCodecParameters *parameters = reader->stream->codecpar;
  int channels = parameters->ch_layout.nb_channels;
  if (parameters->sample_rate <= 0 || channels < 1 || channels > CFFMPEG_SOUND_CHANNEL_LIMIT) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "%d channels of %d samples a second; 1 to %d channels are read", channels,
        parameters->sample_rate, CFFMPEG_SOUND_CHANNEL_LIMIT);
  }
  reader->decoder = av()->avcodec_alloc_context3(codec);
  reader->packet = av()->av_packet_alloc();
  reader->frame = av()->av_frame_alloc();
  if (reader->decoder == NULL || reader->packet == NULL || reader->frame == NULL) {
    return failed(message, CFFMPEG_UNREADABLE, AVERROR(ENOMEM));
  }
  int error = av()->avcodec_parameters_to_context(reader->decoder, parameters);
  reader->decoder->pkt_timebase = reader->stream->time_base;
  if (error >= 0) error = av()->avcodec_open2(reader->decoder, codec, NULL);
  if (error < 0) return failed(message, CFFMPEG_UNSUPPORTED, error);
  *info = (cffmpeg_sound_info){parameters->sample_rate, channels};
  return CFFMPEG_OK;
}

static cffmpeg_status hand_over(
    cffmpeg_sound_reader *reader, cffmpeg_status status, cffmpeg_sound_reader **result, cffmpeg_sound_info *info,
    cffmpeg_message *message) {
  if (status == CFFMPEG_OK) status = open_decoder(reader, info, message);
  if (status == CFFMPEG_OK) *result = reader;
  else cffmpeg_close_sound(reader);
  return status;
}

cffmpeg_status cffmpeg_open_sound(
    const char *path, cffmpeg_sound_reader **result, cffmpeg_sound_info *info, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  cffmpeg_sound_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  cffmpeg_status status = input_open(&reader->input, path, message);
  if (status == CFFMPEG_OK) status = input_open_format(&reader->input, &reader->format, message);
  return hand_over(reader, status, result, info, message);
}

cffmpeg_status cffmpeg_open_microphone(
    const char *system, const char *device, int wake_up, cffmpeg_sound_reader **result, cffmpeg_sound_info *info,
    cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_camera_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVInputFormat *kind = av()->av_find_input_format(system);
  if (kind == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "this FFmpeg knows no sound devices of the kind %s", system);
  }
  cffmpeg_sound_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  reader->input.descriptor = -1;
  reader->is_live = true;
  reader->wake_up = wake_up;
  reader->format = av()->avformat_alloc_context();
  if (reader->format == NULL) {
    cffmpeg_close_sound(reader);
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  // In non-blocking mode the wait can be ended.
  reader->format->flags |= AVFMT_FLAG_NONBLOCK;
  reader->format->interrupt_callback = (AVIOInterruptCB){.callback = wait_for_sound, .opaque = reader};
  // PulseAudio delivers blocks of up to two seconds by default. This is 20 ms of the format that FFmpeg requests: two
  // channels of 16 bits at 48,000 Hz. ALSA ignores the option.
  AVDictionary *options = NULL;
  av()->av_dict_set(&options, "fragment_size", "3840", 0);
  int error = av()->avformat_open_input(&reader->format, device, kind, &options);
  av()->av_dict_free(&options);
  if (error >= 0) reader->format->interrupt_callback = (AVIOInterruptCB){0};
  return hand_over(reader, error < 0 ? failed(message, CFFMPEG_UNREADABLE, error) : CFFMPEG_OK, result, info, message);
}

/// Sends the decoder the next packet, or the end of the stream. Returns FFmpeg's error code; AVERROR_EXIT if reading is
/// to end.
static int feed(cffmpeg_sound_reader *reader) {
  for (;;) {
    // FFmpeg's PulseAudio device always blocks.
    if (reader->is_live && is_ended(reader, 0)) return AVERROR_EXIT;
    int error = av()->av_read_frame(reader->format, reader->packet);
    if (error == AVERROR(EAGAIN)) {
      if (reader->is_live && wait_for_sound(reader)) return AVERROR_EXIT;
      continue;
    }
    if (error == AVERROR_EOF && !reader->is_live) {
      reader->is_draining = true;
      return av()->avcodec_send_packet(reader->decoder, NULL);
    }
    if (error < 0) return error;
    bool is_ours = reader->packet->stream_index == reader->stream->index;
    if (is_ours) error = av()->avcodec_send_packet(reader->decoder, reader->packet);
    av()->av_packet_unref(reader->packet);
    // Packets that cannot be decoded are skipped.
    if (is_ours && error != AVERROR_INVALIDDATA) return error;
  }
}

/// Converts the decoded frame to `samples`; returns the samples per channel, or FFmpeg's error code.
static int convert(cffmpeg_sound_reader *reader) {
  const AVFrame *frame = reader->frame;
  int channels = reader->decoder->ch_layout.nb_channels;
  if (frame->ch_layout.nb_channels != channels || frame->nb_samples < 0) return AVERROR_INPUT_CHANGED;
  if (reader->converter == NULL) {
    AVChannelLayout layout;
    av()->av_channel_layout_default(&layout, channels);
    int error = av()->swr_alloc_set_opts2(
        &reader->converter, &layout, AV_SAMPLE_FMT_FLT, frame->sample_rate, &layout, (enum AVSampleFormat)frame->format,
        frame->sample_rate, 0, NULL);
    if (error >= 0) error = av()->swr_init(reader->converter);
    if (error < 0) return error;
  }
  if (frame->nb_samples > reader->room) {
    free(reader->samples);
    reader->samples = malloc((size_t)frame->nb_samples * (size_t)channels * sizeof *reader->samples);
    reader->room = reader->samples == NULL ? 0 : frame->nb_samples;
    if (reader->samples == NULL) return AVERROR(ENOMEM);
  }
  return av()->swr_convert(
      reader->converter, (uint8_t **)&reader->samples, reader->room, (const uint8_t **)frame->extended_data,
      frame->nb_samples);
}

cffmpeg_status cffmpeg_next_sound(
    cffmpeg_sound_reader *reader, const float **samples, int32_t *count, cffmpeg_message *message) {
  for (;;) {
    av()->av_frame_unref(reader->frame);
    int error = av()->avcodec_receive_frame(reader->decoder, reader->frame);
    if (error == AVERROR_EOF) return CFFMPEG_END;
    if (error == AVERROR(EAGAIN)) {
      if (reader->is_draining) return CFFMPEG_END;
      error = feed(reader);
      if (error == AVERROR_EXIT) return CFFMPEG_END;
    } else if (error >= 0) {
      error = convert(reader);
      if (error > 0) {
        *samples = reader->samples;
        *count = error;
        return CFFMPEG_OK;
      }
    }
    if (error < 0) return failed(message, reader->is_live ? CFFMPEG_UNREADABLE : CFFMPEG_MALFORMED, error);
  }
}

void cffmpeg_close_sound(cffmpeg_sound_reader *reader) {
  if (reader == NULL) return;
  if (reader->converter != NULL) av()->swr_free(&reader->converter);
  if (reader->packet != NULL) av()->av_packet_free(&reader->packet);
  if (reader->frame != NULL) av()->av_frame_free(&reader->frame);
  if (reader->decoder != NULL) av()->avcodec_free_context(&reader->decoder);
  if (reader->format != NULL) av()->avformat_close_input(&reader->format);
  if (!reader->is_live) input_close(&reader->input);
  free(reader->samples);
  free(reader);
}
