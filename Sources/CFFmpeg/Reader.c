#include "Converter.h"
#include "Input.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct cffmpeg_reader {
  Input input;
  AVFormatContext *format;
  AVCodecContext *decoder;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  Converter converter;
  int64_t packet_count;
  /// Where the last packet ended in the file; -1 where that is not known.
  int64_t packet_end;
  int64_t frame_count;
  /// The time that a picture without one gets: the end of the picture before.
  int64_t next_time;
  /// The first thing that went wrong while reading; told once the pictures before it have been handed out.
  cffmpeg_status trouble;
  cffmpeg_message trouble_message;
  bool has_picture;
  bool is_draining;
  bool is_finished;
};

/// Stands in for the opening of every other file that a format names.
static int refuse_to_open(AVFormatContext *format, AVIOContext **context, const char *url, int flags, AVDictionary **o) {
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

/// Notes what is wrong with the file; what the decoder still holds is handed out before it is told.
static void note(cffmpeg_reader *reader, cffmpeg_status status, const char *reason) {
  if (reader->trouble != CFFMPEG_OK) return;
  reader->trouble = cffmpeg_fail(&reader->trouble_message, status, "%s", reason);
}

/// Reads the next packet of the stream into `reader->packet`; false at the end, which may be one too soon.
static bool read_packet(cffmpeg_reader *reader) {
  for (;;) {
    int error = av()->av_read_frame(reader->format, reader->packet);
    if (error == AVERROR(EAGAIN)) continue;
    if (error < 0) {
      cffmpeg_message words;
      if (reader->input.was_overrun) {
        note(reader, CFFMPEG_MALFORMED, "it ends too soon");
      } else if (error != AVERROR_EOF) {
        note(reader, CFFMPEG_MALFORMED, cffmpeg_words(error, &words));
      } else if (reader->packet_count < av()->avformat_index_get_entries_count(reader->stream)) {
        // The index of an MP4 names every packet; other formats' indices name those that were read, or fewer.
        note(reader, CFFMPEG_MALFORMED, "it ends too soon");
      } else if (strcmp(reader->format->iformat->name, "yuv4mpegpipe") == 0 && reader->packet_end >= 0
                 && reader->packet_end != reader->input.size) {
        // FFmpeg takes an unfinished y4m frame for the end.
        note(reader, CFFMPEG_MALFORMED, "it ends too soon");
      }
      return false;
    }
    if (reader->packet->stream_index != reader->stream->index) {
      av()->av_packet_unref(reader->packet);
      continue;
    }
    // In transport streams the flag tells of a gap, which is an everyday thing; elsewhere, of bytes that are missing.
    if ((reader->packet->flags & AV_PKT_FLAG_CORRUPT) && !(reader->format->iformat->flags & AVFMT_TS_DISCONT)) {
      av()->av_packet_unref(reader->packet);
      note(reader, CFFMPEG_MALFORMED, "it ends too soon");
      return false;
    }
    reader->packet_count += 1;
    reader->packet_end = reader->packet->pos < 0 ? -1 : reader->packet->pos + reader->packet->size;
    return true;
  }
}

/// Sends the decoder a packet or, at the end, word that there are no more; returns FFmpeg's error code.
static int feed(cffmpeg_reader *reader) {
  if (read_packet(reader)) {
    int error = av()->avcodec_send_packet(reader->decoder, reader->packet);
    av()->av_packet_unref(reader->packet);
    return error;
  }
  reader->is_draining = true;
  int error = av()->avcodec_send_packet(reader->decoder, NULL);
  return error == AVERROR_EOF ? 0 : error;
}

static cffmpeg_status finish(cffmpeg_reader *reader, cffmpeg_message *message) {
  reader->is_finished = true;
  if (reader->trouble == CFFMPEG_OK) return CFFMPEG_END;
  *message = reader->trouble_message;
  return reader->trouble;
}

/// The presentation time of `reader->frame`.
static int64_t time_of(cffmpeg_reader *reader) {
  const AVFrame *frame = reader->frame;
  int64_t time = frame->best_effort_timestamp;
  if (time == AV_NOPTS_VALUE) time = reader->next_time;
  int64_t duration = frame->pkt_duration;
  if (duration <= 0) {
    AVRational rate = av()->av_guess_frame_rate(reader->format, reader->stream, NULL);
    AVRational base = reader->stream->time_base;
    duration = 1;
    if (rate.num > 0 && rate.den > 0) {
      double units = (double)rate.den * base.den / ((double)rate.num * base.num);
      if (units >= 1 && units < INT32_MAX) duration = (int64_t)(units + 0.5);
    }
  }
  if (__builtin_add_overflow(time, duration, &reader->next_time)) reader->next_time = time;
  return time;
}

cffmpeg_status cffmpeg_next(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message) {
  reader->has_picture = false;
  if (reader->is_finished) return CFFMPEG_END;
  for (;;) {
    av()->av_frame_unref(reader->frame);
    int error = av()->avcodec_receive_frame(reader->decoder, reader->frame);
    if (error >= 0) break;
    if (error == AVERROR_EOF) return finish(reader, message);
    if (error == AVERROR(EAGAIN)) {
      if (reader->is_draining) return finish(reader, message);
      error = feed(reader);
      if (error >= 0) continue;
    }
    // A recording may begin in the middle of a group of pictures; what cannot be decoded there is skipped, and told
    // only when nothing follows. Later it is damage.
    cffmpeg_message words;
    note(reader, CFFMPEG_MALFORMED, cffmpeg_words(error, &words));
    if (reader->frame_count > 0 || error == AVERROR(ENOMEM)) return finish(reader, message);
  }
  if (reader->frame_count == 0 && !reader->is_draining) reader->trouble = CFFMPEG_OK;
  reader->frame_count += 1;

  const AVFrame *frame = reader->frame;
  if (frame->width <= 0 || frame->height <= 0 || (int64_t)frame->width * frame->height > CFFMPEG_PIXEL_LIMIT) {
    reader->is_finished = true;
    return cffmpeg_fail(message, CFFMPEG_LIMIT_EXCEEDED, "a picture of %dx%d pixels", frame->width, frame->height);
  }
  reader->has_picture = true;
  *picture = (cffmpeg_picture){
      .width = frame->width,
      .height = frame->height,
      .time = time_of(reader),
      .is_display_p3 = frame->color_primaries == AVCOL_PRI_SMPTE432,
  };
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_copy_rgba(cffmpeg_reader *reader, void *rgba, size_t count, cffmpeg_message *message) {
  if (!reader->has_picture) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "there is no picture to convert");
  if (count != (size_t)reader->frame->width * (size_t)reader->frame->height * 4) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "the room for a picture has the wrong size");
  }
  return converter_copy_rgba(&reader->converter, reader->frame, rgba, message);
}

int cffmpeg_get_planes(const cffmpeg_reader *reader, cffmpeg_planes *planes) {
  return reader->has_picture && converter_get_planes(reader->frame, planes);
}

void cffmpeg_close(cffmpeg_reader *reader) {
  if (reader == NULL) return;
  converter_free(&reader->converter);
  if (reader->frame != NULL) av()->av_frame_free(&reader->frame);
  if (reader->packet != NULL) av()->av_packet_free(&reader->packet);
  if (reader->decoder != NULL) av()->avcodec_free_context(&reader->decoder);
  if (reader->format != NULL) av()->avformat_close_input(&reader->format);
  input_close(&reader->input);
  free(reader);
}
