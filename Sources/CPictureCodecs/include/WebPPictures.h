// WebP pictures by libwebp.
#pragma once

#include "PictureStatus.h"

// The version, as 0x010204; or CPIC_MISSING.
cpic_status cpic_webp_version(int *version, cpic_message *message);

// Decodes a still picture of 8 bits, whose size the caller has read from the file, with alpha that is not multiplied in.
//
// Rows that are missing stay as they are where that is allowed; `complete_rows` counts the others from the top.
cpic_status cpic_webp_decode(
    const uint8_t *data, size_t count, uint32_t width, uint32_t height, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message);

// Encodes a picture of 4 components of 8 bits, without metadata.
//
// quality is 0 to 100; of a lossless picture it does not count. effort is 0 to 6.
cpic_status cpic_webp_encode(
    const cpic_picture *picture, bool is_lossless, float quality, int effort, cpic_data *result, cpic_message *message);
