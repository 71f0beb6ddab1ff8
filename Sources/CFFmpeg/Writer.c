#include "Writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cffmpeg_status failed(cffmpeg_message *message, int error, const char *what) {
  cffmpeg_message words;
  return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "%s: %s", what, cffmpeg_words(error, &words));
}

/// 4:2:0 where the codec and the size allow it, else 4:4:4; AV_PIX_FMT_NONE where it knows neither.
static enum AVPixelFormat pixel_format(const AVCodec *codec, const cffmpeg_movie *movie) {
  bool is_even = movie->width % 2 == 0 && movie->height % 2 == 0;
  enum AVPixelFormat wanted[] = {
      is_even ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV444P, is_even ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV420P};
  for (int i = 0; i < 2; i++) {
    for (const enum AVPixelFormat *known = codec->pix_fmts; known != NULL && *known != AV_PIX_FMT_NONE; known++) {
      if (*known == wanted[i]) return wanted[i];
    }
  }
  return AV_PIX_FMT_NONE;
}

static enum AVCodecID codec_id(const cffmpeg_writer *writer, cffmpeg_movie_codec codec) {
  switch (codec) {
    case CFFMPEG_MOVIE_H264: return AV_CODEC_ID_H264;
    case CFFMPEG_MOVIE_HEVC: return AV_CODEC_ID_HEVC;
    case CFFMPEG_MOVIE_VP9: return AV_CODEC_ID_VP9;
    case CFFMPEG_MOVIE_AV1: return AV_CODEC_ID_AV1;
    default: return writer->format->oformat->video_codec;
  }
}

/// Codecs take the options that they know and leave the rest.
static void set_options(AVDictionary **options, const AVCodec *codec, const cffmpeg_movie *movie) {
  char text[16];
  snprintf(text, sizeof text, "%d", movie->rate_factor);
  av()->av_dict_set(options, "crf", text, 0);
  if (strncmp(codec->name, "libx26", 6) == 0) av()->av_dict_set(options, "preset", "veryfast", 0);
  if (strcmp(codec->name, "libx265") == 0) av()->av_dict_set(options, "x265-params", "log-level=error", 0);
  if (strncmp(codec->name, "libvpx", 6) == 0) {
    av()->av_dict_set(options, "deadline", "realtime", 0);
    av()->av_dict_set(options, "cpu-used", "6", 0);
  }
  if (strcmp(codec->name, "libaom-av1") == 0) {
    av()->av_dict_set(options, "usage", "realtime", 0);
    av()->av_dict_set(options, "cpu-used", "8", 0);
  }
  if (strcmp(codec->name, "libsvtav1") == 0) av()->av_dict_set(options, "preset", "10", 0);
}

static cffmpeg_status open_encoder(cffmpeg_writer *writer, const cffmpeg_movie *movie, cffmpeg_message *message) {
  enum AVCodecID id = codec_id(writer, movie->codec);
  const AVCodec *codec = id == AV_CODEC_ID_NONE ? NULL : av()->avcodec_find_encoder(id);
  if (codec == NULL) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "this FFmpeg cannot write video of the kind %s", writer->format->oformat->name);
  }
  AVCodecContext *encoder = writer->encoder = av()->avcodec_alloc_context3(codec);
  if (encoder == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  encoder->width = movie->width;
  encoder->height = movie->height;
  encoder->pix_fmt = pixel_format(codec, movie);
  if (encoder->pix_fmt == AV_PIX_FMT_NONE) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "the codec %s takes no 8-bit Y'CbCr", codec->name);
  }
  encoder->time_base = (AVRational){movie->time_base.numerator, movie->time_base.denominator};
  encoder->framerate = (AVRational){movie->frame_rate.numerator, movie->frame_rate.denominator};
  // Pictures stay in the order of showing: so the first one's time needs no edit list, which some readers leave out.
  encoder->max_b_frames = 0;
  encoder->thread_count = 0;
  bool is_high_definition = movie->width >= 1280 || movie->height >= 720;
  writer->kr = is_high_definition ? 0.2126 : 0.299;
  writer->kb = is_high_definition ? 0.0722 : 0.114;
  encoder->colorspace = is_high_definition ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
  encoder->color_primaries = AVCOL_PRI_BT709;
  encoder->color_trc = AVCOL_TRC_BT709;
  encoder->color_range = AVCOL_RANGE_MPEG;
  encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
  if (writer->format->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;

  AVDictionary *options = NULL;
  set_options(&options, codec, movie);
  int error = av()->avcodec_open2(encoder, codec, &options);
  av()->av_dict_free(&options);
  if (error < 0) return failed(message, error, codec->name);

  writer->stream = av()->avformat_new_stream(writer->format, NULL);
  writer->packet = av()->av_packet_alloc();
  writer->frame = av()->av_frame_alloc();
  if (writer->stream == NULL || writer->packet == NULL || writer->frame == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  }
  writer->frame->format = encoder->pix_fmt;
  writer->frame->width = movie->width;
  writer->frame->height = movie->height;
  error = av()->av_frame_get_buffer(writer->frame, 0);
  if (error >= 0) error = av()->avcodec_parameters_from_context(writer->stream->codecpar, encoder);
  if (error < 0) return failed(message, error, codec->name);
  writer->stream->time_base = encoder->time_base;
  writer->stream->avg_frame_rate = encoder->framerate;
  uint8_t *matrix =
      av()->av_stream_new_side_data(writer->stream, AV_PKT_DATA_DISPLAYMATRIX, sizeof movie->display_matrix);
  if (matrix == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  memcpy(matrix, movie->display_matrix, sizeof movie->display_matrix);
  return CFFMPEG_OK;
}

static cffmpeg_status create(
    cffmpeg_writer *writer, const char *path, const char *name, const cffmpeg_movie *movie, cffmpeg_message *message) {
  const AVOutputFormat *kind = av()->av_guess_format(NULL, name, NULL);
  if (kind == NULL || kind->video_codec == AV_CODEC_ID_NONE) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "its extension stands for no kind of movie; mp4, mov, mkv do");
  }
  int error = av()->avformat_alloc_output_context2(&writer->format, kind, NULL, path);
  if (error < 0) return failed(message, error, "the file's format");
  cffmpeg_status status = open_encoder(writer, movie, message);
  if (status == CFFMPEG_OK && movie->sound_path != NULL) {
    status = sound_open(&writer->sound, movie->sound_path, writer->format, message);
  }
  if (status != CFFMPEG_OK) return status;
  error = av()->avio_open(&writer->format->pb, path, AVIO_FLAG_WRITE);
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "%s", cffmpeg_words(error, &words));
  }
  error = av()->avformat_write_header(writer->format, NULL);
  return error < 0 ? failed(message, error, "the file's head") : CFFMPEG_OK;
}

