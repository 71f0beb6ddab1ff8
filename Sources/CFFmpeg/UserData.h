#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Removes the user data that cameras write into coded pictures of H.264 and HEVC, such as the location in AVCHD. What
/// x264 and x265 write stays, because decoders read the encoder's version in it.
///
/// - Returns: 0, or a negative error of FFmpeg if there is no memory.
int user_data_remove(AVPacket *packet, const AVCodecParameters *parameters);
