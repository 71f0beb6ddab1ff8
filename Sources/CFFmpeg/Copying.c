#include "Copying.h"

#include "Container.h"
#include "Truncation.h"
#include "UserData.h"

#include <stdlib.h>

/// Reading begins this long before the copied part. Subtitles that begin earlier are not found.
enum { SUBTITLE_SECONDS = 10 };

/// The most damaged packets in a row that are skipped; after more, copying fails.
enum { LOST_PACKETS_LIMIT = 16 };

cffmpeg_status copying_open(Copying *copying, const cffmpeg_copy *copy, cffmpeg_message *message) {
  *copying = (Copying){
      .input = {.descriptor = -1}, .from = copy->from, .to = copy->to, .from_base = {1, copy->from_timescale},
      .to_base = {1, copy->to_timescale}, .shift_base = {1, 1}};
  copying->pitch = copy->pitch;
  copying->policy = copy->policy;
  if (!time_map_open(&copying->map, copy->scalings, copy->scaling_count)) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  cffmpeg_status status = input_open(&copying->input, copy->path, message);
  if (status == CFFMPEG_OK) status = input_open_format(&copying->input, &copying->format, message);
  if (status != CFFMPEG_OK) return status;
  unsigned count = copying->format->nb_streams;
  copying->packet = av()->av_packet_alloc();
  copying->streams = calloc(count > 0 ? count : 1, sizeof *copying->streams);
  if (copying->packet == NULL || copying->streams == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  copying->stream_count = count;
  for (unsigned i = 0; i < count; i++) {
    copying->streams[i].last_time = copying->streams[i].source_time = copying->streams[i].lead = INT64_MIN;
  }
  int index = av()->av_find_best_stream(copying->format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  if (index >= 0 && !(copying->format->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC)) {
    copying->video = copying->format->streams[index];
  }
  if (copy->from_timescale > 0) {
    // If the format does not support seeking, the packets before it are read and dropped.
    int64_t start = av()->av_rescale_q(copy->from, copying->from_base, (AVRational){1, AV_TIME_BASE});
    if (start > SUBTITLE_SECONDS * (int64_t)AV_TIME_BASE) {
      av()->av_seek_frame(copying->format, -1, start - SUBTITLE_SECONDS * (int64_t)AV_TIME_BASE, AVSEEK_FLAG_BACKWARD);
    }
  }
  return CFFMPEG_OK;
}

/// Whether the end of reading is not the movie's end; the rules are those of the reader of pictures.
static bool ends_too_soon(const Copying *copying, int error) {
  if (error != AVERROR_EOF || copying->input.was_overrun || input_is_truncated(&copying->input)) return true;
  return copying->copies_video
         && copying->picture_count < av()->avformat_index_get_entries_count(copying->video);
}

/// Reads until a packet of a copied stream is pending; false at the end.
static bool read_packet(Copying *copying) {
  while (!copying->has_packet && !copying->is_finished) {
    AVPacket *packet = copying->packet;
    int error = av()->av_read_frame(copying->format, packet);
    if (error == AVERROR(EAGAIN)) continue;
    bool has_gaps = (copying->format->iformat->flags & AVFMT_TS_DISCONT) != 0;
    if (error >= 0 && (packet->flags & AV_PKT_FLAG_CORRUPT) && !has_gaps) {
      av()->av_packet_unref(packet);
      error = AVERROR_INVALIDDATA;
    }
    if (error < 0) {
      copying->is_finished = true;
      copying->is_damaged = ends_too_soon(copying, error);
    } else if (
        (unsigned)packet->stream_index >= copying->stream_count
        || copying->streams[packet->stream_index].output == NULL) {
      av()->av_packet_unref(packet);
    } else {
      if (copying->video != NULL && packet->stream_index == copying->video->index) copying->picture_count += 1;
      copying->has_packet = true;
    }
  }
  return copying->has_packet;
}

/// Whether the packet lies in the copied part. A subtitle across an edge of the part is cut there. Sound before the
/// part is kept as far as decoders need it, if the container can mark it as not to be played.
static bool is_in_part(const Copying *copying, AVPacket *packet, const AVStream *source, const AVFormatContext *output) {
  if (packet->pts == AV_NOPTS_VALUE || (source->disposition & AV_DISPOSITION_ATTACHED_PIC)) return true;
  enum AVMediaType kind = source->codecpar->codec_type;
  bool is_subtitle = kind == AVMEDIA_TYPE_SUBTITLE;
  int64_t preroll = av()->av_rescale_q(COPYING_PREROLL, (AVRational){1, 1000}, source->time_base);
  // Packets before the beginning of an edit list.
  if (kind == AVMEDIA_TYPE_AUDIO && container_is_matroska(output->oformat) && packet->pts < -preroll) return false;
  if (copying->from_base.den > 0) {
    int64_t from = av()->av_rescale_q(copying->from, copying->from_base, source->time_base);
    bool is_heard_later = kind == AVMEDIA_TYPE_AUDIO && container_is_mov(output->oformat) && packet->pts >= from - preroll;
    if (packet->pts < from && is_subtitle && packet->pts + packet->duration > from) {
      packet->duration -= from - packet->pts;
      packet->pts = packet->dts = from;
    } else if (packet->pts < from && !is_heard_later) {
      return false;
    }
  }
  if (copying->to_base.den > 0) {
    int64_t to = av()->av_rescale_q(copying->to, copying->to_base, source->time_base);
    if (packet->pts >= to) return false;
    if (is_subtitle && packet->pts + packet->duration > to) packet->duration = to - packet->pts;
  }
  return true;
}

/// Whether the packet is so far after the copied part that no later packet belongs to it.
static bool is_behind_part(const Copying *copying, const AVPacket *packet, const AVStream *source) {
  if (copying->to_base.den <= 0 || packet->dts == AV_NOPTS_VALUE) return false;
  int64_t slack = (int64_t)SUBTITLE_SECONDS * copying->to_base.den;
  return av()->av_compare_ts(packet->dts, source->time_base, copying->to + slack, copying->to_base) > 0;
}

/// Whether the packet holds a picture that players decode but do not show. QuickTime's edit lists can begin after such
/// pictures; FFmpeg writes no others.
static bool is_hidden_picture(
    const AVPacket *packet, const CopiedStream *copied, const AVFormatContext *output) {
  bool is_picture = copied->output->codecpar->codec_type == AVMEDIA_TYPE_VIDEO;
  return is_picture && (packet->flags & AV_PKT_FLAG_DISCARD) != 0
         && (copied->has_begun || !container_is_mov(output->oformat));
}

/// Handles the result of writing a packet: a packet that violates its codec's rules, so that the muxer cannot convert
/// it, is skipped.
static cffmpeg_status take_result(
    Copying *copying, const AVStream *source, int error, cffmpeg_message *message) {
  CopiedStream *copied = &copying->streams[source->index];
  if (error >= 0) {
    copied->lost_run = 0;
    return CFFMPEG_OK;
  }
  cffmpeg_message words;
  char name[128];
  copying_name_stream(copying, source, name, sizeof name);
  cffmpeg_error_text(error, &words);
  if (error != AVERROR_INVALIDDATA) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "%s that is copied: %s", name, words.text);
  }
  copied->lost_count += 1;
  if (++copied->lost_run <= LOST_PACKETS_LIMIT) return CFFMPEG_OK;
  return cffmpeg_fail(
      message, CFFMPEG_MALFORMED, "its %s is damaged (%s), more than %d packets one after the other", name, words.text,
      LOST_PACKETS_LIMIT);
}

