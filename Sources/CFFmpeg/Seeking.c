// Delivers pictures in order, from the one that is shown at a requested time.

#include "Reader.h"

/// The most seconds between two key frames of a broadcast.
enum { KEY_FRAME_SECONDS = 15 };

cffmpeg_status cffmpeg_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_message *message) {
  int64_t place = time;
  bool can_seek = true;
  if (reader->format->iformat->flags & AVFMT_TS_DISCONT) {
    // Broadcasts have no index of key frames, and pictures before the next one cannot be decoded, so reading begins
    // well before.
    const AVRational base = reader->stream->time_base;
    const int64_t margin = (int64_t)KEY_FRAME_SECONDS * base.den / base.num;
    const int64_t start = reader->stream->start_time == AV_NOPTS_VALUE ? 0 : reader->stream->start_time;
    can_seek = !__builtin_sub_overflow(time, margin, &place) && place > start;
  }
  // If the format does not support seeking, the pictures before the time are decoded and dropped.
  if (can_seek && av()->av_seek_frame(reader->format, reader->stream->index, place, AVSEEK_FLAG_BACKWARD) >= 0) {
    av()->avcodec_flush_buffers(reader->decoder);
    reader->has_sought = true;
  }
  if (reader->shown.frame == NULL) reader->shown.frame = av()->av_frame_alloc();
  if (reader->following.frame == NULL) reader->following.frame = av()->av_frame_alloc();
  if (reader->shown.frame == NULL || reader->following.frame == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  reader->shown.is_there = reader->following.is_there = false;
  reader->first_time = time;
  reader->is_seeking = true;
  return CFFMPEG_OK;
}

/// Whether a stream of known duration lasts beyond a time.
static bool is_before_end(const cffmpeg_reader *reader, int64_t time) {
  const AVStream *stream = reader->stream;
  int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time, end;
  return stream->duration > 0 && !__builtin_add_overflow(start, stream->duration, &end) && time < end;
}

/// Moves the reader's picture to `place`.
static void keep(cffmpeg_reader *reader, KeptPicture *place, const cffmpeg_picture *picture) {
  av()->av_frame_unref(place->frame);
  av()->av_frame_move_ref(place->frame, reader->frame);
  place->picture = *picture;
  place->is_there = true;
}

/// Returns a picture that was kept.
static cffmpeg_status give(cffmpeg_reader *reader, KeptPicture *place, cffmpeg_picture *picture) {
  av()->av_frame_unref(reader->frame);
  av()->av_frame_move_ref(reader->frame, place->frame);
  *picture = place->picture;
  place->is_there = false;
  reader->has_picture = true;
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_next(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message) {
  if (reader->following.is_there) return give(reader, &reader->following, picture);
  cffmpeg_status status = reader_decode(reader, picture, message);
  if (!reader->is_seeking) return status;
  while (status == CFFMPEG_OK && picture->time < reader->first_time) {
    keep(reader, &reader->shown, picture);
    status = reader_decode(reader, picture, message);
  }
  reader->is_seeking = false;
  bool is_exact = status == CFFMPEG_OK && picture->time == reader->first_time;
  if (is_exact || !reader->shown.is_there || (status != CFFMPEG_OK && status != CFFMPEG_END)) return status;
  if (status == CFFMPEG_END && !is_before_end(reader, reader->first_time)) return status;
  if (status == CFFMPEG_OK) keep(reader, &reader->following, picture);
  return give(reader, &reader->shown, picture);
}
