#include "Writer.h"

#include "Container.h"

#include <math.h>
#include <stdlib.h>

cffmpeg_status writer_fail(cffmpeg_message *message, int error, const char *what) {
  cffmpeg_message words;
  return cffmpeg_fail_by(message, CFFMPEG_UNWRITABLE, error, "%s: %s", what, cffmpeg_error_text(error, &words));
}

cffmpeg_status cffmpeg_get_target(
    cffmpeg_writer *writer, cffmpeg_sample_layout *layout, PKYCbCrTarget *target, cffmpeg_message *message) {
  *layout = writer->encoder.layout;
  return encoder_get_target(&writer->encoder, target, message);
}

/// Passes a packet to the muxer. In fragments, streams are not interleaved, so that no packet waits for another stream.
static int store(cffmpeg_writer *writer, AVPacket *packet) {
  bool is_picture = packet->stream_index == writer->stream->index;
  if (!writer->has_fragments) return av()->av_interleaved_write_frame(writer->format, packet);
  int64_t earlier = writer->picture_count;
  int error = av()->av_write_frame(writer->format, packet);
  writer->picture_count += is_picture;
  if (error < 0 || writer->output.error != 0) return error;
  // The muxer writes a fragment when the packet after it arrives.
  int64_t size = output_settle(&writer->output);
  if (size > writer->readable_size) {
    writer->readable_size = size;
    writer->readable_count = earlier;
  }
  return error;
}

/// Passes the held picture to the muxer.
static int store_held(cffmpeg_writer *writer) {
  if (writer->held->data == NULL) return 0;
  int error = store(writer, writer->held);
  av()->av_packet_unref(writer->held);
  return error;
}

/// Takes the picture in `writer->packet`. It is held back until the next one, because the last one's duration is known
/// only at the end. In fragments it is not, so that little is lost.
static int store_picture(cffmpeg_writer *writer) {
  int error = writer->has_fragments ? store(writer, writer->packet) : store_held(writer);
  if (!writer->has_fragments) av()->av_packet_move_ref(writer->held, writer->packet);
  return error;
}

/// After a failure, truncates a file in fragments to its last whole one, so that it can be read.
static cffmpeg_status end_with_last_fragment(cffmpeg_writer *writer, cffmpeg_status status) {
  if (status != CFFMPEG_OK && writer->has_fragments) {
    output_cut(&writer->output, writer->readable_size);
    writer->is_broken = true;
  }
  return status;
}

/// Sends the encoder a picture, or NULL at the end, and stores its packets.
static cffmpeg_status encode(cffmpeg_writer *writer, const AVFrame *frame, cffmpeg_message *message) {
  AVCodecContext *encoder = writer->encoder.context;
  int error = av()->avcodec_send_frame(encoder, frame);
  if (error < 0) return writer_fail(message, error, "a picture");
  for (;;) {
    error = av()->avcodec_receive_packet(encoder, writer->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return CFFMPEG_OK;
    if (error < 0) return writer_fail(message, error, "a picture");
    cffmpeg_status status =
        copying_advance(&writer->copying, writer->format, writer->packet->dts, encoder->time_base, message);
    if (status != CFFMPEG_OK) {
      av()->av_packet_unref(writer->packet);
      return writer->output.error != 0 ? output_flush(&writer->output, message) : status;
    }
    av()->av_packet_rescale_ts(writer->packet, encoder->time_base, writer->stream->time_base);
    writer->packet->stream_index = writer->stream->index;
    error = store_picture(writer);
    av()->av_packet_unref(writer->packet);
    if (writer->output.error != 0) return output_flush(&writer->output, message);
    if (error < 0) return writer_fail(message, error, "the file");
  }
}

/// Fails if a file of QuickTime's kind, which stores durations in 32 bits, cannot hold that of a picture: FFmpeg writes
/// another time then, without an error.
///
/// - Parameter duration: in units of the encoder's time base.
static cffmpeg_status check_duration(const cffmpeg_writer *writer, int64_t duration, cffmpeg_message *message) {
  const AVOutputFormat *kind = writer->format->oformat;
  AVRational base = writer->encoder.context->time_base, unit = writer->stream->time_base;
  if (!container_is_mov(kind) || av()->av_rescale_q(duration, base, unit) < INT32_MAX) return CFFMPEG_OK;
  return cffmpeg_fail(
      message, CFFMPEG_UNWRITABLE,
      "a picture lasts %.0f s, and a file of the kind %s holds less than %.0f s in units of 1/%d s; set a smaller "
      "timescale, or write .mkv",
      (double)duration * base.num / base.den, container_name(kind), floor((double)INT32_MAX / unit.den), unit.den);
}

/// Encodes a picture for a time.
static cffmpeg_status write_at(cffmpeg_writer *writer, AVFrame *frame, int64_t time, cffmpeg_message *message) {
  if (writer->has_picture && time <= writer->last_time) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "a picture's time is not after the one before");
  }
  // Before the picture is coded, so that those before it can be finished as a movie.
  int64_t duration;
  if (writer->has_picture && !__builtin_sub_overflow(time, writer->last_time, &duration)) {
    cffmpeg_status status = check_duration(writer, duration, message);
    if (status != CFFMPEG_OK) return status;
  }
  writer->last_time = time;
  writer->has_picture = true;
  if (__builtin_add_overflow(time, writer->shift, &frame->pts)) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "a picture's time is out of all bounds");
  }
  return end_with_last_fragment(writer, encode(writer, frame, message));
}

