// Pictures of cameras' sensors by libraw.
#pragma once

#include "PictureStatus.h"

typedef struct {
  // The size as the sensor has it, before the orientation is applied.
  uint32_t width;
  uint32_t height;
  // 1 to 8, as EXIF counts.
  int orientation;
} cpic_raw_info;

// The version, such as "0.20.2-Release"; or CPIC_MISSING.
cpic_status cpic_raw_version(char version[32], cpic_message *message);

// Reads what a file says of its picture.
cpic_status cpic_raw_read(const uint8_t *data, size_t count, cpic_raw_info *info, cpic_message *message);

// Develops a picture to sRGB of 16 bits, opaque: with the camera's white balance and its colour matrix, interpolated by
// libraw's choice for the sensor, brightness as libraw measures it.
//
// is_half: each pixel is made of four of the sensor's; sides are then half as long, rounded up.
// memory_limit: megabytes that libraw may take for the sensor's samples.
cpic_status cpic_raw_decode(
    const uint8_t *data, size_t count, const cpic_raw_info *info, bool is_half, uint32_t memory_limit, cpic_rows target,
    cpic_message *message);
