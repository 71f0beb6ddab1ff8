#pragma once

#include "Converter.h"
#include "Input.h"

struct cffmpeg_reader {
  Input input;
  AVFormatContext *format;
  AVCodecContext *decoder;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  Converter converter;
  int64_t packet_count;
  /// Where the last packet ended in the file; -1 where that is not known.
  int64_t packet_end;
  int64_t frame_count;
  /// The time that a picture without one gets: the end of the picture before.
  int64_t next_time;
  /// The first thing that went wrong while reading; told once the pictures before it have been handed out.
  cffmpeg_status trouble;
  cffmpeg_message trouble_message;
  bool has_picture;
  bool is_draining;
  bool is_finished;
};
