#include "SoundRetiming.h"

#include <stdlib.h>

struct SoundRetiming {
  const TimeMap *map;
  cffmpeg_pitch pitch;
  AVRational source_base;
  AVCodecContext *decoder;
  SwrContext *converter;
  int source_rate, source_format, source_channels;
  AVFrame *frame, *converted;
  SoundEncoder encoder;
  /// The unit of the next three: a sample.
  AVRational unit;
  /// The source's time of the next sample, and the output's time at which it is written.
  int64_t position, written;
  bool has_begun, is_finished;
  /// The scaled part in which `position` lies; NULL outside.
  const cffmpeg_scaling *scaling;
  TimeStretch stretch;
  PacketSink sink;
};

static cffmpeg_status failed(cffmpeg_message *message, int error) {
  cffmpeg_message words;
  return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "its sound: %s", cffmpeg_error_text(error, &words));
}

static int store(void *output, AVPacket *packet) { return av()->av_interleaved_write_frame(output, packet); }

static cffmpeg_status open_decoder(SoundRetiming *retiming, const AVStream *source, cffmpeg_message *message) {
  const AVCodec *codec = av()->avcodec_find_decoder(source->codecpar->codec_id);
  if (codec == NULL) return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "FFmpeg does not know it");
  retiming->decoder = av()->avcodec_alloc_context3(codec);
  retiming->frame = av()->av_frame_alloc();
  retiming->converted = av()->av_frame_alloc();
  if (retiming->decoder == NULL || retiming->frame == NULL || retiming->converted == NULL) {
    return failed(message, AVERROR(ENOMEM));
  }
  int error = av()->avcodec_parameters_to_context(retiming->decoder, source->codecpar);
  retiming->decoder->pkt_timebase = source->time_base;
  if (error >= 0) error = av()->avcodec_open2(retiming->decoder, codec, NULL);
  return error < 0 ? failed(message, error) : CFFMPEG_OK;
}

static cffmpeg_status open_parts(
    SoundRetiming *retiming, const AVStream *source, AVFormatContext *output, cffmpeg_message *message) {
  cffmpeg_status status = open_decoder(retiming, source, message);
  if (status != CFFMPEG_OK) return status;
  const AVCodecParameters *parameters = source->codecpar;
  int channels = parameters->ch_layout.nb_channels;
  if (parameters->sample_rate <= 0 || channels < 1 || channels > CFFMPEG_SOUND_CHANNEL_LIMIT) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its sound has %d channels of %d samples a second; 1 to %d channels are read",
        channels, parameters->sample_rate, CFFMPEG_SOUND_CHANNEL_LIMIT);
  }
  AVChannelLayout layout = {0};
  if (parameters->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    av()->av_channel_layout_default(&layout, channels);
  } else if (av()->av_channel_layout_copy(&layout, &parameters->ch_layout) < 0) {
    return failed(message, AVERROR(ENOMEM));
  }
  status = sound_encoder_open(&retiming->encoder, output, parameters->sample_rate, &layout, message);
  av()->av_channel_layout_uninit(&layout);
  if (status == CFFMPEG_OK) retiming->unit = (AVRational){1, retiming->encoder.context->sample_rate};
  return status;
}

cffmpeg_status sound_retiming_open(
    SoundRetiming **result, const AVStream *source, AVFormatContext *output, const TimeMap *map, cffmpeg_pitch pitch,
    cffmpeg_message *message) {
  *result = NULL;
  SoundRetiming *retiming = calloc(1, sizeof *retiming);
  if (retiming == NULL) return failed(message, AVERROR(ENOMEM));
  retiming->map = map;
  retiming->pitch = pitch;
  retiming->source_base = source->time_base;
  retiming->sink = (PacketSink){store, output};
  cffmpeg_status status = open_parts(retiming, source, output, message);
  if (status == CFFMPEG_OK) *result = retiming;
  else sound_retiming_close(retiming);
  return status;
}

AVStream *sound_retiming_stream(const SoundRetiming *retiming) { return retiming->encoder.stream; }

void sound_retiming_close(SoundRetiming *retiming) {
  if (retiming == NULL) return;
  time_stretch_close(&retiming->stretch);
  sound_encoder_close(&retiming->encoder);
  if (retiming->converter != NULL) av()->swr_free(&retiming->converter);
  if (retiming->converted != NULL) av()->av_frame_free(&retiming->converted);
  if (retiming->frame != NULL) av()->av_frame_free(&retiming->frame);
  if (retiming->decoder != NULL) av()->avcodec_free_context(&retiming->decoder);
  free(retiming);
}

/// A time of the source, in samples.
static int64_t sample_at(const SoundRetiming *retiming, cffmpeg_time time) {
  return av()->av_rescale_q(time.numerator, (AVRational){1, (int)time.denominator}, retiming->unit);
}