cffmpeg_status cffmpeg_write(cffmpeg_writer *writer, int64_t time, cffmpeg_message *message) {
  return write_at(writer, writer->encoder.frame, time, message);
}

int32_t cffmpeg_accepts_planes(const cffmpeg_writer *writer) { return encoder_accepts_planes(&writer->encoder); }

cffmpeg_status cffmpeg_write_planes(
    cffmpeg_writer *writer, const PKYCbCrPlanes *planes, int64_t time, cffmpeg_message *message) {
  AVFrame *frame = encoder_borrow_planes(&writer->encoder, planes);
  if (frame == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  cffmpeg_status status = write_at(writer, frame, time, message);
  encoder_return_planes(&writer->encoder);
  return status;
}

static int store_sound(void *writer, AVPacket *packet) { return store(writer, packet); }

cffmpeg_status cffmpeg_write_sound(
    cffmpeg_writer *writer, const float *samples, int64_t count, int64_t time, cffmpeg_message *message) {
  if (writer->sound.encoder.context == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "it was begun without sound; say its format in the settings");
  }
  time += av()->av_rescale_q(
      writer->shift, writer->encoder.context->time_base, (AVRational){1, writer->sound.rate});
  PacketSink sink = {store_sound, writer};
  cffmpeg_status status = sound_track_write(&writer->sound, samples, count, time, sink, message);
  if (status != CFFMPEG_OK && writer->output.error != 0) status = output_flush(&writer->output, message);
  return end_with_last_fragment(writer, status);
}

void cffmpeg_end_copied_pictures(cffmpeg_writer *writer, int64_t end, int32_t timescale) {
  writer->copying.end = end;
  writer->copying.end_base = (AVRational){1, timescale};
}

cffmpeg_status cffmpeg_copy_next(cffmpeg_writer *writer, cffmpeg_message *message) {
  Copying *copying = &writer->copying;
  const AVRational second = {1, 1};
  cffmpeg_status status = copying_advance(copying, writer->format, writer->next_second, second, message);
  if (writer->output.error != 0) return output_flush(&writer->output, message);
  if (status != CFFMPEG_OK) return status;
  if (!copying->has_packet) return CFFMPEG_END;
  int64_t time = copying_time(copying, second);
  if (__builtin_add_overflow(time, 1, &writer->next_second)) return CFFMPEG_END;
  return CFFMPEG_OK;
}

