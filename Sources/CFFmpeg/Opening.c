#include "Reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Stands in for the opening of every other file that a format names.
static int refuse_to_open(
    AVFormatContext *format, AVIOContext **context, const char *url, int flags, AVDictionary **options) {
  return AVERROR(EPERM);
}

/// A still picture comes out of a video demuxer as a video of one frame, but without its orientation and colours.
static bool is_still_picture(const AVInputFormat *format) {
  size_t length = strlen(format->name);
  return (length > 5 && strcmp(format->name + length - 5, "_pipe") == 0) || strncmp(format->name, "image2", 6) == 0
         || strcmp(format->name, "ico") == 0;
}

static cffmpeg_status open_format(cffmpeg_reader *reader, cffmpeg_message *message) {
  cffmpeg_message words;
  const AVInputFormat *kind = NULL;
  int error = av()->av_probe_input_buffer2(reader->input.context, &kind, "", NULL, 0, 0);
  if (error < 0 || kind == NULL) {
    return cffmpeg_fail(message, CFFMPEG_NOT_VIDEO, "its bytes are of no known video format");
  }
  if (is_still_picture(kind)) {
    return cffmpeg_fail(message, CFFMPEG_NOT_VIDEO, "it is a still picture; read it as a Photo");
  }

  reader->format = av()->avformat_alloc_context();
  if (reader->format == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  reader->format->pb = reader->input.context;
  reader->format->io_open = refuse_to_open;

  AVDictionary *options = NULL;
  av()->av_dict_set(&options, "protocol_whitelist", "none", 0);
  error = av()->avformat_open_input(&reader->format, "", kind, &options);
  av()->av_dict_free(&options);
  if (error == AVERROR(EPERM)) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "it (%s) leads to other files", kind->name);
  }
  if (error >= 0) error = av()->avformat_find_stream_info(reader->format, NULL);
  if (error < 0) {
    return cffmpeg_fail(
        message, CFFMPEG_MALFORMED, "%s (read as %s)", cffmpeg_words(error, &words), kind->name);
  }
  return CFFMPEG_OK;
}

static cffmpeg_status open_decoder(cffmpeg_reader *reader, cffmpeg_message *message) {
  cffmpeg_message words;
  const AVCodec *codec = NULL;
  int index = av()->av_find_best_stream(reader->format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
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

  const AVCodecParameters *parameters = reader->stream->codecpar;
  if (codec == NULL) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "FFmpeg has no decoder for %s", av()->avcodec_get_name(parameters->codec_id));
  }
  if (parameters->width <= 0 || parameters->height <= 0) {
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "it does not say the size of its pictures");
  }
  if ((int64_t)parameters->width * parameters->height > CFFMPEG_PIXEL_LIMIT) {
    return cffmpeg_fail(
        message, CFFMPEG_LIMIT_EXCEEDED, "pictures of %dx%d pixels; the limit is %d pixels", parameters->width,
        parameters->height, CFFMPEG_PIXEL_LIMIT);
  }
  if (reader->stream->time_base.num <= 0 || reader->stream->time_base.den <= 0) {
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "its unit of time is %d/%d", reader->stream->time_base.num,
        reader->stream->time_base.den);
  }

  reader->decoder = av()->avcodec_alloc_context3(codec);
  reader->packet = av()->av_packet_alloc();
  reader->frame = av()->av_frame_alloc();
  if (reader->decoder == NULL || reader->packet == NULL || reader->frame == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  int error = av()->avcodec_parameters_to_context(reader->decoder, parameters);
  if (error >= 0) {
    reader->decoder->pkt_timebase = reader->stream->time_base;
    reader->decoder->thread_count = 0;
    reader->decoder->max_pixels = CFFMPEG_PIXEL_LIMIT;
    error = av()->avcodec_open2(reader->decoder, codec, NULL);
  }
  if (error < 0) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "the decoder of %s: %s", codec->name, cffmpeg_words(error, &words));
  }
  return CFFMPEG_OK;
}

static void describe(const cffmpeg_reader *reader, cffmpeg_info *info) {
  const AVStream *stream = reader->stream;
  AVRational rate = av()->av_guess_frame_rate(reader->format, reader->stream, NULL);
  *info = (cffmpeg_info){
      .width = stream->codecpar->width,
      .height = stream->codecpar->height,
      .time_base = {stream->time_base.num, stream->time_base.den},
      .frame_rate = {rate.num, rate.den},
      .duration = INT64_MIN,
      .display_matrix = {1 << 16, 0, 0, 1 << 16},
  };
  if (stream->duration != AV_NOPTS_VALUE) {
    info->duration = stream->duration;
    info->duration_base = info->time_base;
  } else if (reader->format->duration != AV_NOPTS_VALUE) {
    info->duration = reader->format->duration;
    info->duration_base = (cffmpeg_rational){1, AV_TIME_BASE};
  }
  size_t size = 0;
  const uint8_t *matrix = av()->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (matrix != NULL && size >= 9 * sizeof(int32_t)) {
    const size_t places[4] = {0, 1, 3, 4};
    for (int i = 0; i < 4; i++) {
      memcpy(&info->display_matrix[i], matrix + places[i] * sizeof(int32_t), sizeof(int32_t));
    }
  }
}

cffmpeg_status cffmpeg_open(
    const char *path, cffmpeg_reader **result, cffmpeg_info *info, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;

  cffmpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  cffmpeg_status status = input_open(&reader->input, path, message);
  if (status == CFFMPEG_OK) status = open_format(reader, message);
  if (status == CFFMPEG_OK) status = open_decoder(reader, message);
  if (status != CFFMPEG_OK) {
    cffmpeg_close(reader);
    return status;
  }
  describe(reader, info);
  *result = reader;
  return CFFMPEG_OK;
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
  reader->input.descriptor = -1;
  reader->is_live = true;
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
  int error = av()->avformat_open_input(&reader->format, device, kind, &settings);
  av()->av_dict_free(&settings);
  if (error >= 0) error = av()->avformat_find_stream_info(reader->format, NULL);
  cffmpeg_status status = CFFMPEG_OK;
  if (error < 0) {
    cffmpeg_message words;
    status = cffmpeg_fail(message, CFFMPEG_UNREADABLE, "%s", cffmpeg_words(error, &words));
  }
  if (status == CFFMPEG_OK) status = open_decoder(reader, message);
  if (status != CFFMPEG_OK) {
    cffmpeg_close(reader);
    return status;
  }
  describe(reader, info);
  *result = reader;
  return CFFMPEG_OK;
}
