#include "Container.h"
#include "Copying.h"
#include "Tags.h"

cffmpeg_status copying_copy_chapters(
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
