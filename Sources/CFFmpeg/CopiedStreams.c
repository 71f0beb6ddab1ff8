// Adds to the output the streams and tags that are copied from the source.

#include "Attachments.h"
#include "CodecConfiguration.h"
#include "Container.h"
#include "Copying.h"
#include "Tags.h"

#include <string.h>

/// The codec tag of the source's container, if it means the same codec in the output's; else 0, which lets the muxer
/// choose.
static uint32_t kept_tag(const AVOutputFormat *kind, const AVCodecParameters *parameters) {
  if (kind->codec_tag == NULL || parameters->codec_type == AVMEDIA_TYPE_DATA) return parameters->codec_tag;
  unsigned tag = 0;
  if (av()->av_codec_get_id(kind->codec_tag, parameters->codec_tag) == parameters->codec_id
      || !av()->av_codec_get_tag2(kind->codec_tag, parameters->codec_id, &tag)) {
    return parameters->codec_tag;
  }
  return 0;
}

static int copy_side_data(AVStream *stream, const AVStream *source, bool is_coded_anew) {
  for (int i = 0; i < source->nb_side_data; i++) {
    const AVPacketSideData *data = &source->side_data[i];
    bool is_of_view = data->type == AV_PKT_DATA_SPHERICAL || data->type == AV_PKT_DATA_STEREO3D;
    if (is_coded_anew && !is_of_view) continue;
    uint8_t *copy = av()->av_stream_new_side_data(stream, data->type, data->size);
    if (copy == NULL) return AVERROR(ENOMEM);
    memcpy(copy, data->data, data->size);
  }
  return 0;
}

/// The policy for the tags of streams. They are stripped if the container's metadata are not requested.
static cffmpeg_metadata_policy policy_of_streams(const cffmpeg_copy *copy) {
  return copy->metadata ? copy->policy : CFFMPEG_METADATA_STRIP;
}

/// Adds a stream for sound that is encoded again because the movie is retimed.
static cffmpeg_status add_retimed_sound(
    Copying *copying, AVStream *source, const cffmpeg_copy *copy, AVFormatContext *output, cffmpeg_message *message) {
  CopiedStream *copied = &copying->streams[source->index];
  cffmpeg_status status = sound_retiming_open(&copied->sound, source, output, &copying->map, copying->pitch, message);
  if (status != CFFMPEG_OK) return status;
  AVStream *stream = copied->output = sound_retiming_stream(copied->sound);
  stream->disposition = source->disposition;
  int error = tags_copy_of_stream(&stream->metadata, source->metadata, policy_of_streams(copy), false);
  return error < 0 ? cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory") : CFFMPEG_OK;
}

