// Which streams, chapters and tags one movie takes over from another.

#include "Attachments.h"
#include "Container.h"
#include "Copying.h"
#include "Tags.h"

#include <stdio.h>
#include <string.h>

/// What messages call a stream.
typedef struct StreamKind {
  const char *name;
  bool is_plural;
} StreamKind;

static StreamKind kind_of(const Copying *copying, const AVStream *source) {
  if (source == copying->video) return (StreamKind){.name = "video"};
  if (source->disposition & AV_DISPOSITION_ATTACHED_PIC) return (StreamKind){.name = "a cover picture"};
  switch (source->codecpar->codec_type) {
    case AVMEDIA_TYPE_VIDEO: return (StreamKind){.name = "another video"};
    case AVMEDIA_TYPE_AUDIO: return (StreamKind){.name = "sound"};
    case AVMEDIA_TYPE_SUBTITLE: return (StreamKind){.name = "subtitles", .is_plural = true};
    case AVMEDIA_TYPE_ATTACHMENT: return (StreamKind){.name = "an attached file"};
    default: return (StreamKind){.name = "data", .is_plural = true};
  }
}

void copying_name_stream(const Copying *copying, const AVStream *source, char *text, size_t size) {
  const char *codec = av()->avcodec_get_name(source->codecpar->codec_id);
  const char *language = tags_value(source->metadata, "language");
  char tag[5] = {0};
  if (source->codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT) {
    const char *name = attachments_name(source);
    const char *kind = kind_of(copying, source).name;
    if (name != NULL) {
      snprintf(text, size, "%s (%s)", kind, name);
    } else {
      snprintf(text, size, "%s", kind);
    }
    return;
  }
  if (source->codecpar->codec_id == AV_CODEC_ID_NONE || source->codecpar->codec_type == AVMEDIA_TYPE_DATA) {
    memcpy(tag, &source->codecpar->codec_tag, 4);
    if (tag[0] > 32) codec = tag;
  }
  bool has_language = language != NULL && strcmp(language, "und") != 0;
  snprintf(
      text, size, "%s (%s%s%s)", kind_of(copying, source).name, codec, has_language ? ", " : "",
      has_language ? language : "");
}

/// Adds that a stream is left out: "subtitles (mov_text, eng) are left out: WebM cannot hold them".
static void warn(
    const Copying *copying, Warnings *warnings, const AVStream *source, const char *reason, const char *object) {
  char name[128];
  copying_name_stream(copying, source, name, sizeof name);
  bool is_plural = kind_of(copying, source).is_plural;
  warnings_add(
      warnings, "%s %s left out: %s%s", name, is_plural ? "are" : "is", reason,
      object != NULL ? object : (is_plural ? " cannot hold them" : " cannot hold it"));
}

