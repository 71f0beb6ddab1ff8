#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

/// Removes what is not needed to decode from the data that describe a stream's coding: user data beside the parameter
/// sets of H.264 and HEVC and bytes behind these, user data in headers of MPEG-1, MPEG-2, MPEG-4 part 2 and VC-1, texts
/// of an animated PNG, and the comments of Vorbis and Theora.
///
/// - Returns: 0, or a negative error of FFmpeg if there is no memory.
int codec_configuration_remove_user_data(AVCodecParameters *parameters);
