#pragma once

// Resizing and warping of pictures. Functions return 0, or -1 with a message of at most `capacity` bytes, the
// terminating zero included. They keep no pointer and may be called from any thread.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The type of a component.
typedef enum { MKDepthUInt8, MKDepthUInt16, MKDepthFloat } MKDepth;

/// The interpolation filter.
typedef enum { MKFilterNearest, MKFilterLinear, MKFilterCubic, MKFilterArea } MKFilter;

/// How pixels beyond the picture's edge are defined.
typedef enum { MKBorderReplicate, MKBorderZero } MKBorder;

/// A picture in the caller's memory. All pictures of one call have the same depth and number of components (1 to 4).
typedef struct {
  void *data;
  int width;
  int height;
  size_t rowBytes;
  MKDepth depth;
  int components;
} MKPicture;

/// Resizes `source` to fill `result`.
int mk_resize(MKPicture source, MKPicture result, MKFilter filter, char *message, size_t capacity);

/// Fills `result` by an affine map: its pixel (x, y) is sampled from `source` at (m[0]x + m[1]y + m[2], m[3]x + m[4]y +
/// m[5]), where integers are the centres of pixels.
int mk_warp(
  MKPicture source, MKPicture result, const double map[6], MKFilter filter, MKBorder border, char *message,
  size_t capacity);

#ifdef __cplusplus
}
#endif
