// User data whose writer is registered (ITU-T T.35), as H.264, HEVC and AV1 carry them.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether players need user data, which begin with the code of a country: captions, the active part of the picture,
/// dynamic metadata of high dynamic range, film grain, enhancement layers. Others are of a camera or an editor.
bool registered_user_data_is_needed(const uint8_t *data, size_t size);
