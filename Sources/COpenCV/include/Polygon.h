#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Fills a polygon in a plane of bytes with `value`, with an anti-aliased edge. `points`: `count` pairs (x, y) in
/// pixels, where (0, 0) is the top left corner of the first pixel. Returns 0, or -1 with a message of at most
/// `message_size` bytes. May be called from any thread.
int mk_fill_polygon(uint8_t *plane, int width, int height, const float *points, int count, uint8_t value, char *message,
                    size_t message_size);

#ifdef __cplusplus
}
#endif
