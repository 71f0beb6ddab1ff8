#include "Reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The decoder of VP8 or VP9 for a stream with alpha, which FFmpeg's own decoders leave out. NULL if the stream has
/// none, or there is no such decoder.
static const AVCodec *decoder_of_alpha(const AVStream *stream) {
  const AVDictionaryEntry *mode = av()->av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
  if (mode == NULL || strcmp(mode->value, "1") != 0) return NULL;
  switch (stream->codecpar->codec_id) {
    case AV_CODEC_ID_VP8: return av()->avcodec_find_decoder_by_name("libvpx");
    case AV_CODEC_ID_VP9: return av()->avcodec_find_decoder_by_name("libvpx-vp9");
    default: return NULL;
  }
}

/// Chooses the stream of the video and its decoder.
static cffmpeg_status choose_stream(cffmpeg_reader *reader, const AVCodec **codec, cffmpeg_message *message) {
  int index = av()->av_find_best_stream(reader->format, AVMEDIA_TYPE_VIDEO, -1, -1, codec, 0);
  if (index == AVERROR_DECODER_NOT_FOUND) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "FFmpeg has no decoder for its video");
  }
  if (index < 0 || (reader->format->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0) {
    return cffmpeg_fail(message, CFFMPEG_NOT_VIDEO, "there is no video in it");
  }
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if ((int)i != index) reader->format->streams[i]->discard = AVDISCARD_ALL;
  }
  reader->stream = reader->format->streams[index];
  const AVCodec *other = decoder_of_alpha(reader->stream);
  if (other != NULL) *codec = other;
  if (*codec == NULL) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "FFmpeg has no decoder for %s",
        av()->avcodec_get_name(reader->stream->codecpar->codec_id));
  }
  return CFFMPEG_OK;
}

static cffmpeg_status check_stream(const AVStream *stream, cffmpeg_message *message) {
  const AVCodecParameters *parameters = stream->codecpar;
  if (parameters->width <= 0 || parameters->height <= 0) {
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "it does not say the size of its pictures");
  }
  if ((int64_t)parameters->width * parameters->height > CFFMPEG_PIXEL_LIMIT) {
    return cffmpeg_fail(
        message, CFFMPEG_LIMIT_EXCEEDED, "pictures of %dx%d pixels; the limit is %d pixels", parameters->width,
        parameters->height, CFFMPEG_PIXEL_LIMIT);
  }
  if (stream->time_base.num <= 0 || stream->time_base.den <= 0) {
    return cffmpeg_fail(
        message, CFFMPEG_MALFORMED, "its unit of time is %d/%d", stream->time_base.num, stream->time_base.den);
  }
  return CFFMPEG_OK;
}

static cffmpeg_status open_decoder(cffmpeg_reader *reader, int threads, cffmpeg_message *message) {
  const AVCodec *codec = NULL;
  cffmpeg_status status = choose_stream(reader, &codec, message);
  if (status == CFFMPEG_OK) status = check_stream(reader->stream, message);
  if (status != CFFMPEG_OK) return status;
  reader->decoder = av()->avcodec_alloc_context3(codec);
  reader->packet = av()->av_packet_alloc();
  reader->frame = av()->av_frame_alloc();
  if (reader->decoder == NULL || reader->packet == NULL || reader->frame == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  concealment_watch(&reader->concealment, reader->decoder);
  int error = av()->avcodec_parameters_to_context(reader->decoder, reader->stream->codecpar);
  if (error >= 0) {
    reader->decoder->pkt_timebase = reader->stream->time_base;
    reader->decoder->thread_count = threads;
    reader->decoder->max_pixels = CFFMPEG_PIXEL_LIMIT;
    // Otherwise columns that are cropped at the left stay, so that rows remain aligned in memory.
    reader->decoder->flags |= AV_CODEC_FLAG_UNALIGNED;
    error = av()->avcodec_open2(reader->decoder, codec, NULL);
  }
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "the decoder of %s: %s", codec->name, cffmpeg_error_text(error, &words));
  }
  return CFFMPEG_OK;
}

/// Completes the opening of a reader's source, or closes the reader if `status` is a failure.
static cffmpeg_status finish_opening(
    cffmpeg_reader *reader, int threads, cffmpeg_status status, cffmpeg_reader **result, cffmpeg_info *info,
    cffmpeg_message *message) {
  if (status == CFFMPEG_OK) status = open_decoder(reader, threads, message);
  if (status != CFFMPEG_OK) {
    cffmpeg_close(reader);
    return status;
  }
  reader_describe(reader, info);
  *result = reader;
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_open(
    const char *path, int32_t threads, cffmpeg_reader **result, cffmpeg_info *info, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;

  cffmpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  reader->last_end = AV_NOPTS_VALUE;
  cffmpeg_status status = input_open(&reader->input, path, message);
  if (status == CFFMPEG_OK) status = input_open_format(&reader->input, &reader->format, message);
  return finish_opening(reader, threads, status, result, info, message);
}

/// The settings of FFmpeg's Video4Linux devices for a mode.
static AVDictionary *camera_settings(const cffmpeg_camera_options *options) {
  AVDictionary *settings = NULL;
  char text[64];
  if (options->width > 0 && options->height > 0) {
    snprintf(text, sizeof text, "%dx%d", options->width, options->height);
    av()->av_dict_set(&settings, "video_size", text, 0);
  }
  if (options->frame_rate.numerator > 0 && options->frame_rate.denominator > 0) {
    snprintf(text, sizeof text, "%d/%d", options->frame_rate.numerator, options->frame_rate.denominator);
    av()->av_dict_set(&settings, "framerate", text, 0);
  }
  return settings;
}

cffmpeg_status cffmpeg_open_camera(
    const char *device, const cffmpeg_camera_options *options, cffmpeg_reader **result, cffmpeg_info *info,
    cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_camera_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVInputFormat *kind = av()->av_find_input_format("v4l2");
  if (kind == NULL) return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "this FFmpeg knows no Video4Linux devices");

  cffmpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  reader->last_end = AV_NOPTS_VALUE;
  reader->input.descriptor = -1;
  reader->is_live = true;
  reader->wake_up = options->wake_up;
  reader->format = av()->avformat_alloc_context();
  if (reader->format == NULL) {
    cffmpeg_close(reader);
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  // In non-blocking mode the wait for the driver can be ended. While FFmpeg probes the first pictures, it waits in this
  // callback.
  reader->format->flags |= AVFMT_FLAG_NONBLOCK;
  reader->format->interrupt_callback = (AVIOInterruptCB){.callback = reader_wait, .opaque = reader};
  AVDictionary *settings = camera_settings(options);
  int error = av()->avformat_open_input(&reader->format, device, kind, &settings);
  av()->av_dict_free(&settings);
  if (error >= 0) error = av()->avformat_find_stream_info(reader->format, NULL);
  // From now on `read_packet` waits between its calls.
  if (error >= 0) reader->format->interrupt_callback = (AVIOInterruptCB){0};
  cffmpeg_status status = CFFMPEG_OK;
  if (error < 0) {
    cffmpeg_message words;
    status = cffmpeg_fail_by(message, CFFMPEG_UNREADABLE, error, "%s", cffmpeg_error_text(error, &words));
  }
  return finish_opening(reader, 0, status, result, info, message);
}
