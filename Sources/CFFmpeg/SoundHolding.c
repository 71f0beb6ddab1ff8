// Checks before a movie is written that its container holds the sound that will be copied.

#include "Container.h"
#include "Input.h"

/// Checks all sound whose codec is known; the copying decides on the rest.
static cffmpeg_status check_streams(
    const AVFormatContext *format, const AVOutputFormat *kind, cffmpeg_message *message) {
  for (unsigned i = 0; i < format->nb_streams; i++) {
    const AVCodecParameters *coding = format->streams[i]->codecpar;
    if (coding->codec_type != AVMEDIA_TYPE_AUDIO || coding->codec_id == AV_CODEC_ID_NONE) continue;
    cffmpeg_status status = container_check_sound(kind, coding->codec_id, message);
    if (status != CFFMPEG_OK) return status;
  }
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_check_sound(const char *source, const char *name, cffmpeg_message *message) {
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVOutputFormat *kind = container_named(name);
  if (kind == NULL) return container_fail_unknown(message);
  Input input;
  AVFormatContext *format = NULL;
  cffmpeg_status status = input_open(&input, source, message);
  if (status == CFFMPEG_OK) status = input_open_header(&input, &format, message);
  // The header of a transport stream names no codecs.
  if (status == CFFMPEG_OK && (format->ctx_flags & AVFMTCTX_NOHEADER) != 0) {
    av()->avformat_find_stream_info(format, NULL);
  }
  if (status == CFFMPEG_OK) status = check_streams(format, kind, message);
  if (format != NULL) av()->avformat_close_input(&format);
  input_close(&input);
  return status;
}