cffmpeg_status cffmpeg_create(
    const char *path, const char *name, const cffmpeg_movie *movie, cffmpeg_writer **result, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  cffmpeg_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  writer->sound.input.descriptor = -1;
  cffmpeg_status status = create(writer, path, name, movie, message);
  if (status != CFFMPEG_OK) {
    cffmpeg_close_writer(writer);
    return status;
  }
  *result = writer;
  return CFFMPEG_OK;
}

/// Hands the encoder a picture, or NULL at the end, and stores what it gives back.
static cffmpeg_status encode(cffmpeg_writer *writer, const AVFrame *frame, cffmpeg_message *message) {
  int error = av()->avcodec_send_frame(writer->encoder, frame);
  if (error < 0) return failed(message, error, "a picture");
  for (;;) {
    error = av()->avcodec_receive_packet(writer->encoder, writer->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return CFFMPEG_OK;
    if (error < 0) return failed(message, error, "a picture");
    int64_t time = writer->packet->dts;
    cffmpeg_status status =
        sound_copy(&writer->sound, writer->format, time, writer->encoder->time_base, message);
    if (status != CFFMPEG_OK) {
      av()->av_packet_unref(writer->packet);
      return status;
    }
    av()->av_packet_rescale_ts(writer->packet, writer->encoder->time_base, writer->stream->time_base);
    writer->packet->stream_index = writer->stream->index;
    error = av()->av_interleaved_write_frame(writer->format, writer->packet);
    av()->av_packet_unref(writer->packet);
    if (error < 0) return failed(message, error, "the file");
  }
}

cffmpeg_status cffmpeg_write(
    cffmpeg_writer *writer, const uint8_t *rgba, ptrdiff_t row_bytes, int64_t time, cffmpeg_message *message) {
  if (writer->has_picture && time <= writer->last_time) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "a picture's time is not after the one before");
  }
  AVFrame *frame = writer->frame;
  int error = av()->av_frame_make_writable(frame);
  if (error < 0) return failed(message, error, "a picture");
  PKYCbCrTarget target = {
      .width = frame->width, .height = frame->height,
      .luma = frame->data[0], .cb = frame->data[1], .cr = frame->data[2],
      .lumaStride = frame->linesize[0], .cbStride = frame->linesize[1], .crStride = frame->linesize[2],
      .isWhole = frame->format == AV_PIX_FMT_YUV444P, .kr = writer->kr, .kb = writer->kb,
  };
  pk_rgba_to_ycbcr_planes(&target, rgba, row_bytes, 0, frame->height);
  frame->pts = time;
  writer->last_time = time;
  writer->has_picture = true;
  return encode(writer, frame, message);
}

cffmpeg_status cffmpeg_finish(cffmpeg_writer *writer, cffmpeg_message *message) {
  cffmpeg_status status = encode(writer, NULL, message);
  if (status == CFFMPEG_OK) {
    status = sound_copy(&writer->sound, writer->format, INT64_MAX, writer->encoder->time_base, message);
  }
  if (status != CFFMPEG_OK) return status;
  int error = av()->av_write_trailer(writer->format);
  if (error >= 0) error = av()->avio_closep(&writer->format->pb);
  return error < 0 ? failed(message, error, "the file's end") : CFFMPEG_OK;
}

void cffmpeg_close_writer(cffmpeg_writer *writer) {
  if (writer == NULL) return;
  sound_close(&writer->sound);
  if (writer->frame != NULL) av()->av_frame_free(&writer->frame);
  if (writer->packet != NULL) av()->av_packet_free(&writer->packet);
  if (writer->encoder != NULL) av()->avcodec_free_context(&writer->encoder);
  if (writer->format != NULL) {
    if (writer->format->pb != NULL) av()->avio_closep(&writer->format->pb);
    av()->avformat_free_context(writer->format);
  }
  free(writer);
}
