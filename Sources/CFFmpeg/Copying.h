#pragma once

#include "CFFmpeg.h"
#include "Input.h"
#include "SoundRetiming.h"
#include "TimeMap.h"
#include "Warnings.h"

/// How many milliseconds of sound before the first that is heard decoders need at most: Opus 80.
enum { COPYING_PREROLL = 100 };

/// What becomes of a stream.
typedef struct CopiedStream {
  /// The stream of the output, or NULL where it is not taken over.
  AVStream *output;
  /// What codes it again; NULL where packets are copied.
  SoundRetiming *sound;
  /// The last decoding time that was written, in the output's unit; INT64_MIN before the first.
  int64_t last_time;
  /// How long the first picture is decoded before it is shown, as others are that are not coded in their order, in the
  /// source's unit; INT64_MIN before it is known.
  int64_t lead;
  /// Whether a packet has been written that is shown or heard, rather than left out by an edit list.
  bool has_begun;
  /// The packets that were left out because they are damaged, and how many of them come one after the other at the moment.
  int64_t lost_count;
  int lost_run;
} CopiedStream;

/// What is taken over from one movie into another, packet by packet, never decoded.
typedef struct Copying {
  Input input;
  AVFormatContext *format;
  AVPacket *packet;
  /// What becomes of each stream of the input.
  CopiedStream *streams;
  /// How many there were when it was opened. Transport streams and FLV can begin more later, which are not taken over.
  unsigned stream_count;
  /// The stream whose pictures are written anew, or copied too where `copies_video`.
  AVStream *video;
  bool copies_video;
  /// The part that is taken.
  int64_t from, to;
  AVRational from_base, to_base;
  /// Where times come to stand, before the shift.
  TimeMap map;
  cffmpeg_pitch pitch;
  /// When the last picture that is copied is no longer shown, in the output's time; its unit is 0 where the source says.
  int64_t end;
  AVRational end_base;
  /// What is added to all times.
  int64_t shift;
  AVRational shift_base;
  /// Whether `packet` has been read and not been written.
  bool has_packet;
  bool is_finished;
  /// Whether the movie ended too soon, or with an error of reading.
  bool is_damaged;
  /// The packets of pictures that have been read.
  int64_t picture_count;
} Copying;

/// Opens the movie and finds its video. On failure, too, `copying_close` is to be called.
cffmpeg_status copying_open(Copying *copying, const cffmpeg_copy *copy, cffmpeg_message *message);
/// Makes a stream in `output` for each that is taken over, and chapters and tags; `video` is the output's stream of
/// pictures that are coded anew, or NULL.
cffmpeg_status copying_set_up(
    Copying *copying, const cffmpeg_copy *copy, AVFormatContext *output, AVStream *video, Warnings *warnings,
    cffmpeg_message *message);
/// Writes the packets that belong before `time` of the output; all that are left where it is `INT64_MAX`.
cffmpeg_status copying_advance(
    Copying *copying, AVFormatContext *output, int64_t time, AVRational time_base, cffmpeg_message *message);
/// Adds a warning for each stream of which damaged packets were left out.
void copying_report_losses(const Copying *copying, Warnings *warnings);
/// Writes what a stream is into `text`: "sound (aac, eng)".
void copying_name_stream(const Copying *copying, const AVStream *source, char *text, size_t size);
/// The time at which the packet that waits to be written belongs, in units of `base`.
int64_t copying_time(const Copying *copying, AVRational base);
void copying_close(Copying *copying);

// Steps of these functions, which have files of their own.

/// Whether a stream of the source is taken over by a file of a kind; adds a warning if it is requested but cannot be.
/// `has_keys`: whether the output has QuickTime metadata keys, beside which FFmpeg writes no cover picture.
bool copying_takes_stream(
    const Copying *copying, const AVStream *source, const cffmpeg_copy *copy, const AVOutputFormat *kind, bool has_keys,
    Warnings *warnings);
/// Copies the chapters that lie in the copied part.
cffmpeg_status copying_copy_chapters(
    const Copying *copying, const cffmpeg_copy *copy, AVFormatContext *output, Warnings *warnings,
    cffmpeg_message *message);
/// The time in the output, in units of `result`, of a time of the source, in units of `base`.
int64_t copying_output_time(const Copying *copying, int64_t time, AVRational base, AVRational result);
/// Converts the times of the pending packet, one of `source`, to those of its stream in the output.
void copying_convert_times(Copying *copying, const AVStream *source, const AVFormatContext *output);