void copying_report_losses(const Copying *copying, Warnings *warnings) {
  for (unsigned i = 0; i < copying->stream_count; i++) {
    long long count = copying->streams[i].lost_count;
    if (count == 0) continue;
    char name[128];
    copying_name_stream(copying, copying->format->streams[i], name, sizeof name);
    warnings_add(
        warnings, "%s: %lld damaged packet%s left out", name, count, count == 1 ? " is" : "s are");
  }
}

/// Fails if the pending packet cannot be copied.
static cffmpeg_status check_packet(
    const Copying *copying, const AVStream *source, const AVFormatContext *output, cffmpeg_message *message) {
  const AVPacket *packet = copying->packet;
  if (is_hidden_picture(packet, &copying->streams[source->index], output)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its edit list hides pictures, which a copy of the kind %s would show",
        container_name(output->oformat));
  }
  // AVI has only decoding times, even for codecs that reorder pictures.
  if (packet->pts == AV_NOPTS_VALUE && source == copying->video && container_is_matroska(output->oformat)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "it does not say when each of its pictures is shown, as a file of the kind %s does",
        container_name(output->oformat));
  }
  return CFFMPEG_OK;
}

/// Writes the pending packet at its time in the output.
static cffmpeg_status write_packet(
    Copying *copying, const AVStream *source, AVFormatContext *output, cffmpeg_message *message) {
  AVPacket *packet = copying->packet;
  CopiedStream *copied = &copying->streams[source->index];
  AVStream *stream = copied->output;
  if (!(packet->flags & AV_PKT_FLAG_DISCARD)) copied->has_begun = true;
  if (copying->policy != CFFMPEG_METADATA_KEEP && user_data_remove(packet, source->codecpar) < 0) {
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  }
  copying_convert_times(copying, source, output);
  packet->stream_index = stream->index;
  packet->pos = -1;
  return take_result(copying, source, av()->av_interleaved_write_frame(output, packet), message);
}

