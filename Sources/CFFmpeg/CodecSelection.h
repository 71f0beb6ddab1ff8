#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// The encoder for a movie in a file of a kind: the codec that `movie` names, or the default of the kind. NULL if this
/// FFmpeg has none.
const AVCodec *codec_select(const cffmpeg_movie *movie, const AVOutputFormat *kind);
/// Checks that the file can hold what the codec makes, and that the codec can do what `movie` demands. `codec` may be
/// NULL.
cffmpeg_status codec_check(
    const cffmpeg_movie *movie, const AVOutputFormat *kind, const AVCodec *codec, cffmpeg_message *message);
/// The pixel format of the encoder's pictures, and in `*layout` the form in which the caller delivers them: 4:2:0 if
/// the codec and the size allow it, else 4:4:4. AV_PIX_FMT_NONE if the codec has neither.
enum AVPixelFormat codec_pixel_format(
    const AVCodec *codec, const cffmpeg_movie *movie, cffmpeg_sample_layout *layout);
/// Whether an encoder accepts pictures of a pixel format.
bool codec_takes(const AVCodec *codec, enum AVPixelFormat format);
