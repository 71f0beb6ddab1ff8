#include "Reader.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "Truncation.h"

/// Records the first error of the file; it is reported after the pictures that the decoder still holds. The error of a
/// lost picture, after which others may follow, is replaced by one that ends the file.
static void note(cffmpeg_reader *reader, cffmpeg_status status, const char *reason) {
  if (reader->trouble != CFFMPEG_OK && !reader->has_lost) return;
  reader->has_lost = false;
  reader->trouble = cffmpeg_fail(&reader->trouble_message, status, "%s", reason);
}

/// Whether all streams end well before the duration in the header of an FLV file, which states its length nowhere else.
static bool ends_before_duration(const cffmpeg_reader *reader) {
  const AVFormatContext *format = reader->format;
  if (strcmp(format->iformat->name, "flv") != 0) return false;
  // A second, and a fiftieth of the whole: writers round, and may or may not count the last frame.
  const int64_t least = AV_TIME_BASE;
  if (reader->has_sought || reader->last_end == AV_NOPTS_VALUE || format->duration <= 0
      || format->duration_estimation_method != AVFMT_DURATION_FROM_STREAM) {
    return false;
  }
  int64_t start = format->start_time == AV_NOPTS_VALUE ? 0 : format->start_time;
  int64_t missing = start + format->duration - reader->last_end;
  return missing > least && missing > format->duration / 50;
}

/// Records the latest end of a packet, of any stream.
static void keep_end(cffmpeg_reader *reader) {
  const AVPacket *packet = reader->packet;
  if (packet->pts == AV_NOPTS_VALUE) return;
  AVRational unit = reader->format->streams[packet->stream_index]->time_base;
  int64_t end = av()->av_rescale_q(packet->pts + packet->duration, unit, (AVRational){1, AV_TIME_BASE});
  if (reader->last_end == AV_NOPTS_VALUE || end > reader->last_end) reader->last_end = end;
}

/// The pause between two requests for a camera's picture. FFmpeg does not expose the driver's descriptor, so it cannot
/// be polled. A picture arrives late by this at most; its time is the driver's all the same.
enum { CAMERA_WAIT_MILLISECONDS = 2 };

int reader_wait(void *context) {
  const cffmpeg_reader *reader = context;
  struct pollfd end = {.fd = reader->wake_up, .events = POLLIN};
  return poll(&end, 1, CAMERA_WAIT_MILLISECONDS) > 0 && end.revents != 0;
}

/// Notes why there is no further packet, unless the stream ends where it should.
static void note_end(cffmpeg_reader *reader, int error) {
  cffmpeg_message words;
  if (reader->is_live) {
    // A camera has no end, so this one was removed.
    note(reader, CFFMPEG_UNREADABLE, error == AVERROR_EOF ? "it is gone" : cffmpeg_error_text(error, &words));
  } else if (reader->input.was_overrun) {
    note(reader, CFFMPEG_MALFORMED, "it ends too soon");
  } else if (error != AVERROR_EOF) {
    note(reader, CFFMPEG_MALFORMED, cffmpeg_error_text(error, &words));
  } else if (!reader->has_sought && reader->packet_count < av()->avformat_index_get_entries_count(reader->stream)) {
    // The index of an MP4 lists every packet; those of other formats list the packets that were read, or fewer.
    note(reader, CFFMPEG_MALFORMED, "it ends too soon");
  } else if (input_is_truncated(&reader->input) || ends_before_duration(reader)) {
    note(reader, CFFMPEG_MALFORMED, "it ends too soon");
  } else if (strcmp(reader->format->iformat->name, "yuv4mpegpipe") == 0 && reader->packet_end >= 0
             && reader->packet_end != reader->input.size) {
    // FFmpeg takes an incomplete y4m frame for the end.
    note(reader, CFFMPEG_MALFORMED, "it ends too soon");
  }
}

