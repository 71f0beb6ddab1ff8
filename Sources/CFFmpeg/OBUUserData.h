// User data in open bitstream units (OBU) of AV1.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Removes user data from units, in their place: metadata that only their writer knows, padding, and units of reserved
/// kinds. Metadata of high dynamic range, captions and time codes stay.
///
/// - Returns: the size of what stays. What is no unit stays as it is.
size_t obu_user_data_remove(uint8_t *data, size_t size);