/// Whether FFmpeg writes such data; it writes no description of other kinds, as of Apple's `mebx`.
static bool holds_data(const AVOutputFormat *kind, const AVCodecParameters *parameters) {
  if (container_is_mov(kind)) return parameters->codec_tag == MKTAG('g', 'p', 'm', 'd');
  return av()->avformat_query_codec(kind, parameters->codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

/// The tag that the source's container has for a codec, where the output's means the same by it.
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

/// What becomes of the tags of streams, where those of the container are not asked for too.
static cffmpeg_metadata_policy policy_of_streams(const cffmpeg_copy *copy) {
  return copy->metadata ? copy->policy : CFFMPEG_METADATA_STRIP;
}

/// Makes a stream for sound that is coded again, because it is heard slower or faster.
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
    error = attachments_attach_picture(stream, source);
  } else {
    error = av()->avcodec_parameters_copy(stream->codecpar, source->codecpar);
    if (error >= 0 && !is_attachment) copying->streams[source->index].output = stream;
    if (error >= 0) stream->codecpar->codec_tag = kept_tag(output->oformat, source->codecpar);
    if (error >= 0) error = copy_side_data(stream, source, false);
    stream->disposition = source->disposition;
    if (is_attachment) attachments_copy_names(stream, source, policy_of_streams(copy));
    stream->time_base = source->time_base;
    // If the container and the codec disagree, the container counts; muxers refuse contradictions.
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

/// Whether FFmpeg does not know a sound, as that in all directions which phones record beside the one for all players.
static bool is_unknown_beside_another(const Copying *copying, const AVStream *source) {
  if (source->codecpar->codec_id != AV_CODEC_ID_NONE) return false;
  for (unsigned i = 0; i < copying->stream_count; i++) {
    const AVCodecParameters *other = copying->format->streams[i]->codecpar;
    if (other->codec_type == AVMEDIA_TYPE_AUDIO && other->codec_id != AV_CODEC_ID_NONE) return true;
  }
  return false;
}

/// Whether a stream is to be taken over; adds a warning where it is asked for but cannot be.
static bool is_wanted(
    const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, const AVOutputFormat *kind, bool has_keys,
    Warnings *warnings) {
  const AVCodecParameters *parameters = source->codecpar;
  bool is_shareable = copy->policy == CFFMPEG_METADATA_KEEP;
  if (source->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    // The pictures of QuickTime's chapters belong to a track of their own.
    if (!copy->cover_pictures || source->disposition & AV_DISPOSITION_TIMED_THUMBNAILS) return false;
    if (copy->policy == CFFMPEG_METADATA_STRIP) return false;
    if (copy->policy == CFFMPEG_METADATA_SAFE && !attachments_is_plain_picture(&source->attached_pic)) {
      warn(copying, warnings, source, "its own metadata may tell where it was made", "");
      return false;
    }
    bool is_known = parameters->codec_id == AV_CODEC_ID_MJPEG || parameters->codec_id == AV_CODEC_ID_PNG;
    bool is_held = strcmp(kind->name, "matroska") == 0 ? source->attached_pic.size > 0
                                                      : container_is_mov(kind) && strcmp(kind->name, "mov") != 0
                                                            && !has_keys && source->disposition == AV_DISPOSITION_ATTACHED_PIC;
    if (is_known && is_held) return true;
    if (container_is_mov(kind) && has_keys) {
      warn(copying, warnings, source, "FFmpeg writes none beside a phone's own keys", "");
    } else {
      warn(copying, warnings, source, container_name(kind), NULL);
    }
    return false;
  }
  switch (parameters->codec_type) {
    case AVMEDIA_TYPE_VIDEO:
      if (source == copying->video) return copying->copies_video;
      if (!copy->other_video) return false;
      break;
    case AVMEDIA_TYPE_AUDIO:
      if (copy->sound && (parameters->sample_rate <= 0 || parameters->ch_layout.nb_channels < 1)) {
        // In recordings that were joined, later parts have streams of their own.
        warn(copying, warnings, source, "it begins too late for its format to be known", "");
        return false;
      }
      if (copy->sound && is_unknown_beside_another(copying, source)) {
        warn(copying, warnings, source, "FFmpeg does not know it", "");
        return false;
      }
      return copy->sound;
    case AVMEDIA_TYPE_SUBTITLE:
      if (!copy->subtitles) return false;
      break;
    case AVMEDIA_TYPE_ATTACHMENT:
      if (!copy->attachments) return false;
      if (strcmp(kind->name, "matroska") != 0) {
        warn(copying, warnings, source, container_name(kind), NULL);
        return false;
      }
      // Fonts are needed to show subtitles. Any other file may be a picture, or tell of a place.
      if ((is_shareable && copy->cover_pictures) || attachments_is_font(parameters)) return true;
      warn(
          copying, warnings, source,
          is_shareable ? "like a cover picture, it may show what is hidden" : "it may tell where the movie was made", "");
      return false;
    default:
      // Chapters and time codes are taken over by what they say.
      if (!copy->data || parameters->codec_tag == MKTAG('t', 'm', 'c', 'd')
          || (copying->format->nb_chapters > 0 && source->discard == AVDISCARD_ALL)) {
        return false;
      }
      if (!is_shareable) {
        warn(copying, warnings, source, "they may tell where the movie was made", "");
        return false;
      }
      if (holds_data(kind, parameters)) return true;
      warn(copying, warnings, source, container_name(kind), NULL);
      return false;
  }
  if (av()->avformat_query_codec(kind, parameters->codec_id, FF_COMPLIANCE_NORMAL) == 1) {
    if (parameters->codec_type == AVMEDIA_TYPE_SUBTITLE && !is_shareable) {
      warnings_add(
          warnings, "subtitles (%s) stay and are not searched: those of drones tell where the movie was made",
          av()->avcodec_get_name(parameters->codec_id));
    }
    return true;
  }
  warn(copying, warnings, source, container_name(kind), NULL);
  return false;
}

static cffmpeg_status copy_chapters(
    const Copying *copying, const cffmpeg_copy *copy, AVFormatContext *output, Warnings *warnings,
    cffmpeg_message *message) {
  unsigned count = copying->format->nb_chapters;
  if (count == 0 || !copy->chapters || copy->policy == CFFMPEG_METADATA_STRIP) return CFFMPEG_OK;
  if (!container_holds_chapters(output->oformat)) {
    warnings_add(warnings, "%u chapters are left out: %s cannot hold them", count, container_name(output->oformat));
    return CFFMPEG_OK;
  }
  output->chapters = av()->av_mallocz(count * sizeof *output->chapters);
  if (output->chapters == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  for (unsigned i = 0; i < count; i++) {
    const AVChapter *source = copying->format->chapters[i];
    AVRational base = source->time_base;
    int64_t start = source->start, end = source->end, from = 0;
    if (copying->from_base.den > 0) from = av()->av_rescale_q(copying->from, copying->from_base, base);
    if (copying->to_base.den > 0) {
      int64_t to = av()->av_rescale_q(copying->to, copying->to_base, base);
      if (start >= to) continue;
      if (end > to) end = to;
    }
    if (copying->from_base.den > 0 && end != AV_NOPTS_VALUE && end <= from) continue;
    if (copying->from_base.den > 0 && start < from) start = from;
    int64_t change = av()->av_rescale_q(copying->shift, copying->shift_base, base) - from;
    AVChapter *chapter = av()->av_mallocz(sizeof *chapter);
    if (chapter == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
    if (copying->map.count > 0) {
      start = time_map_time(&copying->map, start, base, base);
      if (end != AV_NOPTS_VALUE) end = time_map_time(&copying->map, end, base, base);
    }
    *chapter = (AVChapter){
        .id = source->id, .time_base = base, .start = start + change,
        .end = end == AV_NOPTS_VALUE ? end : end + change};
    output->chapters[output->nb_chapters++] = chapter;
    if (tags_copy(&chapter->metadata, source->metadata, copy->policy) < 0) {
      return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
    }
  }
  return CFFMPEG_OK;
}

/// The time code of the first picture that is taken, from the source's video or the track that goes with it.
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
  // By which the numbers of frames are counted on.
  if (rate.num > 0 && rate.den > 0) video->avg_frame_rate = rate;
}

cffmpeg_status copying_set_up(
    Copying *copying, const cffmpeg_copy *copy, AVFormatContext *output, AVStream *video, Warnings *warnings,
    cffmpeg_message *message) {
  const AVOutputFormat *kind = output->oformat;
  int error = copy->metadata ? tags_copy(&output->metadata, copying->format->metadata, copy->policy) : 0;
  bool has_keys = container_is_mov(kind) && tags_need_keys(output->metadata);
  for (unsigned i = 0; i < copying->stream_count; i++) {
    AVStream *source = copying->format->streams[i];
    bool is_taken = is_wanted(copying, source, copy, kind, has_keys, warnings);
    if (is_taken && copying->map.count > 0 && source->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) {
      cffmpeg_status status = add_retimed_sound(copying, source, copy, output, message);
      if (status != CFFMPEG_OK) return status;
      continue;
    }
    if (is_taken && source->codecpar->codec_type == AVMEDIA_TYPE_AUDIO && !container_holds(kind, source->codecpar->codec_id)) {
      return cffmpeg_fail(
          message, CFFMPEG_UNSUPPORTED, "its sound is %s, which a file of the kind %s cannot hold; %s",
          av()->avcodec_get_name(source->codecpar->codec_id), container_name(kind),
          container_holders(source->codecpar->codec_id));
    }
    if (!is_taken) {
      if (source != copying->video) source->discard = AVDISCARD_ALL;
      continue;
    }
    cffmpeg_status status = add_stream(copying, source, copy, output, message);
    if (status != CFFMPEG_OK) return status;
  }
  if (copying->video != NULL && !copying->copies_video) copying->video->discard = AVDISCARD_ALL;
  if (copying->copies_video && copying->video != NULL) video = copying->streams[copying->video->index].output;
  if (error >= 0 && video != NULL && copying->video != NULL) {
    if (!copying->copies_video) {
      error = tags_copy_of_stream(&video->metadata, copying->video->metadata, policy_of_streams(copy), true);
      if (error >= 0) error = copy_side_data(video, copying->video, true);
      video->disposition = copying->video->disposition;
    }
    if (copy->data && copy->policy != CFFMPEG_METADATA_STRIP) copy_timecode(copying, video, warnings);
  }
  if (error < 0) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  return copy_chapters(copying, copy, output, warnings, message);
}
