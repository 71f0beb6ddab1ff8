#pragma once

// Writes movies with FFmpeg's libraries. A writer may be handed from thread to thread, but is used by one at a time.

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

/// How pictures are coded.
typedef enum cffmpeg_movie_codec {
  /// As is usual for the kind of file.
  CFFMPEG_MOVIE_USUAL,
  CFFMPEG_MOVIE_H264,
  CFFMPEG_MOVIE_HEVC,
  CFFMPEG_MOVIE_VP9,
  CFFMPEG_MOVIE_AV1,
  CFFMPEG_MOVIE_PRORES_4444,
  CFFMPEG_MOVIE_FFV1,
} cffmpeg_movie_codec;

/// What pictures hold.
typedef enum cffmpeg_movie_content {
  CFFMPEG_CONTENT_COLOR,
  CFFMPEG_CONTENT_COLOR_WITH_ALPHA,
  CFFMPEG_CONTENT_GRAY,
} cffmpeg_movie_content;

/// Which metadata of a source are kept.
typedef enum cffmpeg_metadata_policy {
  CFFMPEG_METADATA_KEEP,
  /// All but places, serial numbers and owners.
  CFFMPEG_METADATA_SAFE,
  /// None but languages and what streams are for.
  CFFMPEG_METADATA_STRIP,
} cffmpeg_metadata_policy;

/// What becomes of the pitch of sound that is shown slower or faster.
typedef enum cffmpeg_pitch {
  CFFMPEG_PITCH_KEPT,
  /// At modest quality, for less time.
  CFFMPEG_PITCH_KEPT_CHEAPLY,
  /// It goes down and up with the rate, as that of a tape.
  CFFMPEG_PITCH_VARIED,
} cffmpeg_pitch;

/// A time in seconds.
typedef struct cffmpeg_time {
  int64_t numerator;
  int64_t denominator;
} cffmpeg_time;

/// A part of a movie that is shown `rate` times as fast.
typedef struct cffmpeg_scaling {
  cffmpeg_time from, to;
  /// 0 where the part ends with the movie.
  int32_t has_end;
  cffmpeg_rational rate;
} cffmpeg_scaling;

/// What is taken over from another movie as it is.
typedef struct cffmpeg_copy {
  const char *path;
  int32_t sound, subtitles, cover_pictures, attachments, data, other_video, chapters, metadata;
  cffmpeg_metadata_policy policy;
  /// The part of the source that is taken, `from..<to` in units of 1/`from_timescale` and 1/`to_timescale` s; all where a
  /// timescale is 0. `from` becomes 0.
  int64_t from, to;
  int32_t from_timescale, to_timescale;
  /// Parts that are shown slower or faster, in their order, none within another; sound is coded again where there are any.
  /// Not together with a part that is taken.
  const cffmpeg_scaling *scalings;
  int32_t scaling_count;
  cffmpeg_pitch pitch;
} cffmpeg_copy;

typedef struct cffmpeg_movie {
  int32_t width;
  int32_t height;
  /// Seconds a unit of the pictures' times.
  cffmpeg_rational time_base;
  /// The time of the first picture.
  int64_t first_time;
  /// Pictures a second, about; what the codec reckons with.
  cffmpeg_rational frame_rate;
  /// The display matrix (ISO 14496-12, 6.2.2).
  int32_t display_matrix[9];
  /// How much may be lost, on x264's scale of 0...51; negative for the default.
  int32_t rate_factor;
  /// Bits a second on average, in place of a factor; 0 where the factor decides.
  int64_t average_bit_rate;
  /// Bits of a second at most, about; 0 for no bound. Of H.264 and HEVC alone, and not of what is lossless.
  int64_t maximum_bit_rate;
  int32_t is_lossless;
  cffmpeg_movie_codec codec;
  cffmpeg_movie_content content;
  /// Bits of a component, 8 or 10; FFV1 holds 16 where 10 are asked for and the pictures are R'G'B'.
  int32_t depth;
  /// The chroma subsampling of the Y'CbCr that the pictures came as, such as 420: FFV1 keeps them so. 0 where they did not, or
  /// have more bits than `depth`.
  int32_t source_chroma;
  cffmpeg_color color;
  cffmpeg_rational pixel_aspect_ratio;
  /// How much time is lost at most where writing ends without a word, in milliseconds: the movie is written in fragments, and
  /// the encoder holds few pictures back. 0 for a movie that can be read only when it is finished.
  int32_t fragment_milliseconds;
  /// Samples a second and channels of the sound that is given beside the pictures; 0 for none.
  int32_t sound_rate, sound_channel_count;
  /// NULL where nothing is taken over.
  const cffmpeg_copy *copy;
} cffmpeg_movie;