/// Stores the last picture, which is shown until `end`, in units of the encoder's time base.
static cffmpeg_status store_last_picture(cffmpeg_writer *writer, int64_t end, cffmpeg_message *message) {
  AVPacket *last = writer->held;
  if (end != INT64_MIN && last->data != NULL && !__builtin_add_overflow(end, writer->shift, &end)) {
    int64_t duration =
        av()->av_rescale_q(end, writer->encoder.context->time_base, writer->stream->time_base) - last->pts;
    if (duration >= INT32_MAX && container_is_mov(writer->format->oformat)) {
      duration = INT32_MAX - 1;
      warnings_add(
          &writer->warnings, "its last picture is shown for %.0f s, which is the longest in units of 1/%d s",
          duration * av_q2d(writer->stream->time_base), writer->stream->time_base.den);
    }
    if (duration > 0) last->duration = duration;
  }
  int error = store_held(writer);
  return error < 0 ? writer_fail(message, error, "the file") : CFFMPEG_OK;
}

/// The end of the last picture, in units of the encoder's time base; one frame at the frame rate after its beginning if
/// `end` is not after it.
static int64_t end_of_pictures(const cffmpeg_writer *writer, int64_t end) {
  const AVCodecContext *encoder = writer->encoder.context;
  int64_t usual = av()->av_rescale_q(1, (AVRational){encoder->framerate.den, encoder->framerate.num}, encoder->time_base);
  return (end > writer->last_time ? end : writer->last_time + usual) + writer->shift;
}

static cffmpeg_status finish(cffmpeg_writer *writer, int64_t end, bool is_cut, cffmpeg_message *message) {
  cffmpeg_status status = CFFMPEG_OK;
  if (writer->encoder.context != NULL) {
    status = encode(writer, NULL, message);
    if (status == CFFMPEG_OK) status = store_last_picture(writer, end, message);
  }
  if (status == CFFMPEG_OK && writer->sound.encoder.context != NULL) {
    status = sound_track_finish(&writer->sound, (PacketSink){store_sound, writer}, message);
  }
  if (status == CFFMPEG_OK && is_cut && writer->encoder.context != NULL) {
    AVRational base = writer->encoder.context->time_base;
    status = copying_advance(&writer->copying, writer->format, end_of_pictures(writer, end), base, message);
  } else if (status == CFFMPEG_OK) {
    status = copying_advance(&writer->copying, writer->format, INT64_MAX, (AVRational){1, 1}, message);
  }
  if (status != CFFMPEG_OK) return writer->output.error != 0 ? output_flush(&writer->output, message) : status;
  if (writer->copying.is_damaged) {
    warnings_add(&writer->warnings, "what is copied ends too soon: its file is damaged or incomplete");
  }
  copying_report_losses(&writer->copying, &writer->warnings);
  int error = av()->av_write_trailer(writer->format);
  status = output_flush(&writer->output, message);
  if (status == CFFMPEG_OK && error < 0) return writer_fail(message, error, "the file's end");
  if (status == CFFMPEG_OK) writer->readable_count = writer->picture_count;
  return status;
}

cffmpeg_status cffmpeg_finish(cffmpeg_writer *writer, int64_t end, int32_t is_cut, cffmpeg_message *message) {
  if (writer->is_broken) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "it could not be written to before");
  return end_with_last_fragment(writer, finish(writer, end, is_cut != 0, message));
}

int64_t cffmpeg_count_readable(const cffmpeg_writer *writer) { return writer->readable_count; }

int32_t cffmpeg_ends_in_fragments(const cffmpeg_writer *writer) {
  return writer->has_fragments && container_is_mov(writer->format->oformat);
}

const char *cffmpeg_get_warnings(const cffmpeg_writer *writer) { return writer->warnings.text; }

void cffmpeg_close_writer(cffmpeg_writer *writer) {
  if (writer == NULL) return;
  copying_close(&writer->copying);
  encoder_close(&writer->encoder);
  sound_track_close(&writer->sound);
  if (writer->packet != NULL) av()->av_packet_free(&writer->packet);
  if (writer->held != NULL) av()->av_packet_free(&writer->held);
  if (writer->format != NULL) {
    writer->format->pb = NULL;
    av()->avformat_free_context(writer->format);
  }
  output_close(&writer->output);
  free(writer);
}
