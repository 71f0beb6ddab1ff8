#include "Copying.h"

#include "Container.h"

#include <stdlib.h>

/// How long before the part that is taken reading begins: subtitles that begin earlier are not looked for.
enum { SUBTITLE_SECONDS = 10 };

cffmpeg_status copying_open(Copying *copying, const cffmpeg_copy *copy, cffmpeg_message *message) {
  *copying = (Copying){
      .input = {.descriptor = -1}, .from = copy->from, .to = copy->to, .from_base = {1, copy->from_timescale},
      .to_base = {1, copy->to_timescale}, .shift_base = {1, 1}};
  cffmpeg_status status = input_open(&copying->input, copy->path, message);
  if (status == CFFMPEG_OK) status = input_open_format(&copying->input, &copying->format, message);
  if (status != CFFMPEG_OK) return status;
  unsigned count = copying->format->nb_streams;
  copying->packet = av()->av_packet_alloc();
  copying->streams = calloc(count > 0 ? count : 1, sizeof *copying->streams);
  copying->last_times = calloc(count > 0 ? count : 1, sizeof *copying->last_times);
  if (copying->packet == NULL || copying->streams == NULL || copying->last_times == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  for (unsigned i = 0; i < count; i++) copying->last_times[i] = INT64_MIN;
  int index = av()->av_find_best_stream(copying->format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  if (index >= 0 && !(copying->format->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC)) {
    copying->video = copying->format->streams[index];
  }
  if (copy->from_timescale > 0) {
    // Where the format cannot be sought in, what comes before is read and left out.
    int64_t start = av()->av_rescale_q(copy->from, copying->from_base, (AVRational){1, AV_TIME_BASE});
    if (start > SUBTITLE_SECONDS * (int64_t)AV_TIME_BASE) {
      av()->av_seek_frame(copying->format, -1, start - SUBTITLE_SECONDS * (int64_t)AV_TIME_BASE, AVSEEK_FLAG_BACKWARD);
    }
  }
  return CFFMPEG_OK;
}

/// Reads until there is a packet of a stream that is taken over; false at the end.
static bool read_packet(Copying *copying) {
  while (!copying->has_packet && !copying->is_finished) {
    int error = av()->av_read_frame(copying->format, copying->packet);
    if (error == AVERROR(EAGAIN)) continue;
    if (error < 0) {
      copying->is_finished = true;
    } else if (
        (unsigned)copying->packet->stream_index >= copying->format->nb_streams
        || copying->streams[copying->packet->stream_index] == NULL) {
      av()->av_packet_unref(copying->packet);
    } else {
      copying->has_packet = true;
    }
  }
  return copying->has_packet;
}

/// Whether the packet lies in the part that is taken. A subtitle that reaches over an edge is cut there. Sound that
/// reaches over the beginning is kept where the container can leave out what is too much of it.
static bool is_in_part(const Copying *copying, AVPacket *packet, const AVStream *source, const AVFormatContext *output) {
  if (packet->pts == AV_NOPTS_VALUE || (source->disposition & AV_DISPOSITION_ATTACHED_PIC)) return true;
  bool is_subtitle = source->codecpar->codec_type == AVMEDIA_TYPE_SUBTITLE;
  int64_t duration = packet->duration > 0 ? packet->duration : 0;
  if (copying->from_base.den > 0) {
    int64_t from = av()->av_rescale_q(copying->from, copying->from_base, source->time_base);
    if (packet->pts + duration <= from && packet->pts < from) return false;
    if (packet->pts < from && is_subtitle) {
      packet->duration -= from - packet->pts;
      packet->pts = packet->dts = from;
    } else if (packet->pts < from && !container_is_mov(output->oformat)) {
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

/// What is added to times of a stream, in its unit.
static int64_t offset(const Copying *copying, AVRational base) {
  int64_t result = av()->av_rescale_q(copying->shift, copying->shift_base, base);
  if (copying->from_base.den > 0) result -= av()->av_rescale_q(copying->from, copying->from_base, base);
  return result;
}

/// Decoding times must grow, which those of damaged files and coarse units do not always.
static void order(Copying *copying, int index, AVPacket *packet, bool may_repeat) {
  int64_t *last = &copying->last_times[index];
  if (packet->dts == AV_NOPTS_VALUE) return;
  if (*last != INT64_MIN && packet->dts < *last + (may_repeat ? 0 : 1)) {
    packet->dts = *last + (may_repeat ? 0 : 1);
    if (packet->pts != AV_NOPTS_VALUE && packet->pts < packet->dts) packet->pts = packet->dts;
  }
  *last = packet->dts;
}

int64_t copying_time(const Copying *copying, AVRational base) {
  const AVPacket *packet = copying->packet;
  AVRational own = copying->format->streams[packet->stream_index]->time_base;
  int64_t time = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
  return av()->av_rescale_q(time + offset(copying, own), own, base);
}

cffmpeg_status copying_advance(
    Copying *copying, AVFormatContext *output, int64_t time, AVRational time_base, cffmpeg_message *message) {
  if (copying->format == NULL) return CFFMPEG_OK;
  while (read_packet(copying)) {
    AVPacket *packet = copying->packet;
    int index = packet->stream_index;
    const AVStream *source = copying->format->streams[index];
    AVStream *stream = copying->streams[index];
    int64_t start = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
    if (time != INT64_MAX && start != AV_NOPTS_VALUE
        && av()->av_compare_ts(start + offset(copying, source->time_base), source->time_base, time, time_base) > 0) {
      return CFFMPEG_OK;
    }
    copying->has_packet = false;
    if (!is_in_part(copying, packet, source, output)) {
      av()->av_packet_unref(packet);
      continue;
    }
    if (!(source->disposition & AV_DISPOSITION_ATTACHED_PIC)) {
      int64_t change = offset(copying, source->time_base);
      if (packet->pts != AV_NOPTS_VALUE) packet->pts += change;
      if (packet->dts != AV_NOPTS_VALUE) packet->dts += change;
    }
    av()->av_packet_rescale_ts(packet, source->time_base, stream->time_base);
    order(copying, index, packet, (output->oformat->flags & AVFMT_TS_NONSTRICT) != 0);
    packet->stream_index = stream->index;
    packet->pos = -1;
    int error = av()->av_interleaved_write_frame(output, packet);
    av()->av_packet_unref(packet);
    if (error < 0) {
      cffmpeg_message words;
      return cffmpeg_fail(
          message, CFFMPEG_UNWRITABLE, "what is copied (%s): %s",
          av()->avcodec_get_name(source->codecpar->codec_id), cffmpeg_words(error, &words));
    }
  }
  return CFFMPEG_OK;
}

void copying_close(Copying *copying) {
  if (copying->packet != NULL) av()->av_packet_free(&copying->packet);
  if (copying->format != NULL) av()->avformat_close_input(&copying->format);
  input_close(&copying->input);
  free(copying->streams);
  free(copying->last_times);
  *copying = (Copying){.input = {.descriptor = -1}};
}