static cffmpeg_status add_stream(
    Copying *copying, AVStream *source, const cffmpeg_copy *copy, AVFormatContext *output, cffmpeg_message *message) {
  AVStream *stream = av()->avformat_new_stream(output, NULL);
  if (stream == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  int error = 0;
  bool is_cover = (source->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
  bool is_attachment = source->codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT;
  if (is_cover && container_is_matroska(output->oformat)) {
    error = attachments_attach_picture(stream, source, copy->policy);
  } else {
    error = av()->avcodec_parameters_copy(stream->codecpar, source->codecpar);
    if (error >= 0 && copy->policy != CFFMPEG_METADATA_KEEP) error = codec_configuration_remove_user_data(stream->codecpar);
    if (error >= 0 && !is_attachment) copying->streams[source->index].output = stream;
    if (error >= 0) stream->codecpar->codec_tag = kept_tag(output->oformat, source->codecpar);
    if (error >= 0) error = copy_side_data(stream, source, false);
    stream->disposition = source->disposition;
    if (is_attachment) attachments_copy_names(stream, source, copy->policy);
    stream->time_base = source->time_base;
    // If the container and the codec disagree, the container decides; muxers refuse contradictions.
    AVRational shape = source->sample_aspect_ratio.num > 0 ? source->sample_aspect_ratio : source->codecpar->sample_aspect_ratio;
    stream->sample_aspect_ratio = stream->codecpar->sample_aspect_ratio = shape;
    stream->avg_frame_rate = source->avg_frame_rate;
    stream->r_frame_rate = source->r_frame_rate;
    if (copying->map.count > 0) {
      stream->time_base = time_map_base(&copying->map, source->time_base);
      stream->avg_frame_rate = stream->r_frame_rate = (AVRational){0, 1};
    }
  }
  if (error >= 0) error = tags_copy_of_stream(&stream->metadata, source->metadata, policy_of_streams(copy), false);
  return error < 0 ? cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory") : CFFMPEG_OK;
}

/// Copies the time code of the first copied picture, from the source's video or the track that goes with it.
static void copy_timecode(const Copying *copying, AVStream *video, Warnings *warnings) {
  const char *value = tags_value(copying->video->metadata, "timecode");
  for (unsigned i = 0; value == NULL && i < copying->stream_count; i++) {
    value = tags_value(copying->format->streams[i]->metadata, "timecode");
  }
  if (value == NULL) value = tags_value(copying->format->metadata, "timecode");
  if (value == NULL) return;
  AVRational rate = copying->video->avg_frame_rate;
  char text[AV_TIMECODE_STR_SIZE];
  if (copying->from_base.den > 0 && copying->from != 0) {
    AVTimecode timecode;
    if (rate.num <= 0 || rate.den <= 0
        || av()->av_timecode_init_from_string(&timecode, rate, value, NULL) < 0) {
      warnings_add(warnings, "the time code %s is left out: it cannot be counted on to the part that is taken", value);
      return;
    }
    int64_t frames = av()->av_rescale_q(copying->from, copying->from_base, (AVRational){rate.den, rate.num});
    value = av()->av_timecode_make_string(&timecode, text, (int)frames);
  }
  av()->av_dict_set(&video->metadata, "timecode", value, 0);
  // The time code counts frames at this rate.
  if (rate.num > 0 && rate.den > 0) video->avg_frame_rate = rate;
}

/// Removes pictures from all tags.
static void remove_pictures(AVFormatContext *output, cffmpeg_is_picture *is_picture, Warnings *warnings) {
  tags_remove_pictures(&output->metadata, is_picture, warnings);
  for (unsigned i = 0; i < output->nb_streams; i++) {
    tags_remove_pictures(&output->streams[i]->metadata, is_picture, warnings);
  }
  for (unsigned i = 0; i < output->nb_chapters; i++) {
    tags_remove_pictures(&output->chapters[i]->metadata, is_picture, warnings);
  }
}

/// Adds the stream of the output that a taken stream of the source becomes.
static cffmpeg_status add_taken_stream(
    Copying *copying, AVStream *source, const cffmpeg_copy *copy, AVFormatContext *output, cffmpeg_message *message) {
  const AVCodecParameters *coding = source->codecpar;
  if (coding->codec_type == AVMEDIA_TYPE_AUDIO) {
    if (copying->map.count > 0) return add_retimed_sound(copying, source, copy, output, message);
    cffmpeg_status status = container_check_sound(output->oformat, coding->codec_id, message);
    if (status != CFFMPEG_OK) return status;
  }
  return add_stream(copying, source, copy, output, message);
}

/// Describes the output's video, NULL if it has none, as the source's is. Returns FFmpeg's error code.
static int describe_video(const Copying *copying, const cffmpeg_copy *copy, AVStream *video, Warnings *warnings) {
  if (video == NULL || copying->video == NULL) return 0;
  int error = 0;
  if (!copying->copies_video) {
    error = tags_copy_of_stream(&video->metadata, copying->video->metadata, policy_of_streams(copy), true);
    if (error >= 0) error = copy_side_data(video, copying->video, true);
    video->disposition = copying->video->disposition;
  }
  if (copy->data && copy->policy != CFFMPEG_METADATA_STRIP) copy_timecode(copying, video, warnings);
  return error;
}

cffmpeg_status copying_set_up(
    Copying *copying, const cffmpeg_copy *copy, AVFormatContext *output, AVStream *video, Warnings *warnings,
    cffmpeg_message *message) {
  const AVOutputFormat *kind = output->oformat;
  int error = copy->metadata ? tags_copy(&output->metadata, copying->format->metadata, copy->policy) : 0;
  bool has_keys = container_is_mov(kind) && tags_need_keys(output->metadata);
  for (unsigned i = 0; i < copying->stream_count; i++) {
    AVStream *source = copying->format->streams[i];
    if (copying_takes_stream(copying, source, copy, kind, has_keys, warnings)) {
      cffmpeg_status status = add_taken_stream(copying, source, copy, output, message);
      if (status != CFFMPEG_OK) return status;
    } else if (source != copying->video) {
      source->discard = AVDISCARD_ALL;
    }
  }
  if (copying->video != NULL && !copying->copies_video) copying->video->discard = AVDISCARD_ALL;
  if (copying->copies_video && copying->video != NULL) video = copying->streams[copying->video->index].output;
  if (error >= 0) error = describe_video(copying, copy, video, warnings);
  if (error < 0) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  cffmpeg_status status = copying_copy_chapters(copying, copy, output, warnings, message);
  // A picture in a tag may show what is hidden, and tell where it was made.
  if (!copy->cover_pictures || copy->policy != CFFMPEG_METADATA_KEEP) {
    remove_pictures(output, copy->is_picture, warnings);
  }
  return status;
}
