// Units of H.264 and HEVC that hold messages about pictures (SEI).

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether a unit, which begins with its header, holds messages. `is_hevc`: else it is one of H.264.
bool message_unit_is(const uint8_t *unit, size_t size, bool is_hevc);

/// Whether a unit of messages is long enough for user data.
bool message_unit_may_have_user_data(size_t size, bool is_hevc);

/// Removes user data from a unit, in its place. What x264 and x265 write stays, and what players need (captions, HDR10+).
///
/// - Parameter scratch: memory for `size` bytes.
/// - Returns: the size of what stays; `size` if nothing was removed, 0 if no message stays.
size_t message_unit_remove_user_data(uint8_t *unit, size_t size, bool is_hevc, uint8_t *scratch);
