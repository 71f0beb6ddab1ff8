#pragma once

// Writes movies with FFmpeg's libraries. A writer may be used by several threads, but only by one at a time.

#include <stddef.h>
#include <stdint.h>

#include "CPixelKernels.h"
#include "Rational.h"
#include "Status.h"
#include "VideoColor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cffmpeg_writer cffmpeg_writer;

/// The video codec.
typedef enum cffmpeg_movie_codec {
  /// The default of the container.
  CFFMPEG_MOVIE_DEFAULT,
  CFFMPEG_MOVIE_H264,
  CFFMPEG_MOVIE_HEVC,
  CFFMPEG_MOVIE_VP9,
  CFFMPEG_MOVIE_AV1,
  CFFMPEG_MOVIE_PRORES_4444,
  CFFMPEG_MOVIE_FFV1,
} cffmpeg_movie_codec;

/// The content of the pictures.
typedef enum cffmpeg_movie_content {
  CFFMPEG_CONTENT_COLOR,
  CFFMPEG_CONTENT_COLOR_WITH_ALPHA,
  CFFMPEG_CONTENT_GRAY,
} cffmpeg_movie_content;

/// Which metadata of a source are kept.
typedef enum cffmpeg_metadata_policy {
  CFFMPEG_METADATA_KEEP,
  /// All but locations, serial numbers and owners.
  CFFMPEG_METADATA_SAFE,
  /// None but languages and the roles of streams.
  CFFMPEG_METADATA_STRIP,
} cffmpeg_metadata_policy;

/// How sound changes where it is played slower or faster.
typedef enum cffmpeg_pitch {
  CFFMPEG_PITCH_KEPT,
  /// The pitch is kept, at modest quality and less cost.
  CFFMPEG_PITCH_KEPT_FAST,
  /// The pitch changes with the rate, as on tape.
  CFFMPEG_PITCH_VARIED,
} cffmpeg_pitch;

/// A time in seconds.
typedef struct cffmpeg_time {
  int64_t numerator;
  int64_t denominator;
} cffmpeg_time;

/// A part of a movie that is played `rate` times as fast.
typedef struct cffmpeg_scaling {
  cffmpeg_time from, to;
  /// 0 if the part ends with the movie.
  int32_t has_end;
  cffmpeg_rational rate;
} cffmpeg_scaling;

/// Whether the value of a tag, a text of `count` bytes, is a picture.
typedef int32_t cffmpeg_is_picture(const char *text, size_t count);

/// The parts of a source that are copied without encoding them again.
typedef struct cffmpeg_copy {
  const char *path;
  int32_t sound, subtitles, cover_pictures, attachments, data, other_video, chapters, metadata;
  cffmpeg_metadata_policy policy;
  /// The part of the source that is copied, `from..<to`, in units of 1/`from_timescale` and 1/`to_timescale` s. A
  /// timescale of 0 leaves that side open. `from` becomes time 0.
  int64_t from, to;
  int32_t from_timescale, to_timescale;
  /// Parts that are played slower or faster, in order of time and not overlapping. With any of them, sound is encoded
  /// again. They exclude `from` and `to`.
  const cffmpeg_scaling *scalings;
  int32_t scaling_count;
  cffmpeg_pitch pitch;
  /// Recognizes pictures in tags, which are left out with `cover_pictures` or by the policy. Called while the writer is
  /// created. NULL for none but cover pictures of Vorbis comments.
  cffmpeg_is_picture *is_picture;
} cffmpeg_copy;

typedef struct cffmpeg_movie {
  int32_t width;
  int32_t height;
  /// The unit of the pictures' times, in seconds.
  cffmpeg_rational time_base;
  /// The time of the first picture.
  int64_t first_time;
  /// The approximate frame rate, for the codec's rate control.
  cffmpeg_rational frame_rate;
  /// The display matrix (ISO 14496-12, 6.2.2).
  int32_t display_matrix[9];
  /// The quality, on x264's scale of rate factors, 0...51; negative for the default.
  int32_t rate_factor;
  /// The average bit rate in bits per second, instead of a rate factor; 0 to use the factor.
  int64_t average_bit_rate;
  /// The maximum bit rate in bits per second, approximate; 0 for no limit. For H.264 and HEVC that are not lossless.
  int64_t maximum_bit_rate;
  int32_t is_lossless;
  cffmpeg_movie_codec codec;
  cffmpeg_movie_content content;
  /// Bits per component, 8 or 10. FFV1 stores 16 bits if 10 are requested for R'G'B'.
  int32_t depth;
  /// The chroma subsampling of the source's Y'CbCr, such as 420, which FFV1 keeps. 0 if the source has another format,
  /// or more bits than `depth`.
  int32_t source_chroma;
  cffmpeg_color color;
  cffmpeg_rational pixel_aspect_ratio;
  /// The most milliseconds of the movie that are lost if the process dies while writing: the movie is written in
  /// fragments, and the encoder holds back few pictures. 0 for a movie that is readable only when it is finished.
  int32_t fragment_milliseconds;
  /// The threads of H.264's encoder, each of which holds back a picture; 0 for the encoder's own choice.
  int32_t threads;
  /// The sample rate and channels of the sound that the caller writes; 0 for none.
  int32_t sound_rate, sound_channel_count;
  /// What is copied from a source; NULL for nothing.
  const cffmpeg_copy *copy;
} cffmpeg_movie;

