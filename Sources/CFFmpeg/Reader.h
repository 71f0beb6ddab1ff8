#pragma once

#include "Concealment.h"
#include "Converter.h"
#include "Input.h"

/// A decoded picture that has not been returned yet.
typedef struct KeptPicture {
  AVFrame *frame;
  cffmpeg_picture picture;
  bool is_there;
} KeptPicture;

struct cffmpeg_reader {
  Input input;
  AVFormatContext *format;
  AVCodecContext *decoder;
  /// The errors that the decoder concealed.
  Concealment concealment;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  Converter converter;
  int64_t packet_count;
  /// The position in the file after the last packet; -1 if unknown.
  int64_t packet_end;
  /// The latest end of a packet of any stream, in units of `AV_TIME_BASE`.
  int64_t last_end;
  int64_t frame_count;
  /// The time for a picture without one: the end of the picture before it.
  int64_t next_time;
  /// The first error of reading. It is reported after the pictures that come before it.
  cffmpeg_status trouble;
  cffmpeg_message trouble_message;
  /// Whether the error is that pictures after others could not be decoded, and how many there were since the last good
  /// one.
  bool has_lost;
  int lost_count;
  /// Where a seek leads. Of the pictures from the key frame up to this time only the last is returned, which is still
  /// shown then.
  int64_t first_time;
  bool is_seeking;
  /// That picture, while it is not known whether another begins exactly at the time, and the picture after it.
  KeptPicture shown, following;
  /// Whether reading did not begin at the first packet.
  bool has_sought;
  /// Whether the pictures come from a camera, which has no end.
  bool is_live;
  /// A descriptor that becomes readable to end the wait for the camera; less than 0 for none.
  int wake_up;
  bool has_picture;
  bool is_draining;
  bool is_finished;
};

/// FFmpeg's interrupt callback: waits a moment for a camera that has no picture yet. Returns 1 if the wait is to end.
int reader_wait(void *reader);

/// Fills in `info` from the stream, before any picture is decoded.
void reader_describe(const cffmpeg_reader *reader, cffmpeg_info *info);

/// Decodes the next picture to `reader->frame`, regardless of seeking. After any status but CFFMPEG_OK there are no
/// more.
cffmpeg_status reader_decode(cffmpeg_reader *reader, cffmpeg_picture *picture, cffmpeg_message *message);