/// The scaled part at a sample, or NULL, and the next sample where that changes.
static const cffmpeg_scaling *scaling_at(const SoundRetiming *retiming, int64_t position, int64_t *end) {
  *end = INT64_MAX;
  for (int i = 0; i < retiming->map->count; i++) {
    const cffmpeg_scaling *scaling = &retiming->map->scalings[i];
    int64_t from = sample_at(retiming, scaling->from);
    if (position < from) {
      *end = from;
      return NULL;
    }
    int64_t to = scaling->has_end ? sample_at(retiming, scaling->to) : INT64_MAX;
    if (position < to) {
      *end = to;
      return scaling;
    }
  }
  return NULL;
}

static cffmpeg_status take(void *context, float *const *planes, int64_t count, cffmpeg_message *message) {
  SoundRetiming *retiming = context;
  retiming->written += count;
  return sound_encoder_write(&retiming->encoder, planes, 0, count, retiming->sink, message);
}

/// Ends the current scaled part, if there is one, with as many samples as the movie has time for.
static cffmpeg_status end_scaling(SoundRetiming *retiming, cffmpeg_message *message) {
  if (retiming->scaling == NULL) return CFFMPEG_OK;
  int64_t target = time_map_time(retiming->map, retiming->position, retiming->unit, retiming->unit);
  SampleSink sink = {take, retiming};
  cffmpeg_status status = time_stretch_finish(&retiming->stretch, target - retiming->written, sink, message);
  time_stretch_close(&retiming->stretch);
  retiming->scaling = NULL;
  return status;
}

/// Adds the next samples of the source, or silence if `planes` is NULL.
static cffmpeg_status put(SoundRetiming *retiming, float *const *planes, int64_t offset, int64_t count, cffmpeg_message *message) {
  while (count > 0) {
    int64_t end;
    const cffmpeg_scaling *scaling = scaling_at(retiming, retiming->position, &end);
    int64_t taken = count < end - retiming->position ? count : end - retiming->position;
    cffmpeg_status status = CFFMPEG_OK;
    if (scaling != retiming->scaling) {
      status = end_scaling(retiming, message);
      if (status == CFFMPEG_OK && scaling != NULL) {
        status = time_stretch_open(
            &retiming->stretch, retiming->pitch, retiming->unit.den, retiming->encoder.context->ch_layout.nb_channels,
            message);
      }
      retiming->scaling = scaling;
    }
    if (status == CFFMPEG_OK && scaling != NULL) {
      status = time_stretch_put(&retiming->stretch, planes, offset, taken, message);
    } else if (status == CFFMPEG_OK) {
      status = sound_encoder_write(&retiming->encoder, planes, offset, taken, retiming->sink, message);
      retiming->written += taken;
    }
    if (status != CFFMPEG_OK) return status;
    retiming->position += taken;
    offset += taken;
    count -= taken;
  }
  return CFFMPEG_OK;
}

/// Gaps in the sound are filled with silence. A longer gap comes from a damaged time.
enum { LONGEST_GAP_HOURS = 6 };

static cffmpeg_status leaps(cffmpeg_message *message) {
  return cffmpeg_fail(
      message, CFFMPEG_MALFORMED, "its sound is damaged: a time in it is more than %d hours after the one before",
      LONGEST_GAP_HOURS);
}

/// Sets the converter up for the sound of the first frame.
static cffmpeg_status set_converter_up(SoundRetiming *retiming, const AVFrame *frame, cffmpeg_message *message) {
  const AVCodecContext *encoder = retiming->encoder.context;
  AVChannelLayout layout = frame->ch_layout;
  if (layout.order == AV_CHANNEL_ORDER_UNSPEC) av()->av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
  int error = av()->swr_alloc_set_opts2(
      &retiming->converter, (AVChannelLayout *)&encoder->ch_layout, AV_SAMPLE_FMT_FLTP, encoder->sample_rate, &layout,
      (enum AVSampleFormat)frame->format, frame->sample_rate, 0, NULL);
  if (error >= 0) error = av()->swr_init(retiming->converter);
  if (error < 0) return failed(message, error);
  retiming->source_rate = frame->sample_rate;
  retiming->source_format = frame->format;
  retiming->source_channels = frame->ch_layout.nb_channels;
  return CFFMPEG_OK;
}

