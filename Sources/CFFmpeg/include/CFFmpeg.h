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
#include "SoundReading.h"
#include "Status.h"
#include "VideoColor.h"
#include "VideoDecoding.h"

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
  /// Whether that is the length of the pictures, and not of all streams together.
  int32_t is_duration_of_pictures;
  /// The display matrix's a, b, c and d: a stored (x, y) is shown at (a x + c y, b x + d y), but for a shift.
  int32_t display_matrix[4];
  /// The width of a pixel by its height; 0/1 or 0/0 where unknown.
  cffmpeg_rational pixel_aspect_ratio;
  cffmpeg_color color;
  /// Bits of a component; 0 where unknown.
  int32_t depth;
  /// The digits of 4:2:0 and so on as a number, 420; 400 for gray, 0 for RGB, palettes and what is unknown.
  int32_t chroma_subsampling;
  int32_t has_alpha;
  int32_t is_interlaced;
  /// The time of the first picture in units of the time base, or INT64_MIN where unknown.
  int64_t start_time;
  /// The number of pictures that the container states; 0 where it is silent.
  int64_t frame_count;
  /// FFmpeg's name of the codec.
  char codec[32];
  /// The streams of the file, and which of them is read.
  int32_t stream_count;
  int32_t stream_index;
} cffmpeg_info;

/// What a stream holds.
typedef enum cffmpeg_stream_kind {
  CFFMPEG_STREAM_VIDEO,
  CFFMPEG_STREAM_SOUND,
  CFFMPEG_STREAM_SUBTITLES,
  CFFMPEG_STREAM_DATA,
  CFFMPEG_STREAM_ATTACHMENT,
  CFFMPEG_STREAM_COVER_PICTURE,
} cffmpeg_stream_kind;

typedef struct cffmpeg_stream {
  cffmpeg_stream_kind kind;
  /// FFmpeg's name of the codec, or the container's tag where FFmpeg has none.
  char codec[32];
  /// ISO 639-2, or empty.
  char language[16];
} cffmpeg_stream;

/// The picture that `cffmpeg_next` decoded.
typedef struct cffmpeg_picture {
  int32_t width;
  int32_t height;
  /// The presentation time in units of the time base.
  int64_t time;
  /// Code points of H.273.
  int32_t primaries;
  int32_t transfer;
  int32_t is_interlaced;
  /// Whether pixels of its kind may be translucent.
  int32_t has_alpha;
  /// Whether the decoder made up what was missing or wrong, and says so (that of H.264 does), or pictures before this one could
  /// not be decoded.
  int32_t is_damaged;
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
  /// A descriptor that can be read from when the waiting for a picture is to end, for then it ends as at the end of a file;
  /// less than 0 for none. It stays the caller's, and open as long as the reader.
  int wake_up;
} cffmpeg_camera_options;

/// Opens a Video4Linux device, "/dev/video0" for instance, for `cffmpeg_next`. As `cffmpeg_open` otherwise.
cffmpeg_status cffmpeg_open_camera(
    const char *device, const cffmpeg_camera_options *options, cffmpeg_reader **reader, cffmpeg_info *info,
    cffmpeg_message *message);

/// Stream `index` of the file, below the `stream_count` of its description.
cffmpeg_stream cffmpeg_get_stream(const cffmpeg_reader *reader, int32_t index);

/// Before the first `cffmpeg_next`: makes it begin with the first picture that is shown at `time`, in units of the time
/// base, or later.
cffmpeg_status cffmpeg_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_message *message);

/// From now on pictures to which no other refers need not be decoded: for a look at some of them. Decoders that cannot tell
/// decode all.
void cffmpeg_skip_unreferenced(cffmpeg_reader *reader);

/// Decodes the next picture in the order of showing. After any status but OK there are no more.
cffmpeg_status cffmpeg_next(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message);

/// Converts the picture of the last `cffmpeg_next` to full-range RGBA of 8 or 16 bits, row after row without padding; `count`
/// is the number of bytes at `rgba` and must be width * height * bits / 2. Opaque everywhere, unless alpha is kept, which is
/// straight.
cffmpeg_status cffmpeg_copy_rgba(
    cffmpeg_reader *reader, int32_t bits, int32_t keeps_alpha, void *rgba, size_t count, cffmpeg_message *message);

/// The planes of the picture of the last `cffmpeg_next`, valid until the next one; 0 where it is of another kind, which
/// is for `cffmpeg_copy_rgba`.
int cffmpeg_get_planes(const cffmpeg_reader *reader, PKYCbCrPlanes *planes);

/// Frees everything; NULL is allowed.
void cffmpeg_close(cffmpeg_reader *reader);

#ifdef __cplusplus
}
#endif
