#pragma once

#include <stddef.h>
#include <stdint.h>

#include <libavcodec/codec_id.h>

/// Removes user data between the start codes of MPEG-1, MPEG-2, MPEG-4 part 2 and VC-1, in their place. Captions and
/// the shape of the picture stay, and the names of encoders, by which decoders know their faults.
///
/// - Returns: the size of what stays.
size_t start_code_user_data_remove(uint8_t *data, size_t size, enum AVCodecID codec);
