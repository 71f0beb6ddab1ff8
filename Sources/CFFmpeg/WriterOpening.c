#include "Writer.h"

#include "Container.h"
#include "Tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Adds the stream of encoded pictures.
static cffmpeg_status add_pictures(cffmpeg_writer *writer, const cffmpeg_movie *movie, cffmpeg_message *message) {
  const AVCodecContext *encoder = writer->encoder.context;
  AVStream *stream = writer->stream = av()->avformat_new_stream(writer->format, NULL);
  if (stream == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  int error = av()->avcodec_parameters_from_context(stream->codecpar, encoder);
  if (error < 0) return writer_fail(message, error, encoder->codec->name);
  // Apple's players accept only this tag. The parameter sets are in the header.
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

/// The start time of a broadcast that becomes another kind of file, where its arbitrary clock would appear as hours
/// without a picture. 0 for other sources, and for parts of movies, which begin at 0.
static int64_t broadcast_start(const cffmpeg_writer *writer, AVRational base) {
  const Copying *copying = &writer->copying;
  if (copying->format == NULL || copying->from_base.den > 0 || copying->format->start_time == AV_NOPTS_VALUE) return 0;
  bool was_broadcast = (copying->format->iformat->flags & AVFMT_TS_DISCONT) != 0;
  if (!was_broadcast || (writer->format->oformat->flags & AVFMT_TS_DISCONT) != 0) return 0;
  return av()->av_rescale_q(copying->format->start_time, (AVRational){1, AV_TIME_BASE}, base);
}

/// Shifts all streams alike if the first picture's time is negative: QuickTime's edit lists could only cut that part
/// off, and FFmpeg reads no negative times from Matroska. Broadcasts are shifted to begin at 0.
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
  if (error < 0) return writer_fail(message, error, "the file's format");
  writer->packet = av()->av_packet_alloc();
  writer->held = av()->av_packet_alloc();
  if (writer->packet == NULL || writer->held == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  writer->format->io_open = input_refuse_to_open;
  // FLAC in MP4 is standardised, but this FFmpeg still marks it as experimental.
  writer->format->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  // Times stay as they are. Sound that begins before 0, as encoders make it, stays in sync.
  if (container_is_mov(kind) || container_is_matroska(kind)) {
    writer->format->avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED;
  }
  return CFFMPEG_OK;
}

/// Sets fragments of half the time that may be lost; the encoder holds back the other half.
static void set_fragments(cffmpeg_writer *writer, int milliseconds, AVDictionary **options) {
  char text[24];
  if (container_is_mov(writer->format->oformat)) {
    // The header is written with the first fragment, when the start of the sound is known.
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

/// Reports that the file's beginning could not be written. Where pictures are copied, FFmpeg's writer of the kind
/// refuses them.
static cffmpeg_status fail_head(cffmpeg_writer *writer, int error, cffmpeg_message *message) {
  if (writer->output.error != 0) return output_flush(&writer->output, message);
  if (!writer->copying.copies_video || error == AVERROR(ENOMEM)) return writer_fail(message, error, "the file's head");
  cffmpeg_message words;
  return cffmpeg_fail(
      message, CFFMPEG_UNSUPPORTED, "its video is %s, which FFmpeg does not write to a file of the kind %s as it is: %s",
      av()->avcodec_get_name(writer->copying.video->codecpar->codec_id), container_name(writer->format->oformat),
      cffmpeg_error_text(error, &words));
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
    // A start after 0 is stored in the movie's unit; with the pictures' own unit it is exact.
    int64_t scale = writer->stream->time_base.den;
    char text[24];
    snprintf(text, sizeof text, "%d", (int)(scale >= 1000 ? scale : scale * ((999 + scale) / scale)));
    av()->av_dict_set(&options, "movie_timescale", text, 0);
  }
  int error = av()->avformat_write_header(writer->format, &options);
  av()->av_dict_free(&options);
  return error < 0 ? fail_head(writer, error, message) : CFFMPEG_OK;
}

/// Copies the properties of the mastering display and the light levels from the source (SMPTE ST 2086, CTA-861.3).
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

/// Warns that chroma is reduced: of H.264 and HEVC, players decode only 4:2:0.
static void warn_of_lost_chroma(cffmpeg_writer *writer, const cffmpeg_movie *movie) {
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

/// Warns that pictures lose what their source's codec does not lose, unless a codec or a quality was chosen. That raw
/// pictures do is no surprise, and a GIF is lossless only in the colours of its palette.
static void warn_of_lost_precision(cffmpeg_writer *writer, const cffmpeg_movie *movie) {
  bool is_chosen = movie->codec != CFFMPEG_MOVIE_DEFAULT || movie->rate_factor >= 0 || movie->average_bit_rate > 0;
  const AVStream *source = writer->copying.video;
  if (source == NULL || is_chosen || movie->is_lossless || movie->content == CFFMPEG_CONTENT_GRAY) return;
  const AVCodecDescriptor *from = av()->avcodec_descriptor_get(source->codecpar->codec_id);
  const AVCodecDescriptor *to = av()->avcodec_descriptor_get(writer->encoder.context->codec_id);
  if (from == NULL || to == NULL || (to->props & AV_CODEC_PROP_LOSSY) == 0) return;
  if (from->id == AV_CODEC_ID_GIF || from->id == AV_CODEC_ID_RAWVIDEO) return;
  if ((from->props & AV_CODEC_PROP_LOSSLESS) == 0 || (from->props & AV_CODEC_PROP_LOSSY) != 0) return;
  warnings_add(
      &writer->warnings,
      "its pictures are coded without losses (%s), and are coded with losses now (%s); a rate factor of 0 and FFV1 (.mkv) "
      "lose nothing",
      from->name, to->name);
}

/// Warns that chroma is not reduced because of an odd side: of H.264 and HEVC, many players decode only 4:2:0.
static void warn_of_whole_chroma(cffmpeg_writer *writer) {
  const AVCodecContext *encoder = writer->encoder.context;
  bool is_even = encoder->width % 2 == 0 && encoder->height % 2 == 0;
  if (is_even || (encoder->codec_id != AV_CODEC_ID_H264 && encoder->codec_id != AV_CODEC_ID_HEVC)) return;
  warnings_add(
      &writer->warnings, "%dx%d pixels are coded as %s in 4:4:4, which many players cannot play; even sides have 4:2:0",
      encoder->width, encoder->height, encoder->codec_id == AV_CODEC_ID_H264 ? "H.264" : "HEVC");
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
  warn_of_lost_chroma(writer, movie);
  warn_of_lost_precision(writer, movie);
  warn_of_whole_chroma(writer);
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
        av()->avcodec_get_name(video->codecpar->codec_id), container_name(kind),
        container_alternatives(video->codecpar->codec_id));
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
  // Earlier than all packets: the first call finds where they begin.
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
