#pragma once

// Reads the pictures of a video file with FFmpeg's libraries, which are loaded when the first file is opened: a
// program that opens none does not pay for them, and one that runs where they are missing gets a status.
//
// A reader may be handed from thread to thread, but is used by one at a time.

#include <stddef.h>
#include <stdint.h>

#include "CPixelKernels.h"
#include "MovieWriting.h"
#include "PictureDecoding.h"
#include "Rational.h"
#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pixels of one picture, at most.
#define CFFMPEG_PIXEL_LIMIT 150000000

/// What is known of the video before any picture of it is decoded.
typedef struct cffmpeg_info {
  int32_t width;
  int32_t height;
  /// Seconds a unit of the pictures' times.
  cffmpeg_rational time_base;
  /// Pictures a second, as the file says or as was guessed from its beginning.
  cffmpeg_rational frame_rate;
  /// The length in units of `duration_base`, or INT64_MIN where unknown.
  int64_t duration;
  cffmpeg_rational duration_base;
  /// The display matrix's a, b, c and d: a stored (x, y) is shown at (a x + c y, b x + d y), but for a shift.
  int32_t display_matrix[4];
} cffmpeg_info;

/// The picture that `cffmpeg_next` decoded.
typedef struct cffmpeg_picture {
  int32_t width;
  int32_t height;
  /// The presentation time in units of the time base.
  int64_t time;
  /// Whether the primaries are Display P3's rather than something near sRGB's.
  int32_t is_display_p3;
} cffmpeg_picture;

typedef struct cffmpeg_reader cffmpeg_reader;

/// Opens the file's best video stream. On success `*reader` is to be closed, otherwise it is NULL.
cffmpeg_status cffmpeg_open(
    const char *path, cffmpeg_reader **reader, cffmpeg_info *info, cffmpeg_message *message);

/// What is asked of a camera; what is 0 is left to it.
typedef struct cffmpeg_camera_options {
  int32_t width;
  int32_t height;
  cffmpeg_rational frame_rate;
} cffmpeg_camera_options;

/// Opens a Video4Linux device, "/dev/video0" for instance, for `cffmpeg_next`. As `cffmpeg_open` otherwise.
cffmpeg_status cffmpeg_open_camera(
    const char *device, const cffmpeg_camera_options *options, cffmpeg_reader **reader, cffmpeg_info *info,
    cffmpeg_message *message);

/// Before the first `cffmpeg_next`: makes it begin with the first picture that is shown at `time`, in units of the time
/// base, or later.
cffmpeg_status cffmpeg_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_message *message);

/// Decodes the next picture in the order of showing. After any status but OK there are no more.
cffmpeg_status cffmpeg_next(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message);

/// Converts the picture of the last `cffmpeg_next` to full-range RGBA with an alpha of 255 everywhere, row after row
/// without padding; `count` is the number of bytes at `rgba` and must be width * height * 4.
cffmpeg_status cffmpeg_copy_rgba(cffmpeg_reader *reader, void *rgba, size_t count, cffmpeg_message *message);

/// The planes of the picture of the last `cffmpeg_next`, valid until the next one; 0 where it is of another kind, which
/// is for `cffmpeg_copy_rgba`.
int cffmpeg_get_planes(const cffmpeg_reader *reader, PKYCbCrPlanes *planes);

/// Frees everything; NULL is allowed.
void cffmpeg_close(cffmpeg_reader *reader);

#ifdef __cplusplus
}
#endif
