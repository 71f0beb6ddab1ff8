#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// The coding of pictures, and the room for the next of them.
typedef struct Encoder {
  AVCodecContext *context;
  AVFrame *frame;
  cffmpeg_sample_layout layout;
  bool has_alpha;
} Encoder;

/// On failure, too, `encoder_close` is to be called.
cffmpeg_status encoder_open(
    Encoder *encoder, const cffmpeg_movie *movie, const AVOutputFormat *kind, cffmpeg_message *message);
/// Where the samples of the next picture go.
cffmpeg_status encoder_get_room(Encoder *encoder, PKYCbCrTarget *target, cffmpeg_message *message);
void encoder_close(Encoder *encoder);
