#pragma once

#include "Concealment.h"
#include "Converter.h"
#include "Input.h"

/// A picture that was decoded and not given yet.
typedef struct SoughtPicture {
  AVFrame *frame;
  cffmpeg_picture picture;
  bool is_there;
} SoughtPicture;

struct cffmpeg_reader {
  Input input;
  AVFormatContext *format;
  AVCodecContext *decoder;
  /// What the decoder makes up.
  Concealment concealment;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  Converter converter;
  int64_t packet_count;
  /// Where the last packet ended in the file; -1 where that is not known.
  int64_t packet_end;
  /// Where the packet ends that ends last of all streams, in units of `AV_TIME_BASE`.
  int64_t last_end;
  int64_t frame_count;
  /// The time that a picture without one gets: the end of the picture before.
  int64_t next_time;
  /// The first thing that went wrong while reading; told once the pictures before it have been handed out.
  cffmpeg_status trouble;
  cffmpeg_message trouble_message;
  /// Whether the trouble is of pictures that could not be decoded, after others, and how many there were since the last.
  bool has_lost;
  int lost_count;
  /// Of the pictures before this time, from the key frame on, only the last is given, which is shown then.
  int64_t first_time;
  bool is_seeking;
  /// That picture while it is not known whether another is shown at the time, and the one that follows it.
  SoughtPicture shown, following;
  /// Whether reading began elsewhere than at the first packet.
  bool has_sought;
  /// Whether the pictures come from a camera, which has no end.
  bool is_live;
  /// Can be read from when the waiting for the camera is to end; less than 0 for none.
  int wake_up;
  bool has_picture;
  bool is_draining;
  bool is_finished;
};

/// Waits a moment for a camera whose driver has no picture yet; whether the waiting is to end.
int reader_wait(void *reader);

/// What is known before a picture is decoded.
void reader_describe(const cffmpeg_reader *reader, cffmpeg_info *info);
