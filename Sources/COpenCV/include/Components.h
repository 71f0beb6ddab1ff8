#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks the large connected components of a plane of 0...1. A component (of 8-connected pixels above `threshold`) is
/// kept if its area is at least `smallest_share` of the largest one's, or if it contains one of the `point_count`
/// pixels (x, y) in `points`. The kept ones are dilated by `margin` pixels, with an edge that is soft over twice that.
/// Writes `marks`, width * height floats of 0...1; all 0 if nothing is above the threshold. Returns 0, or -1 with a
/// message of at most `message_size` bytes. May be called from any thread.
int mk_mark_components(const float *plane, int width, int height, float threshold, float smallest_share,
                       const int *points, int point_count, int margin, float *marks, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
