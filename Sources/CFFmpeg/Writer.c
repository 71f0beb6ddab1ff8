#include "Writer.h"

#include "Container.h"
#include "Tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cffmpeg_status failed(cffmpeg_message *message, int error, const char *what) {
  cffmpeg_message words;
  return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "%s: %s", what, cffmpeg_words(error, &words));
}

/// Makes the stream of pictures that are coded.
static cffmpeg_status add_pictures(cffmpeg_writer *writer, const cffmpeg_movie *movie, cffmpeg_message *message) {
  const AVCodecContext *encoder = writer->encoder.context;
  AVStream *stream = writer->stream = av()->avformat_new_stream(writer->format, NULL);
  if (stream == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  int error = av()->avcodec_parameters_from_context(stream->codecpar, encoder);
  if (error < 0) return failed(message, error, encoder->codec->name);
  // Apple's players take no other tag; the parameter sets are in the head.
  if (encoder->codec_id == AV_CODEC_ID_HEVC && container_is_mov(writer->format->oformat)) {
    stream->codecpar->codec_tag = MKTAG('h', 'v', 'c', '1');
  }
  stream->time_base = encoder->time_base;
  stream->avg_frame_rate = encoder->framerate;
  stream->sample_aspect_ratio = encoder->sample_aspect_ratio;
  if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA && encoder->codec_id == AV_CODEC_ID_VP9) {
    av()->av_dict_set(&stream->metadata, "alpha_mode", "1", 0);
  }
  uint8_t *matrix = av()->av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, sizeof movie->display_matrix);
  if (matrix == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  memcpy(matrix, movie->display_matrix, sizeof movie->display_matrix);
  return CFFMPEG_OK;
}

/// When a broadcast begins, whose clock has run before: its times tell of nothing, and would become hours without a picture in
/// other kinds of file. 0 for others, and for parts of movies, which begin at 0.
static int64_t broadcast_start(const cffmpeg_writer *writer, AVRational base) {
  const Copying *copying = &writer->copying;
  if (copying->format == NULL || copying->from_base.den > 0 || copying->format->start_time == AV_NOPTS_VALUE) return 0;
  bool was_broadcast = (copying->format->iformat->flags & AVFMT_TS_DISCONT) != 0;
  if (!was_broadcast || (writer->format->oformat->flags & AVFMT_TS_DISCONT) != 0) return 0;
  return av()->av_rescale_q(copying->format->start_time, (AVRational){1, AV_TIME_BASE}, base);
}

/// Moves all streams alike where the first picture's time is before zero. QuickTime's edit lists could only cut off what
/// is there, and of Matroska FFmpeg reads no such times. Movies that were broadcasts begin at zero.
static void shift_times(cffmpeg_writer *writer, int64_t first, AVRational base) {
  int64_t start = broadcast_start(writer, base);
  if (first >= 0 && start <= 0) return;
  int64_t origin = first < 0 ? first : start < first ? start : first;
  writer->shift = -origin;
  writer->copying.shift = -origin;
  writer->copying.shift_base = base;
  if (first >= 0) return;
  warnings_add(
      &writer->warnings, "all times are later by %g s: %s has no times before zero", (double)-first * base.num / base.den,
      container_name(writer->format->oformat));
}