/// Reads the next packet of the stream to `reader->packet`; false at the end, or after an error.
static bool read_packet(cffmpeg_reader *reader) {
  for (;;) {
    int error = av()->av_read_frame(reader->format, reader->packet);
    if (error == AVERROR(EAGAIN)) {
      if (reader->is_live && reader_wait(reader)) return false;
      continue;
    }
    if (error < 0) {
      note_end(reader, error);
      return false;
    }
    keep_end(reader);
    if (reader->packet->stream_index != reader->stream->index) {
      av()->av_packet_unref(reader->packet);
      continue;
    }
    // In transport streams the flag marks a gap, which is common; elsewhere it marks missing bytes.
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

/// Sends the decoder a packet, or the end of the stream; returns FFmpeg's error code.
static int feed(cffmpeg_reader *reader) {
  if (read_packet(reader)) {
    concealment_number_packet(&reader->concealment, reader->decoder);
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

static int64_t time_of(cffmpeg_reader *reader) {
  const AVFrame *frame = reader->frame;
  int64_t time = frame->best_effort_timestamp;
  if (time == AV_NOPTS_VALUE) time = reader->next_time;
  int64_t duration = frame->pkt_duration;
  // AVI counts time in fields if there may be some, in its durations too.
  if (duration <= 0 || strcmp(reader->format->iformat->name, "avi") == 0) {
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

void cffmpeg_skip_unreferenced(cffmpeg_reader *reader) { reader->decoder->skip_frame = AVDISCARD_NONREF; }

/// The most pictures in a row that are skipped because they cannot be decoded; after more, reading fails.
enum { LOST_PICTURES_LIMIT = 16 };

/// Decodes the next picture to `reader->frame`.
static cffmpeg_status receive_frame(cffmpeg_reader *reader, cffmpeg_message *message) {
  for (;;) {
    av()->av_frame_unref(reader->frame);
    int error = av()->avcodec_receive_frame(reader->decoder, reader->frame);
    if (error >= 0) return CFFMPEG_OK;
    if (error == AVERROR_EOF) return finish(reader, message);
    if (error == AVERROR(EAGAIN)) {
      if (reader->is_draining) return finish(reader, message);
      error = feed(reader);
      if (error >= 0) continue;
    }
    // A recording may begin in the middle of a group of pictures. Pictures that cannot be decoded there are skipped,
    // and reported only if no picture follows. Later such an error is damage: the next picture is marked, or reading
    // fails if none follows.
    cffmpeg_message words;
    if (reader->trouble == CFFMPEG_OK || reader->has_lost) {
      note(reader, CFFMPEG_MALFORMED, cffmpeg_error_text(error, &words));
      reader->has_lost = reader->frame_count > 0;
    }
    if (error == AVERROR(ENOMEM) || (reader->frame_count > 0 && ++reader->lost_count > LOST_PICTURES_LIMIT)) {
      return finish(reader, message);
    }
  }
}

cffmpeg_status reader_decode(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message) {
  reader->has_picture = false;
  if (reader->is_finished) return CFFMPEG_END;
  cffmpeg_status status = receive_frame(reader, message);
  if (status != CFFMPEG_OK) return status;
  bool follows_loss = reader->has_lost;
  if (follows_loss || (reader->frame_count == 0 && !reader->is_draining)) reader->trouble = CFFMPEG_OK;
  reader->has_lost = false;
  reader->lost_count = 0;
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
      .primaries = frame->color_primaries,
      .transfer = frame->color_trc,
      .is_interlaced = frame->interlaced_frame != 0,
      .has_alpha = converter_has_alpha(frame->format),
      .is_damaged = follows_loss || frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0
          || concealment_holds(&reader->concealment, frame),
  };
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_copy_rgba(
    cffmpeg_reader *reader, int32_t bits, int32_t keeps_alpha, void *rgba, size_t count, cffmpeg_message *message) {
  if (!reader->has_picture) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "there is no picture to convert");
  if ((bits != 8 && bits != 16)
      || count != (size_t)reader->frame->width * (size_t)reader->frame->height * (size_t)bits / 2) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "the room for a picture has the wrong size");
  }
  return converter_copy_rgba(&reader->converter, reader->frame, bits, keeps_alpha != 0, rgba, message);
}

int cffmpeg_get_planes(const cffmpeg_reader *reader, PKYCbCrPlanes *planes) {
  return reader->has_picture && converter_get_planes(reader->frame, planes);
}

void cffmpeg_close(cffmpeg_reader *reader) {
  if (reader == NULL) return;
  converter_free(&reader->converter);
  if (reader->frame != NULL) av()->av_frame_free(&reader->frame);
  if (reader->shown.frame != NULL) av()->av_frame_free(&reader->shown.frame);
  if (reader->following.frame != NULL) av()->av_frame_free(&reader->following.frame);
  if (reader->packet != NULL) av()->av_packet_free(&reader->packet);
  if (reader->decoder != NULL) av()->avcodec_free_context(&reader->decoder);
  concealment_stop(&reader->concealment);
  if (reader->format != NULL) av()->avformat_close_input(&reader->format);
  input_close(&reader->input);
  free(reader);
}