/// Converts a decoded frame, or what the converter still holds if `frame` is NULL, to `retiming->converted`.
static cffmpeg_status convert(
    SoundRetiming *retiming, const AVFrame *frame, int64_t *held, int *count, cffmpeg_message *message) {
  const AVCodecContext *encoder = retiming->encoder.context;
  AVFrame *converted = retiming->converted;
  int room = frame == NULL ? 16384 : (int)((int64_t)frame->nb_samples * encoder->sample_rate / frame->sample_rate) + 4096;
  av()->av_frame_unref(converted);
  converted->format = AV_SAMPLE_FMT_FLTP;
  converted->sample_rate = encoder->sample_rate;
  converted->nb_samples = room;
  int error = av()->av_channel_layout_copy(&converted->ch_layout, &encoder->ch_layout);
  if (error >= 0) error = av()->av_frame_get_buffer(converted, 0);
  if (error < 0) return failed(message, error);
  // The samples that the converter holds come first.
  *held = av()->swr_get_delay(retiming->converter, encoder->sample_rate);
  *count = av()->swr_convert(
      retiming->converter, converted->extended_data, room, frame == NULL ? NULL : (const uint8_t **)frame->extended_data,
      frame == NULL ? 0 : frame->nb_samples);
  return *count < 0 ? failed(message, *count) : CFFMPEG_OK;
}

/// Places `count` converted samples at the time of their frame, less the samples that the converter held. A gap before
/// them is filled with silence; `*offset` becomes the number of samples that overlap those before.
static cffmpeg_status place(
    SoundRetiming *retiming, int64_t start, int64_t held, int count, int64_t shift, AVRational shift_base,
    int64_t *offset, cffmpeg_message *message) {
  int64_t difference;
  if (__builtin_sub_overflow(start, held, &start)) return leaps(message);
  if (!retiming->has_begun) {
    retiming->position = start;
    retiming->written = time_map_time(retiming->map, start, retiming->unit, retiming->unit);
    retiming->encoder.time = retiming->written + av()->av_rescale_q(shift, shift_base, retiming->unit);
    retiming->has_begun = true;
  }
  // Containers round times. A greater difference is a gap, which becomes silence, or an overlap, which is dropped.
  const int64_t rate = retiming->encoder.context->sample_rate, tolerance = rate / 20;
  if (__builtin_sub_overflow(start, retiming->position, &difference)
      || difference > (int64_t)LONGEST_GAP_HOURS * 3600 * rate) {
    return leaps(message);
  }
  if (difference > tolerance) return put(retiming, NULL, 0, difference, message);
  if (difference < -tolerance) *offset = -difference < count ? -difference : count;
  return CFFMPEG_OK;
}

/// Adds a decoded frame at its time, or what the converter still holds if `frame` is NULL.
static cffmpeg_status put_frame(
    SoundRetiming *retiming, const AVFrame *frame, int64_t shift, AVRational shift_base, cffmpeg_message *message) {
  if (frame != NULL && retiming->converter != NULL
      && (frame->sample_rate != retiming->source_rate || frame->format != retiming->source_format
          || frame->ch_layout.nb_channels != retiming->source_channels)) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "its sound changes its rate or channels on the way");
  }
  cffmpeg_status status = CFFMPEG_OK;
  if (retiming->converter == NULL) {
    if (frame == NULL) return CFFMPEG_OK;
    status = set_converter_up(retiming, frame, message);
    if (status != CFFMPEG_OK) return status;
  }
  int count = 0;
  int64_t held = 0, offset = 0;
  status = convert(retiming, frame, &held, &count, message);
  if (status == CFFMPEG_OK && frame != NULL && frame->best_effort_timestamp != AV_NOPTS_VALUE) {
    int64_t start = av()->av_rescale_q(frame->best_effort_timestamp, retiming->source_base, retiming->unit);
    status = place(retiming, start, held, count, shift, shift_base, &offset, message);
  }
  if (status != CFFMPEG_OK) return status;
  return put(retiming, (float *const *)retiming->converted->extended_data, offset, count - offset, message);
}

cffmpeg_status sound_retiming_send(
    SoundRetiming *retiming, const AVPacket *packet, int64_t shift, AVRational shift_base, AVFormatContext *output,
    cffmpeg_message *message) {
  if (retiming->is_finished) return CFFMPEG_OK;
  retiming->sink = (PacketSink){store, output};
  int error = av()->avcodec_send_packet(retiming->decoder, packet);
  // A packet that cannot be decoded becomes a gap.
  if (error < 0 && error != AVERROR_INVALIDDATA) return failed(message, error);
  cffmpeg_status status = CFFMPEG_OK;
  while (status == CFFMPEG_OK) {
    error = av()->avcodec_receive_frame(retiming->decoder, retiming->frame);
    if (error < 0) break;
    status = put_frame(retiming, retiming->frame, shift, shift_base, message);
    av()->av_frame_unref(retiming->frame);
  }
  if (status != CFFMPEG_OK || packet != NULL) return status;
  retiming->is_finished = true;
  status = put_frame(retiming, NULL, shift, shift_base, message);
  if (status == CFFMPEG_OK) status = end_scaling(retiming, message);
  return status == CFFMPEG_OK ? sound_encoder_finish(&retiming->encoder, retiming->sink, message) : status;
}
