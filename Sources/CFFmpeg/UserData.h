#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// Removes what cameras write beside the samples of coded pictures: user data of H.264 and HEVC, such as the location
/// in AVCHD, of AV1, MPEG-1, MPEG-2, MPEG-4 part 2 and VC-1, and the metadata in frames of Motion JPEG and PNG. What
/// encoders write stays, because decoders read the encoder's version in it, and so does what players need: captions,
/// metadata of high dynamic range.
///
/// - Returns: 0, or a negative error of FFmpeg if there is no memory.
int user_data_remove(AVPacket *packet, const AVCodecParameters *parameters);

/// Removes the same from a description of a stream's coding that is written as its packets are, in its place; units of
/// H.264 and HEVC are separated by start codes there.
///
/// - Returns: 0, or a negative error of FFmpeg if there is no memory.
int user_data_remove_from_configuration(uint8_t *data, size_t *size, enum AVCodecID codec);
