#pragma once

// Writes films with FFmpeg's libraries. A writer may be handed from thread to thread, but is used by one at a time.

#include <stddef.h>
#include <stdint.h>

#include "Rational.h"
#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cffmpeg_writer cffmpeg_writer;

/// How pictures are coded.
typedef enum cffmpeg_film_codec {
  /// As is usual for the kind of file.
  CFFMPEG_FILM_USUAL,
  CFFMPEG_FILM_H264,
  CFFMPEG_FILM_HEVC,
  CFFMPEG_FILM_VP9,
  CFFMPEG_FILM_AV1,
} cffmpeg_film_codec;

typedef struct cffmpeg_film {
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
  cffmpeg_film_codec codec;
  /// A film whose sound is copied as it is; NULL for none.
  const char *sound_path;
} cffmpeg_film;

/// Opens a film for writing at `path`; `name` is a name whose extension says what kind it is to be. On success `*writer`
/// is to be closed, otherwise it is NULL.
cffmpeg_status cffmpeg_create(
    const char *path, const char *name, const cffmpeg_film *film, cffmpeg_writer **writer, cffmpeg_message *message);

/// Writes the next picture: RGBA, of the film's size; `time` is later than the one before, in units of the time base.
cffmpeg_status cffmpeg_write(
    cffmpeg_writer *writer, const uint8_t *rgba, ptrdiff_t row_bytes, int64_t time, cffmpeg_message *message);

/// Writes what is still held back, and the end.
cffmpeg_status cffmpeg_finish(cffmpeg_writer *writer, cffmpeg_message *message);

/// Frees everything; NULL is allowed. A film that was not finished cannot be read.
void cffmpeg_close_writer(cffmpeg_writer *writer);

#ifdef __cplusplus
}
#endif
