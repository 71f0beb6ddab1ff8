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
  /// A picture that lies elsewhere, while it is coded; NULL before the first.
  AVFrame *borrowed;
} Encoder;

/// On failure, too, `encoder_close` is to be called.
cffmpeg_status encoder_open(
    Encoder *encoder, const cffmpeg_movie *movie, const AVOutputFormat *kind, cffmpeg_message *message);
/// Where the samples of the next picture go.
cffmpeg_status encoder_get_room(Encoder *encoder, PKYCbCrTarget *target, cffmpeg_message *message);
/// Whether pictures may be coded from where they lie.
bool encoder_takes_planes(const Encoder *encoder);
/// A picture of planes that lie elsewhere, to be coded and then given back; NULL where there is no memory.
AVFrame *encoder_borrow(Encoder *encoder, const PKYCbCrPlanes *planes);
void encoder_give_back(Encoder *encoder);
void encoder_close(Encoder *encoder);
