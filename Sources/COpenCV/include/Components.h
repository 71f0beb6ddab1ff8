#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks where a plane of 0...1 belongs to something large: its connected parts above `threshold` (8 neighbours) that have
/// at least `smallest_share` of the largest one's area, or hold one of the `point_count` pixels x, y of `points`; grown by
/// `margin` pixels, its edge soft over twice as many. marks: width * height floats of 0...1, written; all 0 where nothing is
/// above the threshold. Returns 0, or -1 with a message.
int mk_mark_components(const float *plane, int width, int height, float threshold, float smallest_share,
                       const int *points, int point_count, int margin, float *marks, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
