#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// Removes what cameras write beside the samples of coded pictures: user data of H.264 and HEVC, such as the location
/// in AVCHD, and the metadata in frames of Motion JPEG. What x264 and x265 write stays, because decoders read the
/// encoder's version in it.
///
/// - Returns: 0, or a negative error of FFmpeg if there is no memory.
int user_data_remove(AVPacket *packet, const AVCodecParameters *parameters);

/// Removes user data from units of H.264 or HEVC that start codes separate, in their place.
///
/// - Returns: 0, or a negative error of FFmpeg if there is no memory.
int user_data_remove_from_start_codes(uint8_t *data, size_t *size, bool is_hevc);
