#pragma once

// Reads and writes movies with FFmpeg's libraries. They are loaded when the first file is opened: a program that opens
// none does not pay for them, and where they are missing calls return CFFMPEG_RUNTIME_MISSING.
//
// Functions that may fail return a status, and in `message` a sentence for people if it is not CFFMPEG_OK. A reader may
// be used by several threads, but only by one at a time.

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

/// The most pixels of one picture.
#define CFFMPEG_PIXEL_LIMIT 150000000

/// Properties of the video that are known before a picture is decoded.
typedef struct cffmpeg_info {
  int32_t width;
  int32_t height;
  /// The unit of the pictures' times, in seconds.
  cffmpeg_rational time_base;
  /// Pictures per second, from the header or estimated from the first packets.
  cffmpeg_rational frame_rate;
  /// The length in units of `duration_base`, or INT64_MIN if unknown.
  int64_t duration;
  cffmpeg_rational duration_base;
  /// Whether that is the length of the video stream, not that of all streams together.
  int32_t is_duration_of_pictures;
  /// Elements a, b, c and d of the display matrix: a stored (x, y) is shown at (a x + c y, b x + d y), translation left
  /// out.
  int32_t display_matrix[4];
  /// The pixel aspect ratio, width by height; 0/1 or 0/0 if unknown.
  cffmpeg_rational pixel_aspect_ratio;
  cffmpeg_color color;
  /// Bits per component; 0 if unknown.
  int32_t depth;
  /// The chroma subsampling as a number, such as 420 for 4:2:0; 400 for gray, 0 for RGB, palettes and unknown formats.
  int32_t chroma_subsampling;
  int32_t has_alpha;
  int32_t is_interlaced;
  /// The time of the first picture in units of the time base, or INT64_MIN if unknown.
  int64_t start_time;
  /// The number of pictures that the container states; 0 if it does not.
  int64_t frame_count;
  /// FFmpeg's name of the codec.
  char codec[32];
  /// The number of streams in the file, and the index of the one that is read.
  int32_t stream_count;
  int32_t stream_index;
} cffmpeg_info;

/// The content of a stream.
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
  /// FFmpeg's name of the codec, or the container's tag if FFmpeg has none.
  char codec[32];
  /// The language in ISO 639-2, or empty.
  char language[16];
} cffmpeg_stream;

/// The picture that `cffmpeg_next` decoded.
typedef struct cffmpeg_picture {
  int32_t width;
  int32_t height;
  /// The presentation time in units of the time base.
  int64_t time;
  /// Code points of ITU-T H.273.
  int32_t primaries;
  int32_t transfer;
  int32_t is_interlaced;
  /// Whether pixels of its format may be translucent.
  int32_t has_alpha;
  /// Whether the decoder concealed errors (FFmpeg's for H.264 reports them), or pictures just before this one could not
  /// be decoded.
  int32_t is_damaged;
} cffmpeg_picture;

typedef struct cffmpeg_reader cffmpeg_reader;

/// Opens a file's best video stream. On success the caller closes `*reader` with `cffmpeg_close`, otherwise it is NULL.
/// `threads` are the decoder's; 0 for one a core.
cffmpeg_status cffmpeg_open(
    const char *path, int32_t threads, cffmpeg_reader **reader, cffmpeg_info *info, cffmpeg_message *message);

/// The requested mode of a camera. Members that are 0 are left to the camera.
typedef struct cffmpeg_camera_options {
  int32_t width;
  int32_t height;
  cffmpeg_rational frame_rate;
  /// A descriptor that becomes readable to end the wait for a picture; the video then ends as at the end of a file.
  /// Less than 0 for none. The caller keeps it open as long as the reader.
  int wake_up;
} cffmpeg_camera_options;

/// Opens a Video4Linux device, such as "/dev/video0", for `cffmpeg_next`. Otherwise as `cffmpeg_open`.
cffmpeg_status cffmpeg_open_camera(
    const char *device, const cffmpeg_camera_options *options, cffmpeg_reader **reader, cffmpeg_info *info,
    cffmpeg_message *message);

/// Stream `index` of the file, in `0..<stream_count`.
cffmpeg_stream cffmpeg_get_stream(const cffmpeg_reader *reader, int32_t index);

/// Makes the first call of `cffmpeg_next` return the picture that is shown at `time`, in units of the time base. Call
/// it before that.
cffmpeg_status cffmpeg_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_message *message);

/// Lets the decoder skip pictures that no other refers to, for callers that need only some. Decoders that cannot tell
/// them apart decode all.
void cffmpeg_skip_unreferenced(cffmpeg_reader *reader);

/// Decodes the next picture in presentation order. After any status but CFFMPEG_OK there are no more.
cffmpeg_status cffmpeg_next(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message);

/// Converts the picture of the last `cffmpeg_next` to full-range RGBA of 8 or 16 bits, in rows without padding. `count`
/// is the number of bytes at `rgba`, and must be width * height * bits / 2. Alpha is straight if `keeps_alpha`, else
/// opaque.
cffmpeg_status cffmpeg_copy_rgba(
    cffmpeg_reader *reader, int32_t bits, int32_t keeps_alpha, void *rgba, size_t count, cffmpeg_message *message);

/// Describes the planes of the picture of the last `cffmpeg_next`, valid until the next call. Returns 0 if the picture
/// is not planar Y'CbCr or gray; `cffmpeg_copy_rgba` converts those.
int cffmpeg_get_planes(const cffmpeg_reader *reader, PKYCbCrPlanes *planes);

/// Frees the reader and everything that it returned. NULL is allowed.
void cffmpeg_close(cffmpeg_reader *reader);

#ifdef __cplusplus
}
#endif
