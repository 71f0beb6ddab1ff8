// Chooses the streams of a source that are copied, and warns of the others.

#include "Attachments.h"
#include "Container.h"
#include "Copying.h"
#include "Tags.h"

#include <stdio.h>
#include <string.h>

/// The name of a stream in messages.
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

/// Warns that a stream is left out: "subtitles (mov_text, eng) are left out: WebM cannot hold them".
static void warn(
    const Copying *copying, Warnings *warnings, const AVStream *source, const char *reason, const char *object) {
  char name[128];
  copying_name_stream(copying, source, name, sizeof name);
  bool is_plural = kind_of(copying, source).is_plural;
  warnings_add(
      warnings, "%s %s left out: %s%s", name, is_plural ? "are" : "is", reason,
      object != NULL ? object : (is_plural ? " cannot hold them" : " cannot hold it"));
}

/// Whether frames of a codec are files, which may have metadata, and are not searched.
static bool has_unsearched_frames(enum AVCodecID codec) {
  static const enum AVCodecID codecs[] = {
      AV_CODEC_ID_TIFF, AV_CODEC_ID_JPEG2000, AV_CODEC_ID_JPEGLS, AV_CODEC_ID_EXR, AV_CODEC_ID_DPX, AV_CODEC_ID_GIF,
      AV_CODEC_ID_WEBP, AV_CODEC_ID_TARGA, AV_CODEC_ID_SGI, AV_CODEC_ID_JPEGXL, AV_CODEC_ID_CFHD, AV_CODEC_ID_DVVIDEO,
      AV_CODEC_ID_VVC, AV_CODEC_ID_CAVS, AV_CODEC_ID_AVS2, AV_CODEC_ID_AVS3};
  for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++) {
    if (codec == codecs[i]) return true;
  }
  return false;
}

/// Whether FFmpeg's muxer writes data of this kind. It cannot describe others, such as Apple's `mebx`.
static bool holds_data(const AVOutputFormat *kind, const AVCodecParameters *parameters) {
  if (container_is_mov(kind)) return parameters->codec_tag == MKTAG('g', 'p', 'm', 'd');
  return av()->avformat_query_codec(kind, parameters->codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

/// Whether FFmpeg does not know the codec of a sound that is recorded beside another one, as phones record spatial
/// audio.
static bool is_unknown_beside_another(const Copying *copying, const AVStream *source) {
  if (source->codecpar->codec_id != AV_CODEC_ID_NONE) return false;
  for (unsigned i = 0; i < copying->stream_count; i++) {
    const AVCodecParameters *other = copying->format->streams[i]->codecpar;
    if (other->codec_type == AVMEDIA_TYPE_AUDIO && other->codec_id != AV_CODEC_ID_NONE) return true;
  }
  return false;
}

/// Whether an attached file is copied; adds a warning if it is requested but cannot be.
///
/// Fonts are needed to show subtitles. Any other file may be a picture, or contain a location.
static bool takes_attachment(
    const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, const AVOutputFormat *kind,
    Warnings *warnings) {
  bool is_shareable = copy->policy == CFFMPEG_METADATA_KEEP;
  if (!copy->attachments) return false;
  if (strcmp(kind->name, "matroska") != 0) {
    warn(copying, warnings, source, container_name(kind), NULL);
    return false;
  }
  if ((is_shareable && copy->cover_pictures) || attachments_is_font(source->codecpar)) return true;
  const char *reason =
      is_shareable ? "like a cover picture, it may show what is hidden" : "it may tell where the movie was made";
  warn(copying, warnings, source, reason, "");
  return false;
}

/// Whether a cover picture is copied; adds a warning if it is requested but cannot be.
static bool takes_cover(
    const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, const AVOutputFormat *kind, bool has_keys,
    Warnings *warnings) {
  const AVCodecParameters *parameters = source->codecpar;
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

/// Whether a stream of pictures is wanted; adds a warning if its frames may have metadata that are not removed.
static bool wants_video(const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, Warnings *warnings) {
  if (source == copying->video ? !copying->copies_video : !copy->other_video) return false;
  if (copy->policy != CFFMPEG_METADATA_KEEP && has_unsearched_frames(source->codecpar->codec_id)) {
    char name[128];
    copying_name_stream(copying, source, name, sizeof name);
    warnings_add(warnings, "the frames of the %s stay as they are, and may hold metadata of their own", name);
  }
  return true;
}

/// Whether a stream of sound is copied; adds a warning if it is requested but cannot be.
static bool takes_sound(const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, Warnings *warnings) {
  const AVCodecParameters *parameters = source->codecpar;
  if (copy->sound && (parameters->sample_rate <= 0 || parameters->ch_layout.nb_channels < 1)) {
    // In joined recordings, later parts have streams of their own.
    warn(copying, warnings, source, "it begins too late for its format to be known", "");
    return false;
  }
  if (copy->sound && is_unknown_beside_another(copying, source)) {
    warn(copying, warnings, source, "FFmpeg does not know it", "");
    return false;
  }
  return copy->sound;
}

/// Whether a stream of data is copied; adds a warning if it is requested but cannot be.
static bool takes_data(
    const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, const AVOutputFormat *kind,
    Warnings *warnings) {
  // Chapters and time codes are not copied as streams, but by their content.
  if (!copy->data || source->codecpar->codec_tag == MKTAG('t', 'm', 'c', 'd')
      || (copying->format->nb_chapters > 0 && source->discard == AVDISCARD_ALL)) {
    return false;
  }
  if (copy->policy != CFFMPEG_METADATA_KEEP) {
    warn(copying, warnings, source, "they may tell where the movie was made", "");
    return false;
  }
  if (holds_data(kind, source->codecpar)) return true;
  warn(copying, warnings, source, container_name(kind), NULL);
  return false;
}

bool copying_takes_stream(
    const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, const AVOutputFormat *kind, bool has_keys,
    Warnings *warnings) {
  if (source->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    return takes_cover(copying, source, copy, kind, has_keys, warnings);
  }
  const AVCodecParameters *parameters = source->codecpar;
  switch (parameters->codec_type) {
    case AVMEDIA_TYPE_VIDEO:
      if (!wants_video(copying, source, copy, warnings)) return false;
      if (source == copying->video) return true;
      break;
    case AVMEDIA_TYPE_SUBTITLE:
      if (!copy->subtitles) return false;
      break;
    case AVMEDIA_TYPE_AUDIO: return takes_sound(copying, source, copy, warnings);
    case AVMEDIA_TYPE_ATTACHMENT: return takes_attachment(copying, source, copy, kind, warnings);
    default: return takes_data(copying, source, copy, kind, warnings);
  }
  if (av()->avformat_query_codec(kind, parameters->codec_id, FF_COMPLIANCE_NORMAL) != 1) {
    warn(copying, warnings, source, container_name(kind), NULL);
    return false;
  }
  if (parameters->codec_type == AVMEDIA_TYPE_SUBTITLE && copy->policy != CFFMPEG_METADATA_KEEP) {
    warnings_add(
        warnings, "subtitles (%s) stay and are not searched: those of drones tell where the movie was made",
        av()->avcodec_get_name(parameters->codec_id));
  }
  return true;
}
