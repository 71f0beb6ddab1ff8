#include "Container.h"

#include <string.h>

const AVOutputFormat *container_named(const char *name) {
  const AVOutputFormat *kind = av()->av_guess_format(NULL, name, NULL);
  // Files named .m4v are written as MP4: FFmpeg's muxer for them supports only the codecs of iPods.
  if (kind != NULL && strcmp(kind->name, "ipod") == 0) kind = av()->av_guess_format("mp4", NULL, NULL);
  // Muxers that open files themselves write playlists or image sequences.
  if (kind == NULL || kind->video_codec == AV_CODEC_ID_NONE || (kind->flags & AVFMT_NOFILE)) return NULL;
  return kind;
}

bool container_is_mov(const AVOutputFormat *kind) {
  static const char *const names[] = {"mp4", "mov", "ipod", "3gp", "3g2"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(kind->name, names[i]) == 0) return true;
  }
  return false;
}

bool container_is_matroska(const AVOutputFormat *kind) {
  return strcmp(kind->name, "matroska") == 0 || strcmp(kind->name, "webm") == 0;
}

bool container_holds(const AVOutputFormat *kind, enum AVCodecID codec) {
  // FFmpeg's table lists these codecs for QuickTime too, but its muxer refuses them.
  static const enum AVCodecID refused[] = {
      AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC, AV_CODEC_ID_TRUEHD};
  for (size_t i = 0; i < sizeof refused / sizeof *refused && strcmp(kind->name, "mov") == 0; i++) {
    if (codec == refused[i]) return false;
  }
  if (av()->avformat_query_codec(kind, codec, FF_COMPLIANCE_NORMAL) != 0) return true;
  // Matroska stores codecs that have a tag in Microsoft's formats, such as WMV. FFmpeg writes these, but its table does
  // not list them.
  unsigned tag = 0;
  return strcmp(kind->name, "matroska") == 0 && av()->av_codec_get_tag2(kind->codec_tag, codec, &tag) != 0;
}

const char *container_alternatives(enum AVCodecID codec) {
  const char *const names[] = {"a.mp4", "a.mov", "a.mkv"};
  static const char *const sentences[] = {
      "convert it with another tool first", ".mp4 can", ".mov can", ".mp4 and .mov can", ".mkv can", ".mp4 and .mkv can",
      ".mov and .mkv can", ".mp4, .mov and .mkv can"};
  int found = 0;
  for (int i = 0; i < 3; i++) {
    const AVOutputFormat *kind = container_named(names[i]);
    if (kind != NULL && container_holds(kind, codec)) found |= 1 << i;
  }
  return sentences[found];
}

cffmpeg_status container_check_sound(const AVOutputFormat *kind, enum AVCodecID codec, cffmpeg_message *message) {
  if (container_holds(kind, codec)) return CFFMPEG_OK;
  return cffmpeg_fail(
      message, CFFMPEG_UNSUPPORTED, "its sound is %s, which a file of the kind %s cannot hold; %s",
      av()->avcodec_get_name(codec), container_name(kind), container_alternatives(codec));
}

cffmpeg_status cffmpeg_holds_alpha(const char *name, int32_t *holds, cffmpeg_message *message) {
  *holds = 0;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVOutputFormat *kind = container_named(name);
  if (kind == NULL) return container_fail_unknown(message);
  *holds = container_is_matroska(kind) || strcmp(kind->name, "mov") == 0;
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_holds_orientation(const char *name, int32_t *holds, cffmpeg_message *message) {
  *holds = 0;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVOutputFormat *kind = container_named(name);
  if (kind == NULL) return container_fail_unknown(message);
  *holds = container_is_mov(kind);
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_holds_fragments(const char *name, int32_t *holds, cffmpeg_message *message) {
  *holds = 0;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVOutputFormat *kind = container_named(name);
  if (kind == NULL) return container_fail_unknown(message);
  *holds = container_is_mov(kind) || container_is_matroska(kind);
  return CFFMPEG_OK;
}

cffmpeg_status container_fail_unknown(cffmpeg_message *message) {
  return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "its extension stands for no kind of movie; mp4, mov, mkv do");
}

bool container_holds_chapters(const AVOutputFormat *kind) {
  return container_is_mov(kind) || container_is_matroska(kind) || strcmp(kind->name, "nut") == 0;
}

const char *container_name(const AVOutputFormat *kind) {
  if (strcmp(kind->name, "mp4") == 0 || strcmp(kind->name, "ipod") == 0) return "MP4";
  if (strcmp(kind->name, "mov") == 0) return "QuickTime";
  if (strcmp(kind->name, "matroska") == 0) return "Matroska";
  if (strcmp(kind->name, "webm") == 0) return "WebM";
  return kind->name;
}
