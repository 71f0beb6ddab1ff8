#pragma once

// Writes movies with FFmpeg's libraries. A writer may be handed from thread to thread, but is used by one at a time.

#include <stddef.h>
#include <stdint.h>

#include "Rational.h"
#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cffmpeg_writer cffmpeg_writer;

/// How pictures are coded.
typedef enum cffmpeg_movie_codec {
  /// As is usual for the kind of file.
  CFFMPEG_MOVIE_USUAL,
  CFFMPEG_MOVIE_H264,
  CFFMPEG_MOVIE_HEVC,
  CFFMPEG_MOVIE_VP9,
  CFFMPEG_MOVIE_AV1,
} cffmpeg_movie_codec;

typedef struct cffmpeg_movie {
  int32_t width;
  int32_t height;
  /// Seconds a unit of the pictures' times.
  cffmpeg_rational time_base;
  /// Pictures a second, about; what the codec reckons with.
  cffmpeg_rational frame_rate;
  /// The display matrix (ISO 14496-12, 6.2.2).
  int32_t display_matrix[9];
  /// How much may be lost: the codec's constant rate factor, 0 nothing, 51 most.
  int32_t rate_factor;
  cffmpeg_movie_codec codec;
  /// A movie whose sound is copied as it is; NULL for none.
  const char *sound_path;
} cffmpeg_movie;

/// Opens a movie for writing at `path`; `name` is a name whose extension says what kind it is to be. On success `*writer`
/// is to be closed, otherwise it is NULL.
cffmpeg_status cffmpeg_create(
    const char *path, const char *name, const cffmpeg_movie *movie, cffmpeg_writer **writer, cffmpeg_message *message);

/// Writes the next picture: RGBA, of the movie's size; `time` is later than the one before, in units of the time base.
cffmpeg_status cffmpeg_write(
    cffmpeg_writer *writer, const uint8_t *rgba, ptrdiff_t row_bytes, int64_t time, cffmpeg_message *message);

/// Writes what is still held back, and the end.
cffmpeg_status cffmpeg_finish(cffmpeg_writer *writer, cffmpeg_message *message);

/// Frees everything; NULL is allowed. A movie that was not finished cannot be read.
void cffmpeg_close_writer(cffmpeg_writer *writer);

#ifdef __cplusplus
}
#endif
