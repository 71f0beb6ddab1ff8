#pragma once

#include "Sound.h"

struct cffmpeg_writer {
  AVFormatContext *format;
  AVCodecContext *encoder;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  Sound sound;
  double kr, kb;
  int64_t last_time;
  bool has_picture;
};
