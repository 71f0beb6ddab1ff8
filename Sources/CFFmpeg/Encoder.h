#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// The video encoder, and the buffer of the next picture. For one thread at a time.
typedef struct Encoder {
  AVCodecContext *context;
  AVFrame *frame;
  cffmpeg_sample_layout layout;
  bool has_alpha;
  /// A frame that refers to the caller's planes while they are encoded; NULL before the first.
  AVFrame *borrowed;
} Encoder;

/// Opens the encoder. The caller calls `encoder_close`, also on failure.
cffmpeg_status encoder_open(
    Encoder *encoder, const cffmpeg_movie *movie, const AVOutputFormat *kind, cffmpeg_message *message);
/// The buffer for the samples of the next picture, valid until that picture is encoded.
cffmpeg_status encoder_get_target(Encoder *encoder, PKYCbCrTarget *target, cffmpeg_message *message);
/// Whether `encoder_borrow_planes` may be used.
bool encoder_accepts_planes(const Encoder *encoder);
/// A frame that refers to the caller's planes without copying them, to be encoded and then released by
/// `encoder_return_planes`. NULL if memory is short.
AVFrame *encoder_borrow_planes(Encoder *encoder, const PKYCbCrPlanes *planes);
void encoder_return_planes(Encoder *encoder);
void encoder_close(Encoder *encoder);
