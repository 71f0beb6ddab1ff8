#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Dilates a plane of bytes by a disc of `radius` pixels. Returns 0, or -1 with a message of at most `message_size`
/// bytes. May be called from any thread.
int mk_dilate(const uint8_t *plane, int width, int height, int radius, uint8_t *result, char *message,
              size_t message_size);

#ifdef __cplusplus
}
#endif
