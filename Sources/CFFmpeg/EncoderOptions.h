#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Sets rate control and threads in `context`, and returns the encoder's own options (preset, rate factor, lookahead)
/// for `avcodec_open2`. The caller frees the dictionary.
AVDictionary *encoder_options(AVCodecContext *context, const AVCodec *codec, const cffmpeg_movie *movie);