static cffmpeg_status begin(cffmpeg_writer *writer, const char *name, cffmpeg_message *message) {
  const AVOutputFormat *kind = container_named(name);
  if (kind == NULL) return container_fail_unknown(message);
  int error = av()->avformat_alloc_output_context2(&writer->format, kind, NULL, NULL);
  if (error < 0) return failed(message, error, "the file's format");
  writer->packet = av()->av_packet_alloc();
  writer->held = av()->av_packet_alloc();
  if (writer->packet == NULL || writer->held == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  writer->format->io_open = input_refuse_to_open;
  // FLAC in MP4 has a standard; this FFmpeg still counts it among what is tried out.
  writer->format->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  // Times are as they were given: sound that begins before zero, as coders make it, stays in step.
  if (container_is_mov(kind) || container_is_matroska(kind)) {
    writer->format->avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED;
  }
  return CFFMPEG_OK;
}

/// Has the container written in pieces of half the time that may be lost; the encoder holds back the other half.
static void set_fragments(cffmpeg_writer *writer, int milliseconds, AVDictionary **options) {
  char text[24];
  if (container_is_mov(writer->format->oformat)) {
    // The head is written with the first fragment, when it is known where sound begins.
    av()->av_dict_set(options, "movflags", "+empty_moov+delay_moov+default_base_moof", AV_DICT_APPEND);
    snprintf(text, sizeof text, "%lld", (long long)milliseconds * 500);
    av()->av_dict_set(options, "frag_duration", text, 0);
  } else if (container_is_matroska(writer->format->oformat)) {
    snprintf(text, sizeof text, "%d", milliseconds / 2);
    av()->av_dict_set(options, "cluster_time_limit", text, 0);
  } else {
    return;
  }
  writer->has_fragments = true;
}

static cffmpeg_status write_head(
    cffmpeg_writer *writer, int descriptor, int fragment_milliseconds, cffmpeg_message *message) {
  cffmpeg_status status = output_open(&writer->output, descriptor, message);
  if (status != CFFMPEG_OK) return status;
  writer->format->pb = writer->output.context;
  AVDictionary *options = NULL;
  if (fragment_milliseconds > 0) set_fragments(writer, fragment_milliseconds, &options);
  if (container_is_mov(writer->format->oformat)) {
    if (tags_need_keys(writer->format->metadata)) {
      av()->av_dict_set(&options, "movflags", "+use_metadata_tags", AV_DICT_APPEND);
    }
    // A start after zero is counted in the movie's unit; with the pictures' own it is exact.
    int64_t scale = writer->stream->time_base.den;
    char text[24];
    snprintf(text, sizeof text, "%d", (int)(scale >= 1000 ? scale : scale * ((999 + scale) / scale)));
    av()->av_dict_set(&options, "movie_timescale", text, 0);
  }
  int error = av()->avformat_write_header(writer->format, &options);
  av()->av_dict_free(&options);
  if (error < 0) return writer->output.error != 0 ? output_flush(&writer->output, message)
                                                  : failed(message, error, "the file's head");
  return CFFMPEG_OK;
}

/// Takes over what the source says of the display that it was graded on, and of its brightest pixels (SMPTE ST 2086, CTA-861.3).
static cffmpeg_status copy_light_levels(cffmpeg_writer *writer, cffmpeg_message *message) {
  const enum AVPacketSideDataType kinds[] = {AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL};
  enum AVColorTransferCharacteristic curve = writer->stream->codecpar->color_trc;
  bool is_hdr = curve == AVCOL_TRC_SMPTE2084 || curve == AVCOL_TRC_ARIB_STD_B67;
  for (size_t i = 0; is_hdr && writer->copying.video != NULL && i < sizeof kinds / sizeof *kinds; i++) {
    size_t size = 0;
    const uint8_t *levels = av()->av_stream_get_side_data(writer->copying.video, kinds[i], &size);
    if (levels == NULL) continue;
    uint8_t *copy = av()->av_stream_new_side_data(writer->stream, kinds[i], size);
    if (copy == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
    memcpy(copy, levels, size);
  }
  return CFFMPEG_OK;
}

/// Says that chroma loses samples: players know no more of H.264 and HEVC than 4:2:0.
static void tell_lost_chroma(cffmpeg_writer *writer, const cffmpeg_movie *movie) {
  const AVStream *source = writer->copying.video;
  const AVPixFmtDescriptor *from = source == NULL ? NULL : av()->av_pix_fmt_desc_get(source->codecpar->format);
  const AVPixFmtDescriptor *to = av()->av_pix_fmt_desc_get(writer->encoder.context->pix_fmt);
  if (from == NULL || to == NULL || movie->content == CFFMPEG_CONTENT_GRAY || from->nb_components < 3
      || (from->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0) {
    return;
  }
  if (to->log2_chroma_w <= from->log2_chroma_w && to->log2_chroma_h <= from->log2_chroma_h) return;
  warnings_add(
      &writer->warnings, "its colours of 4:%d:%d are written as 4:2:0; ProRes 4444 (.mov) and FFV1 (.mkv) keep them",
      from->log2_chroma_w == 0 ? 4 : from->log2_chroma_w == 1 ? 2 : 1,
      from->log2_chroma_h != 0 ? 0 : from->log2_chroma_w == 0 ? 4 : from->log2_chroma_w == 1 ? 2 : 1);
}

static cffmpeg_status create(
    cffmpeg_writer *writer, int descriptor, const char *name, const cffmpeg_movie *movie, cffmpeg_message *message) {
  cffmpeg_status status = begin(writer, name, message);
  if (status == CFFMPEG_OK) status = encoder_open(&writer->encoder, movie, writer->format->oformat, message);
  if (status == CFFMPEG_OK) status = add_pictures(writer, movie, message);
  if (status == CFFMPEG_OK && movie->sound_rate != 0) {
    status = sound_track_open(&writer->sound, writer->format, movie->sound_rate, movie->sound_channel_count, message);
  }
  if (status == CFFMPEG_OK && movie->copy != NULL) status = copying_open(&writer->copying, movie->copy, message);
  if (status == CFFMPEG_OK) status = copy_light_levels(writer, message);
  if (status != CFFMPEG_OK) return status;
  tell_lost_chroma(writer, movie);
  shift_times(writer, movie->first_time, writer->encoder.context->time_base);
  if (movie->copy != NULL) {
    status = copying_set_up(
        &writer->copying, movie->copy, writer->format, writer->stream, &writer->warnings, message);
  }
  return status == CFFMPEG_OK ? write_head(writer, descriptor, movie->fragment_milliseconds, message) : status;
}

static cffmpeg_status create_copy(
    cffmpeg_writer *writer, int descriptor, const char *name, const cffmpeg_copy *copy, cffmpeg_message *message) {
  cffmpeg_status status = begin(writer, name, message);
  if (status == CFFMPEG_OK) status = copying_open(&writer->copying, copy, message);
  if (status != CFFMPEG_OK) return status;
  const AVStream *video = writer->copying.video;
  if (video == NULL) return cffmpeg_fail(message, CFFMPEG_NOT_VIDEO, "there is no video in it");
  const AVOutputFormat *kind = writer->format->oformat;
  if (!container_holds(kind, video->codecpar->codec_id)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its video is %s, which a file of the kind %s cannot hold; %s",
        av()->avcodec_get_name(video->codecpar->codec_id), container_name(kind), container_holders(video->codecpar->codec_id));
  }
  writer->copying.copies_video = true;
  if (!container_is_mov(kind) && av()->av_stream_get_side_data(video, AV_PKT_DATA_DISPLAYMATRIX, NULL) != NULL) {
    warnings_add(
        &writer->warnings, "its pictures are shown turned, which a file of the kind %s does not keep; .mp4 and .mov do",
        container_name(kind));
  }
  const TimeMap *map = &writer->copying.map;
  int64_t first = video->start_time == AV_NOPTS_VALUE ? 0 : video->start_time;
  AVRational unit = map->count > 0 ? time_map_base(map, video->time_base) : video->time_base;
  shift_times(writer, map->count > 0 ? time_map_time(map, first, video->time_base, unit) : first, unit);
  status = copying_set_up(&writer->copying, copy, writer->format, NULL, &writer->warnings, message);
  if (status != CFFMPEG_OK) return status;
  writer->stream = writer->copying.streams[video->index].output;
  // Before all packets: the first call finds where they begin.
  writer->next_second = -((int64_t)1 << 40);
  return write_head(writer, descriptor, 0, message);
}

static cffmpeg_writer *make_writer(cffmpeg_message *message) {
  cffmpeg_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) {
    cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  } else {
    writer->copying.input.descriptor = -1;
  }
  return writer;
}

static cffmpeg_status hand_over(cffmpeg_writer *writer, cffmpeg_status status, cffmpeg_writer **result) {
  if (status == CFFMPEG_OK) {
    *result = writer;
  } else {
    cffmpeg_close_writer(writer);
  }
  return status;
}

cffmpeg_status cffmpeg_create(
    int descriptor, const char *name, const cffmpeg_movie *movie, cffmpeg_writer **result, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  cffmpeg_writer *writer = make_writer(message);
  if (writer == NULL) return CFFMPEG_UNWRITABLE;
  return hand_over(writer, create(writer, descriptor, name, movie, message), result);
}

cffmpeg_status cffmpeg_create_copy(
    int descriptor, const char *name, const cffmpeg_copy *copy, cffmpeg_writer **result, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  cffmpeg_writer *writer = make_writer(message);
  if (writer == NULL) return CFFMPEG_UNWRITABLE;
  return hand_over(writer, create_copy(writer, descriptor, name, copy, message), result);
}

cffmpeg_status cffmpeg_get_room(
    cffmpeg_writer *writer, cffmpeg_sample_layout *layout, PKYCbCrTarget *target, cffmpeg_message *message) {
  *layout = writer->encoder.layout;
  return encoder_get_room(&writer->encoder, target, message);
}

/// Hands a packet to the container. In fragments streams need not be interleaved, and so none waits for another.
static int store(cffmpeg_writer *writer, AVPacket *packet) {
  bool is_picture = packet->stream_index == writer->stream->index;
  if (!writer->has_fragments) return av()->av_interleaved_write_frame(writer->format, packet);
  int64_t earlier = writer->picture_count;
  int error = av()->av_write_frame(writer->format, packet);
  writer->picture_count += is_picture;
  if (error < 0 || writer->output.error != 0) return error;
  // A fragment is written whole by the packet that comes after it.
  int64_t size = output_settle(&writer->output);
  if (size > writer->readable_size) {
    writer->readable_size = size;
    writer->readable_count = earlier;
  }
  return error;
}

/// Hands the picture to the container that was held back.
static int store_held(cffmpeg_writer *writer) {
  if (writer->held->data == NULL) return 0;
  int error = store(writer, writer->held);
  av()->av_packet_unref(writer->held);
  return error;
}

/// Takes `writer->packet`, a picture. It is held back until the next one, for the last one's duration is given at the end; in
/// fragments, which are to lose little, it is not.
static int store_picture(cffmpeg_writer *writer) {
  int error = writer->has_fragments ? store(writer, writer->packet) : store_held(writer);
  if (!writer->has_fragments) av()->av_packet_move_ref(writer->held, writer->packet);
  return error;
}

/// Leaves a file that can be read, where it can.
static cffmpeg_status end_with_last_fragment(cffmpeg_writer *writer, cffmpeg_status status) {
  if (status != CFFMPEG_OK && writer->has_fragments) {
    output_cut(&writer->output, writer->readable_size);
    writer->is_broken = true;
  }
  return status;
}

/// Hands the encoder a picture, or NULL at the end, and stores what it gives back.
static cffmpeg_status encode(cffmpeg_writer *writer, const AVFrame *frame, cffmpeg_message *message) {
  AVCodecContext *encoder = writer->encoder.context;
  int error = av()->avcodec_send_frame(encoder, frame);
  if (error < 0) return failed(message, error, "a picture");
  for (;;) {
    error = av()->avcodec_receive_packet(encoder, writer->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return CFFMPEG_OK;
    if (error < 0) return failed(message, error, "a picture");
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
    if (error < 0) return failed(message, error, "the file");
  }
}

/// Codes a picture that belongs to a time.
static cffmpeg_status write_at(cffmpeg_writer *writer, AVFrame *frame, int64_t time, cffmpeg_message *message) {
  if (writer->has_picture && time <= writer->last_time) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "a picture's time is not after the one before");
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

int32_t cffmpeg_takes_planes(const cffmpeg_writer *writer) { return encoder_takes_planes(&writer->encoder); }

cffmpeg_status cffmpeg_write_planes(
    cffmpeg_writer *writer, const PKYCbCrPlanes *planes, int64_t time, cffmpeg_message *message) {
  AVFrame *frame = encoder_borrow(&writer->encoder, planes);
  if (frame == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  cffmpeg_status status = write_at(writer, frame, time, message);
  encoder_give_back(&writer->encoder);
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

cffmpeg_status cffmpeg_copy_some(cffmpeg_writer *writer, cffmpeg_message *message) {
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
    if (duration > 0) last->duration = duration;
  }
  int error = store_held(writer);
  return error < 0 ? failed(message, error, "the file") : CFFMPEG_OK;
}

/// When the pictures end, in units of the encoder's time base of the output; the last one is shown as long as is usual where
/// `end` does not say.
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
  copying_tell_losses(&writer->copying, &writer->warnings);
  int error = av()->av_write_trailer(writer->format);
  status = output_flush(&writer->output, message);
  if (status == CFFMPEG_OK && error < 0) return failed(message, error, "the file's end");
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
