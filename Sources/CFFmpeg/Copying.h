#pragma once

#include "CFFmpeg.h"
#include "Input.h"
#include "SoundRetiming.h"
#include "TimeMap.h"
#include "Warnings.h"

/// The most milliseconds of sound that a decoder needs before the first sample that is heard: Opus needs 80.
enum { COPYING_PREROLL = 100 };

/// A stream of the source, and how it is copied.
typedef struct CopiedStream {
  /// The stream of the output, or NULL if this one is not copied.
  AVStream *output;
  /// The encoder of retimed sound; NULL if packets are copied.
  SoundRetiming *sound;
  /// The last decoding time that was written, in the output's unit; INT64_MIN before the first packet.
  int64_t last_time;
  /// The decoding time of the last packet in the source's unit; INT64_MIN before one is known.
  int64_t source_time;
  /// The time between decoding and presentation of the first picture, as codecs need it that reorder pictures, in the
  /// source's unit; INT64_MIN before it is known.
  int64_t lead;
  /// Whether a packet has been written that is shown or heard, that is, not cut off by an edit list.
  bool has_begun;
  /// The number of packets that were left out because they are damaged, and the length of the current run of them.
  int64_t lost_count;
  int lost_run;
} CopiedStream;

/// The copy of streams from one movie to another, packet by packet, without decoding. For one thread at a time.
typedef struct Copying {
  Input input;
  AVFormatContext *format;
  AVPacket *packet;
  /// One for each stream of the source.
  CopiedStream *streams;
  /// The number of streams when the source was opened. Transport streams and FLV can add streams later, which are not
  /// copied.
  unsigned stream_count;
  /// The source's video. It is encoded again by the writer, or copied if `copies_video`.
  AVStream *video;
  bool copies_video;
  /// The part of the source that is copied.
  int64_t from, to;
  AVRational from_base, to_base;
  /// Maps times of the source to those of the output, before the shift.
  TimeMap map;
  cffmpeg_pitch pitch;
  /// What is copied of the metadata: if not all, user data in coded pictures are removed.
  cffmpeg_metadata_policy policy;
  /// When the last copied picture ends, in the output's time. Its unit is 0 if the source decides.
  int64_t end;
  AVRational end_base;
  /// The time that is added to all times.
  int64_t shift;
  AVRational shift_base;
  /// Whether `packet` is pending: read, but not written.
  bool has_packet;
  bool is_finished;
  /// Whether the source ended too early, or reading failed.
  bool is_damaged;
  /// The number of video packets that have been read.
  int64_t picture_count;
} Copying;

/// Opens the source and finds its video. The caller calls `copying_close`, also on failure.
cffmpeg_status copying_open(Copying *copying, const cffmpeg_copy *copy, cffmpeg_message *message);
/// Adds to `output` a stream for each that is copied, the chapters and the tags. `video` is the output's stream of
/// pictures that are encoded again, or NULL.
cffmpeg_status copying_set_up(
    Copying *copying, const cffmpeg_copy *copy, AVFormatContext *output, AVStream *video, Warnings *warnings,
    cffmpeg_message *message);
/// Writes the packets that come before `time` in the output; all remaining ones if it is `INT64_MAX`.
cffmpeg_status copying_advance(
    Copying *copying, AVFormatContext *output, int64_t time, AVRational time_base, cffmpeg_message *message);
/// Adds a warning for each stream of which damaged packets were left out.
void copying_report_losses(const Copying *copying, Warnings *warnings);
/// Writes a description of a stream to `text`, such as "sound (aac, eng)".
void copying_name_stream(const Copying *copying, const AVStream *source, char *text, size_t size);
/// The time of the pending packet in the output, in units of `base`.
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
