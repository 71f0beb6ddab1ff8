// The status of calls, and the bytes that they return.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CPIC_OK = 0,
  // The library, or a function of it, is not there.
  CPIC_MISSING,
  // The data break the rules or end too soon.
  CPIC_MALFORMED,
  // The data keep the rules and use what cannot be decoded here.
  CPIC_UNSUPPORTED,
  // More memory or bytes than allowed.
  CPIC_TOO_LARGE,
  CPIC_OUT_OF_MEMORY,
  // The picture could not be coded.
  CPIC_FAILED,
} cpic_status;

// Why a call failed, for people: one sentence without a full stop.
typedef struct {
  char text[240];
} cpic_message;

// Bytes that a call has made; nothing is NULL and 0. To be released with cpic_release.
typedef struct {
  uint8_t *bytes;
  size_t count;
} cpic_data;

void cpic_release(cpic_data *data);

// Rows of samples to decode to: red, green, blue, alpha, of 8 bits or of 16 in the machine's byte order.
typedef struct {
  uint8_t *bytes;
  size_t row_bytes;
} cpic_rows;

// Rows of samples to encode: gray, or red, green, blue, alpha, of 8 bits or of 16 in the machine's byte order.
typedef struct {
  const uint8_t *bytes;
  size_t row_bytes;
  uint32_t width;
  uint32_t height;
  // 1 or 4.
  int components;
  bool is_16_bit;
  // Whether the fourth component, not multiplied in, is written.
  bool has_alpha;
} cpic_picture;