/// Writes the rest of the sounds that are encoded again.
static cffmpeg_status finish_sounds(Copying *copying, AVFormatContext *output, cffmpeg_message *message) {
  for (unsigned i = 0; i < copying->stream_count; i++) {
    if (copying->streams[i].sound == NULL) continue;
    cffmpeg_status status = sound_retiming_send(
        copying->streams[i].sound, NULL, copying->shift, copying->shift_base, output, message);
    if (status != CFFMPEG_OK) return status;
  }
  return CFFMPEG_OK;
}

cffmpeg_status copying_advance(
    Copying *copying, AVFormatContext *output, int64_t time, AVRational time_base, cffmpeg_message *message) {
  if (copying->format == NULL) return CFFMPEG_OK;
  bool ends = false;
  while (!ends && read_packet(copying)) {
    AVPacket *packet = copying->packet;
    const AVStream *source = copying->format->streams[packet->stream_index];
    const CopiedStream *copied = &copying->streams[packet->stream_index];
    const AVStream *stream = copied->output;
    int64_t start = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
    if (time != INT64_MAX && start != AV_NOPTS_VALUE
        && av()->av_compare_ts(
               copying_output_time(copying, start, source->time_base, stream->time_base), stream->time_base, time, time_base) > 0) {
      return CFFMPEG_OK;
    }
    copying->has_packet = false;
    cffmpeg_status status;
    if (copied->sound != NULL) {
      status = sound_retiming_send(copied->sound, packet, copying->shift, copying->shift_base, output, message);
    } else {
      status = check_packet(copying, source, output, message);
      ends = status == CFFMPEG_OK && is_behind_part(copying, packet, source);
      bool is_unheard = (packet->flags & AV_PKT_FLAG_DISCARD) != 0 && copied->has_begun;
      if (status == CFFMPEG_OK && !ends && !is_unheard && is_in_part(copying, packet, source, output)) {
        status = write_packet(copying, source, output, message);
      }
    }
    av()->av_packet_unref(packet);
    if (status != CFFMPEG_OK) return status;
  }
  if (ends) copying->is_finished = true;
  if (copying->is_finished) {
    cffmpeg_status status = finish_sounds(copying, output, message);
    if (status != CFFMPEG_OK) return status;
  }
  // For pictures that are encoded again, the reader of pictures reports the damage.
  bool is_error = copying->is_damaged && copying->copies_video;
  return is_error ? cffmpeg_fail(message, CFFMPEG_MALFORMED, "it ends too soon") : CFFMPEG_OK;
}

void copying_close(Copying *copying) {
  for (unsigned i = 0; i < copying->stream_count; i++) {
    sound_retiming_close(copying->streams[i].sound);
  }
  time_map_close(&copying->map);
  if (copying->packet != NULL) av()->av_packet_free(&copying->packet);
  if (copying->format != NULL) av()->avformat_close_input(&copying->format);
  input_close(&copying->input);
  free(copying->streams);
  *copying = (Copying){.input = {.descriptor = -1}};
}
