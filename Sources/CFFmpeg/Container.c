#include "Container.h"

#include <string.h>

const AVOutputFormat *container_named(const char *name) {
  const AVOutputFormat *kind = av()->av_guess_format(NULL, name, NULL);
  // What writes files of its own makes playlists or pictures.
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