/// Where and how the next picture's samples are to be put.
typedef enum cffmpeg_sample_layout {
  /// The planes of `target`.
  CFFMPEG_LAYOUT_YCBCR,
  /// `target.luma` alone, of 8 bits, in the range of `target`.
  CFFMPEG_LAYOUT_LUMA,
  /// Blue, green, red and alpha, a byte each, in rows at `target.luma`.
  CFFMPEG_LAYOUT_BGRA,
  /// Red, green and blue, and alpha unless it is RGB48, in 16-bit words of the machine's order in rows at `target.luma`.
  CFFMPEG_LAYOUT_RGB48,
  CFFMPEG_LAYOUT_RGBA64,
} cffmpeg_sample_layout;

/// Begins a movie in a file that is open for writing, at its beginning, and stays the caller's; `name` is a name whose
/// extension says what kind it is to be. On success `*writer` is to be closed, otherwise it is NULL.
cffmpeg_status cffmpeg_create(
    int descriptor, const char *name, const cffmpeg_movie *movie, cffmpeg_writer **writer, cffmpeg_message *message);

/// Room for the next picture, valid until it is written.
cffmpeg_status cffmpeg_get_room(
    cffmpeg_writer *writer, cffmpeg_sample_layout *layout, PKYCbCrTarget *target, cffmpeg_message *message);

/// Writes the picture that has been put there; `time` is later than the one before, in units of the time base.
cffmpeg_status cffmpeg_write(cffmpeg_writer *writer, int64_t time, cffmpeg_message *message);

/// Whether the next picture may be written by `cffmpeg_write_planes`.
int32_t cffmpeg_takes_planes(const cffmpeg_writer *writer);

/// Writes a picture of planes that are such as the room is for, without copying them there: the encoder copies them itself, before
/// this returns. Only where `cffmpeg_takes_planes` says so.
cffmpeg_status cffmpeg_write_planes(
    cffmpeg_writer *writer, const PKYCbCrPlanes *planes, int64_t time, cffmpeg_message *message);

/// Writes sound beside the pictures, channel after channel for each moment, of -1...1. `time` is that of the first, in samples
/// from the movie's time zero: what was written before is left out, and what lies between is silent. Silence where `samples` is
/// NULL.
cffmpeg_status cffmpeg_write_sound(
    cffmpeg_writer *writer, const float *samples, int64_t count, int64_t time, cffmpeg_message *message);

/// Begins a movie whose pictures are another's too, which `cffmpeg_copy_some` writes.
cffmpeg_status cffmpeg_create_copy(
    int descriptor, const char *name, const cffmpeg_copy *copy, cffmpeg_writer **writer, cffmpeg_message *message);

/// Says when the last of the pictures that are copied is no longer shown, in units of 1/`timescale` s, where that is after it and
/// the file is MP4 or QuickTime. Before the first call of `cffmpeg_copy_some`.
void cffmpeg_end_copied_pictures(cffmpeg_writer *writer, int64_t end, int32_t timescale);

/// Copies about a second; CFFMPEG_END when all is copied.
cffmpeg_status cffmpeg_copy_some(cffmpeg_writer *writer, cffmpeg_message *message);

/// Writes what is still held back, and the end. The last picture is shown until `end`, in units of the movie's time base, where
/// the movie is not written in fragments; as long as is usual at its rate where that is INT64_MIN or not after the picture.
/// What is copied ends with the pictures where `is_cut`, for a movie that was cut short.
cffmpeg_status cffmpeg_finish(cffmpeg_writer *writer, int64_t end, int32_t is_cut, cffmpeg_message *message);

/// Whether a file of the kind that the extension of `name` stands for can be read while it is written, in fragments. MP4 and its
/// kin, Matroska and WebM can.
cffmpeg_status cffmpeg_holds_fragments(const char *name, int32_t *holds, cffmpeg_message *message);

/// Whether a file of the kind that the extension of `name` stands for holds transparency, in the codec that is usual then:
/// WebM, QuickTime and Matroska do.
cffmpeg_status cffmpeg_holds_alpha(const char *name, int32_t *holds, cffmpeg_message *message);

/// Whether a file of the kind that the extension of `name` stands for keeps how its pictures are turned: MP4 and its kin do.
cffmpeg_status cffmpeg_holds_orientation(const char *name, int32_t *holds, cffmpeg_message *message);

/// How many pictures can be read from the file as it is now; 0 for a movie without fragments until it is finished.
int64_t cffmpeg_count_readable(const cffmpeg_writer *writer);

/// Whether the file is MP4 or QuickTime in fragments.
int32_t cffmpeg_ends_in_fragments(const cffmpeg_writer *writer);

/// What could not be taken over and what was changed, a sentence a line; valid until the writer is next used.
const char *cffmpeg_get_warnings(const cffmpeg_writer *writer);

/// Frees everything; NULL is allowed. A movie that was not finished cannot be read, but for its fragments. Where a function
/// above has failed the file ends with the last whole one.
void cffmpeg_close_writer(cffmpeg_writer *writer);

#ifdef __cplusplus
}
#endif
