#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Erases in the JPEG pictures of a packet (two, if it holds fields) what is not needed to show them: EXIF, XMP,
/// comments, makers' data, and all bytes between and behind the pictures. Zeros take its place: Apple's Motion JPEG and
/// AVI state where things lie in a frame.
void jpeg_frame_erase_metadata(uint8_t *bytes, size_t size);

/// Whether a JPEG has nothing but what is needed to show it, or a comment: no application's data but JFIF without a
/// thumbnail, the colour profile and Adobe's transform, and nothing behind its end.
bool jpeg_frame_is_plain(const uint8_t *bytes, size_t size);
