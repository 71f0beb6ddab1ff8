#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Removes from a PNG, or from the chunks of an animated one, what is not needed to show it: texts, EXIF, times, chunks
/// of programs, and all bytes behind its end.
///
/// - Returns: the size of what stays.
size_t png_frame_remove_metadata(uint8_t *bytes, size_t size);

/// Whether a PNG has nothing but what is needed to show it, and nothing behind its end.
bool png_frame_is_plain(const uint8_t *bytes, size_t size);
