#pragma once

// Scaling and warping of pictures. No call throws: each returns 0, or -1 with
// a message of at most `capacity` bytes, its ending zero included, in `message`.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a component.
typedef enum { MKDepthUInt8, MKDepthUInt16, MKDepthFloat } MKDepth;

/// How samples between samples are made.
typedef enum { MKFilterNearest, MKFilterLinear, MKFilterCubic, MKFilterArea } MKFilter;

/// What lies beyond a picture's edge.
typedef enum { MKBorderReplicate, MKBorderZero } MKBorder;

/// A picture in memory that belongs to the caller. All pictures of one call have the same depth and components (1 to 4).
typedef struct {
  void *data;
  int width;
  int height;
  size_t rowBytes;
  MKDepth depth;
  int components;
} MKPicture;

/// Fills `result` with the whole of `source`, scaled.
int mk_resize(MKPicture source, MKPicture result, MKFilter filter, char *message, size_t capacity);

/// Fills `result`: its pixel (x, y) is taken from `source` at (m[0]x + m[1]y + m[2], m[3]x + m[4]y + m[5]), where whole
/// numbers are the middles of pixels.
int mk_warp(
  MKPicture source, MKPicture result, const double map[6], MKFilter filter, MKBorder border, char *message,
  size_t capacity);

#ifdef __cplusplus
}
#endif
