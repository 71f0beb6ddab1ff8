// The times of copied packets in the output.

#include "Container.h"
#include "Copying.h"

/// The time that is added to a stream's times, in its unit, if nothing is retimed.
static int64_t offset(const Copying *copying, AVRational base) {
  int64_t result = av()->av_rescale_q(copying->shift, copying->shift_base, base);
  if (copying->from_base.den > 0) result -= av()->av_rescale_q(copying->from, copying->from_base, base);
  return result;
}

int64_t copying_output_time(const Copying *copying, int64_t time, AVRational base, AVRational result) {
  if (copying->map.count == 0) return av()->av_rescale_q(time + offset(copying, base), base, result);
  int64_t shift = av()->av_rescale_q(copying->shift, copying->shift_base, result);
  return time_map_time(&copying->map, time, base, result) + shift;
}

/// The decoding time of a picture in a file that stores only durations, as QuickTime does. The lead over presentation
/// is that of the slowest part, so that the last picture ends when it is no longer shown.
static int64_t decoding_time(
    const Copying *copying, CopiedStream *copied, const AVPacket *packet, AVRational base, AVRational result) {
  if (copied->lead == INT64_MIN) {
    bool is_known = packet->pts != AV_NOPTS_VALUE && packet->pts > packet->dts;
    copied->lead = is_known ? packet->pts - packet->dts : 0;
  }
  AVRational slowest = {1, 1};
  for (int i = 0; i < copying->map.count; i++) {
    AVRational rate = {copying->map.scalings[i].rate.numerator, copying->map.scalings[i].rate.denominator};
    if (rate.num > 0 && av_cmp_q(rate, slowest) < 0) slowest = rate;
  }
  int64_t shown;
  if (__builtin_add_overflow(packet->dts, copied->lead, &shown)) return copying_output_time(copying, packet->dts, base, result);
  __extension__ __int128 lead = (__int128)av()->av_rescale_q(copied->lead, base, result) * slowest.den / slowest.num;
  return copying_output_time(copying, shown, base, result) - (int64_t)lead;
}

/// Converts a packet's times from unit `base` to `result`.
///
/// - Parameter copied: the packet's stream if the output stores only durations of pictures; else NULL.
static void move(
    const Copying *copying, CopiedStream *copied, AVPacket *packet, AVRational base, AVRational result) {
  if (packet->dts != AV_NOPTS_VALUE) {
    packet->dts = copying->map.count > 0 && copied != NULL ? decoding_time(copying, copied, packet, base, result)
                                                           : copying_output_time(copying, packet->dts, base, result);
  }
  if (copying->map.count > 0 && packet->pts != AV_NOPTS_VALUE) {
    int64_t end = copying_output_time(copying, packet->pts + packet->duration, base, result);
    packet->duration = end - copying_output_time(copying, packet->pts, base, result);
  } else {
    packet->duration = av()->av_rescale_q(packet->duration, base, result);
  }
  if (packet->pts != AV_NOPTS_VALUE) packet->pts = copying_output_time(copying, packet->pts, base, result);
}

/// What is added to the times of Opus in Matroska, and subtracted by readers: FFmpeg 5 writes this delay to the header,
/// but does not add it.
static int64_t delay(const AVStream *stream, const AVFormatContext *output) {
  const AVCodecParameters *parameters = stream->codecpar;
  if (parameters->codec_id != AV_CODEC_ID_OPUS || !container_is_matroska(output->oformat)) return 0;
  return av()->av_rescale_q(parameters->initial_padding, (AVRational){1, 48000}, stream->time_base);
}

/// The duration of a picture at the stream's frame rate, in the stream's unit; 1 if that is less or unknown.
static int64_t usual_interval(const AVStream *source) {
  AVRational rate = source->avg_frame_rate.num > 0 ? source->avg_frame_rate : source->r_frame_rate;
  if (rate.num <= 0 || rate.den <= 0) return 1;
  int64_t interval = av()->av_rescale_q(1, (AVRational){rate.den, rate.num}, source->time_base);
  return interval > 0 ? interval : 1;
}

/// The decoding time of a picture that has none, as the first ones in Matroska, in the stream's unit. Muxers would
/// guess it from the presentation time, whose distance to decoding times is another one after retiming.
static int64_t guessed_decoding_time(const CopiedStream *copied, const AVPacket *packet, const AVStream *source) {
  int64_t interval = usual_interval(source), time;
  bool overflows = copied->source_time == INT64_MIN
                       ? __builtin_sub_overflow(packet->pts, source->codecpar->video_delay * interval, &time)
                       : __builtin_add_overflow(copied->source_time, interval, &time);
  return overflows ? AV_NOPTS_VALUE : time;
}

/// Makes decoding times increase, which those of damaged files and coarse units may not.
static void order(CopiedStream *stream, AVPacket *packet, bool may_repeat) {
  int64_t *last = &stream->last_time;
  if (packet->dts == AV_NOPTS_VALUE) return;
  if (*last != INT64_MIN && packet->dts < *last + (may_repeat ? 0 : 1)) {
    packet->dts = *last + (may_repeat ? 0 : 1);
    if (packet->pts != AV_NOPTS_VALUE && packet->pts < packet->dts) packet->pts = packet->dts;
  }
  *last = packet->dts;
}

void copying_convert_times(Copying *copying, const AVStream *source, const AVFormatContext *output) {
  AVPacket *packet = copying->packet;
  CopiedStream *copied = &copying->streams[source->index];
  const AVStream *stream = copied->output;
  if (source->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    av()->av_packet_rescale_ts(packet, source->time_base, stream->time_base);
  } else {
    // FFmpeg gives no duration if the frame rate is as fine as the time unit. Without one the last picture would lie
    // behind the end that the file states, and the first pictures of a reordered group would have the same decoding
    // time.
    bool is_picture = source->codecpar->codec_type == AVMEDIA_TYPE_VIDEO;
    if (packet->duration <= 0 && is_picture && container_is_mov(output->oformat)) packet->duration = usual_interval(source);
    bool has_durations = is_picture && container_is_mov(output->oformat);
    if (has_durations && copying->map.count > 0 && packet->dts == AV_NOPTS_VALUE && packet->pts != AV_NOPTS_VALUE) {
      packet->dts = guessed_decoding_time(copied, packet, source);
    }
    if (packet->dts != AV_NOPTS_VALUE) copied->source_time = packet->dts;
    move(copying, has_durations ? copied : NULL, packet, source->time_base, stream->time_base);
  }
  // QuickTime derives the duration of all packets but the last from the time of the next.
  if (copying->end_base.num > 0 && source == copying->video && packet->pts != AV_NOPTS_VALUE
      && container_is_mov(output->oformat)) {
    int64_t end = av()->av_rescale_q(copying->end, copying->end_base, stream->time_base), duration;
    if (!__builtin_sub_overflow(end, packet->pts, &duration) && duration > 0) packet->duration = duration;
  }
  if (packet->pts != AV_NOPTS_VALUE) packet->pts += delay(stream, output);
  if (packet->dts != AV_NOPTS_VALUE) packet->dts += delay(stream, output);
  order(copied, packet, (output->oformat->flags & AVFMT_TS_NONSTRICT) != 0);
}

int64_t copying_time(const Copying *copying, AVRational base) {
  const AVPacket *packet = copying->packet;
  AVRational own = copying->format->streams[packet->stream_index]->time_base;
  int64_t time = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
  return copying_output_time(copying, time, own, base);
}
