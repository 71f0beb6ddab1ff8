#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The largest value within a disc of `radius` pixels round each pixel of a plane of bytes. Returns 0, or -1 with a message.
int mk_dilate(const uint8_t *plane, int width, int height, int radius, uint8_t *result, char *message,
              size_t message_size);

#ifdef __cplusplus
}
#endif
