// Raw pictures of cameras with libraw.
#pragma once

#include "PictureStatus.h"

typedef struct {
  // The size as stored, before the orientation is applied.
  uint32_t width;
  uint32_t height;
  // 1 to 8, as in EXIF.
  int orientation;
} cpic_raw_info;

// The version, such as "0.20.2-Release"; CPIC_MISSING if the library is missing.
cpic_status cpic_raw_version(char version[32], cpic_message *message);

// Reads the description of the picture.
cpic_status cpic_raw_read(const uint8_t *data, size_t count, cpic_raw_info *info, cpic_message *message);

// Develops a picture to opaque sRGB of 16 bits, with the camera's white balance and colour matrix, libraw's demosaicing
// method for the sensor, and its automatic brightness.
//
// `is_half`: each pixel is made of four of the sensor's, so the sides are halved and rounded up. `memory_limit`: the
// most megabytes for the sensor's samples.
cpic_status cpic_raw_decode(
    const uint8_t *data, size_t count, const cpic_raw_info *info, bool is_half, uint32_t memory_limit, cpic_rows target,
    cpic_message *message);
