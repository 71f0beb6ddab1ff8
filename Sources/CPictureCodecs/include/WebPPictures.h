// WebP pictures with libwebp.
#pragma once

#include "PictureStatus.h"

// The version, such as 0x010204; CPIC_MISSING if the library is missing.
cpic_status cpic_webp_version(int *version, cpic_message *message);

// Decodes a still picture to 8 bits with straight alpha. The caller has read its size from the file.
//
// `allows_incomplete`: rows that are missing stay as they are, instead of an error. `complete_rows` becomes the number
// of decoded rows, from the top.
cpic_status cpic_webp_decode(
    const uint8_t *data, size_t count, uint32_t width, uint32_t height, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message);

// Encodes a picture of 4 components of 8 bits, without metadata. The caller frees the result with cpic_release.
//
// `quality`: 0 to 100, ignored for a lossless picture. `effort`: 0 to 6.
cpic_status cpic_webp_encode(
    const cpic_picture *picture, bool is_lossless, float quality, int effort, cpic_data *result, cpic_message *message);