/// The layout in which the caller delivers the next picture's samples.
typedef enum cffmpeg_sample_layout {
  /// The planes of `target`.
  CFFMPEG_LAYOUT_YCBCR,
  /// `target.luma` alone, of 8 bits, in the range of `target`.
  CFFMPEG_LAYOUT_LUMA,
  /// Blue, green, red and alpha, a byte each, in rows at `target.luma`.
  CFFMPEG_LAYOUT_BGRA,
  /// Red, green and blue, and alpha unless it is RGB48, in 16-bit words of native byte order, in rows at `target.luma`.
  CFFMPEG_LAYOUT_RGB48,
  CFFMPEG_LAYOUT_RGBA64,
} cffmpeg_sample_layout;

/// Begins a movie at the start of a file that is open for writing. `descriptor` stays the caller's. The extension of
/// `name` selects the container. On success the caller closes `*writer` with `cffmpeg_close_writer`, otherwise it is
/// NULL.
cffmpeg_status cffmpeg_create(
    int descriptor, const char *name, const cffmpeg_movie *movie, cffmpeg_writer **writer, cffmpeg_message *message);

/// The buffer for the next picture's samples, and their layout. It belongs to the writer, and is valid until the
/// picture is written.
cffmpeg_status cffmpeg_get_target(
    cffmpeg_writer *writer, cffmpeg_sample_layout *layout, PKYCbCrTarget *target, cffmpeg_message *message);

/// Writes the picture in that buffer. `time` is in units of the time base, and later than that of the picture before.
cffmpeg_status cffmpeg_write(cffmpeg_writer *writer, int64_t time, cffmpeg_message *message);

/// Whether the next picture may be written by `cffmpeg_write_planes`.
int32_t cffmpeg_accepts_planes(const cffmpeg_writer *writer);

/// Writes a picture from the caller's planes, which have the format of the buffer, without copying them there. The
/// encoder copies them before this returns. Requires `cffmpeg_accepts_planes`.
cffmpeg_status cffmpeg_write_planes(
    cffmpeg_writer *writer, const PKYCbCrPlanes *planes, int64_t time, cffmpeg_message *message);

/// Writes sound beside the pictures: `count` interleaved samples per channel, in -1...1; silence if `samples` is NULL.
/// `time` is that of the first one, in samples from the movie's time 0. Samples that overlap earlier ones are dropped,
/// and gaps become silence.
cffmpeg_status cffmpeg_write_sound(
    cffmpeg_writer *writer, const float *samples, int64_t count, int64_t time, cffmpeg_message *message);

/// Begins a movie whose pictures are copied too, by calls of `cffmpeg_copy_next`. Otherwise as `cffmpeg_create`.
cffmpeg_status cffmpeg_create_copy(
    int descriptor, const char *name, const cffmpeg_copy *copy, cffmpeg_writer **writer, cffmpeg_message *message);

/// Sets when the last copied picture ends, in units of 1/`timescale` s, if that is later than the picture and the file
/// is MP4 or QuickTime. Call it before `cffmpeg_copy_next`.
void cffmpeg_end_copied_pictures(cffmpeg_writer *writer, int64_t end, int32_t timescale);

/// Copies about a second. Returns CFFMPEG_END when everything is copied.
cffmpeg_status cffmpeg_copy_next(cffmpeg_writer *writer, cffmpeg_message *message);

/// Writes what the encoders hold back, and the end of the file. Without fragments, the last picture is shown until
/// `end`, in units of the movie's time base; for one frame at its rate if `end` is INT64_MIN or not after the picture.
/// `is_cut` ends what is copied with the pictures, for a movie that was cut short.
cffmpeg_status cffmpeg_finish(cffmpeg_writer *writer, int64_t end, int32_t is_cut, cffmpeg_message *message);

/// Checks by its header alone whether the sound of the movie at `source` can be copied into the container for the
/// extension of `name`: CFFMPEG_UNSUPPORTED if not, and errors of opening it.
cffmpeg_status cffmpeg_check_sound(const char *source, const char *name, cffmpeg_message *message);

/// Whether the container for the extension of `name` can be written in fragments, so that the file can be read while it
/// is written: MP4 and its variants, Matroska and WebM.
cffmpeg_status cffmpeg_holds_fragments(const char *name, int32_t *holds, cffmpeg_message *message);

/// Whether the container for the extension of `name` holds transparency with its default codec for that: WebM,
/// QuickTime and Matroska.
cffmpeg_status cffmpeg_holds_alpha(const char *name, int32_t *holds, cffmpeg_message *message);

/// Whether the container for the extension of `name` keeps the display matrix: MP4 and its variants.
cffmpeg_status cffmpeg_holds_orientation(const char *name, int32_t *holds, cffmpeg_message *message);

/// The number of pictures that can be read from the file as it is now; 0 for a movie without fragments until it is
/// finished.
int64_t cffmpeg_count_readable(const cffmpeg_writer *writer);

/// Whether the file is MP4 or QuickTime in fragments.
int32_t cffmpeg_ends_in_fragments(const cffmpeg_writer *writer);

/// What could not be copied and what was changed, one sentence per line; valid until the next use of the writer.
const char *cffmpeg_get_warnings(const cffmpeg_writer *writer);

/// Frees everything; NULL is allowed. A movie that was not finished is unreadable, except for its fragments: after a
/// failed call the file ends with the last whole fragment.
void cffmpeg_close_writer(cffmpeg_writer *writer);

#ifdef __cplusplus
}
#endif
