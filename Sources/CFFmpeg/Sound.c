#include "Sound.h"

#include <stdlib.h>

static int refuse_to_open(
    AVFormatContext *format, AVIOContext **context, const char *url, int flags, AVDictionary **options) {
  return AVERROR(EPERM);
}

cffmpeg_status sound_open(Sound *sound, const char *path, AVFormatContext *output, cffmpeg_message *message) {
  cffmpeg_message words;
  *sound = (Sound){.input = {.descriptor = -1}};
  cffmpeg_status status = input_open(&sound->input, path, message);
  if (status != CFFMPEG_OK) return status;
  sound->format = av()->avformat_alloc_context();
  sound->packet = av()->av_packet_alloc();
  if (sound->format == NULL || sound->packet == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  sound->format->pb = sound->input.context;
  sound->format->io_open = refuse_to_open;
  AVDictionary *options = NULL;
  av()->av_dict_set(&options, "protocol_whitelist", "none", 0);
  int error = av()->avformat_open_input(&sound->format, "", NULL, &options);
  av()->av_dict_free(&options);
  if (error >= 0) error = av()->avformat_find_stream_info(sound->format, NULL);
  if (error < 0) {
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "its sound: %s", cffmpeg_words(error, &words));
  }

  sound->streams = calloc(sound->format->nb_streams, sizeof *sound->streams);
  if (sound->streams == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  for (unsigned i = 0; i < sound->format->nb_streams; i++) {
    AVStream *source = sound->format->streams[i];
    if (source->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) {
      source->discard = AVDISCARD_ALL;
      continue;
    }
    if (av()->avformat_query_codec(output->oformat, source->codecpar->codec_id, FF_COMPLIANCE_NORMAL) == 0) {
      return cffmpeg_fail(
          message, CFFMPEG_UNSUPPORTED, "its sound is %s, which a file of the kind %s cannot hold; .mov and .mkv can",
          av()->avcodec_get_name(source->codecpar->codec_id), output->oformat->name);
    }
    AVStream *stream = av()->avformat_new_stream(output, NULL);
    if (stream == NULL || av()->avcodec_parameters_copy(stream->codecpar, source->codecpar) < 0) {
      return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
    }
    stream->codecpar->codec_tag = 0;
    stream->time_base = source->time_base;
    sound->streams[i] = stream;
  }
  return CFFMPEG_OK;
}

/// Reads until there is a packet of a sound; false at the end.
static bool read_packet(Sound *sound) {
  while (!sound->has_packet && !sound->is_finished) {
    int error = av()->av_read_frame(sound->format, sound->packet);
    if (error == AVERROR(EAGAIN)) continue;
    if (error < 0) {
      sound->is_finished = true;
    } else if (sound->streams[sound->packet->stream_index] == NULL) {
      av()->av_packet_unref(sound->packet);
    } else {
      sound->has_packet = true;
    }
  }
  return sound->has_packet;
}

cffmpeg_status sound_copy(
    Sound *sound, AVFormatContext *output, int64_t time, AVRational time_base, cffmpeg_message *message) {
  if (sound->format == NULL) return CFFMPEG_OK;
  while (read_packet(sound)) {
    const AVStream *source = sound->format->streams[sound->packet->stream_index];
    AVStream *stream = sound->streams[sound->packet->stream_index];
    int64_t start = sound->packet->dts != AV_NOPTS_VALUE ? sound->packet->dts : sound->packet->pts;
    if (time != INT64_MAX && start != AV_NOPTS_VALUE
        && av()->av_rescale_q(start, source->time_base, time_base) > time) {
      return CFFMPEG_OK;
    }
    av()->av_packet_rescale_ts(sound->packet, source->time_base, stream->time_base);
    sound->packet->stream_index = stream->index;
    sound->packet->pos = -1;
    int error = av()->av_interleaved_write_frame(output, sound->packet);
    av()->av_packet_unref(sound->packet);
    sound->has_packet = false;
    if (error < 0) {
      cffmpeg_message words;
      return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "the sound: %s", cffmpeg_words(error, &words));
    }
  }
  return CFFMPEG_OK;
}

void sound_close(Sound *sound) {
  if (sound->packet != NULL) av()->av_packet_free(&sound->packet);
  if (sound->format != NULL) av()->avformat_close_input(&sound->format);
  input_close(&sound->input);
  free(sound->streams);
  *sound = (Sound){.input = {.descriptor = -1}};
}
