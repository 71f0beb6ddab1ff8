// The status of calls, and the types that they share.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CPIC_OK = 0,
  // The library, or a function of it, is missing.
  CPIC_MISSING,
  // The data violate the format, or end too early.
  CPIC_MALFORMED,
  // The data are valid, but use a feature that is not decoded here.
  CPIC_UNSUPPORTED,
  // A limit of memory or size is exceeded.
  CPIC_TOO_LARGE,
  CPIC_OUT_OF_MEMORY,
  // The picture could not be encoded.
  CPIC_FAILED,
} cpic_status;

// The reason of a failure for people, one sentence without a full stop.
typedef struct {
  char text[240];
} cpic_message;

// Bytes that a call has allocated, or NULL and 0. The caller frees them with cpic_release.
typedef struct {
  uint8_t *bytes;
  size_t count;
} cpic_data;

void cpic_release(cpic_data *data);

// The destination of decoded pixels in the caller's memory: red, green, blue and alpha, of 8 bits, or of 16 in native
// byte order.
typedef struct {
  uint8_t *bytes;
  size_t row_bytes;
} cpic_rows;

// The source of pixels to encode: gray, or red, green, blue and alpha, of 8 bits, or of 16 in native byte order.
typedef struct {
  const uint8_t *bytes;
  size_t row_bytes;
  uint32_t width;
  uint32_t height;
  // 1 or 4.
  int components;
  bool is_16_bit;
  // Whether the fourth component, straight alpha, is written.
  bool has_alpha;
} cpic_picture;
