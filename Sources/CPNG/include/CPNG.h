// Decodes and encodes PNG pictures in memory with libpng and zlib. libpng's setjmp/longjmp error handling stays inside
// these functions, which may be called from several threads.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CPNG_OK = 0,
  // The data violate the format, or end too early.
  CPNG_MALFORMED,
  CPNG_OUT_OF_MEMORY,
  // The result would be larger than allowed.
  CPNG_TOO_LARGE,
} cpng_status;

// Bytes of a message, with its terminating zero.
#define CPNG_MESSAGE_LENGTH 200

// A chunk that is written between the header and the pixels.
typedef struct {
  char type[4];
  const uint8_t *data;
  size_t count;
} cpng_chunk;

// What to decode.
typedef struct {
  // The size and depth of the whole picture, which the caller has read from IHDR.
  uint32_t width;
  uint32_t height;
  bool is_16_bit;
  // The region to decode. It lies inside the picture and is not empty.
  uint32_t x;
  uint32_t y;
  uint32_t columns;
  uint32_t rows;
  // Whether corrupt or truncated data give as much of the picture as they contain.
  bool allows_incomplete;
} cpng_request;

// How complete a decoded picture is.
typedef struct {
  // Whether a part is missing, if that is allowed. The message says why.
  bool is_incomplete;
  // The number of rows of the whole picture, from the top, that were decoded in full detail.
  uint32_t complete_rows;
} cpng_outcome;

// Decodes a picture, or a region of it, to rows of red, green, blue and alpha that are `row_bytes` apart: 8 bits per
// component, or 16 in native byte order if the file has 16. Missing rows keep what the caller has filled them with.
// Gray and palettes become colour; without transparency alpha is opaque. Data after a region are not read.
cpng_status cpng_decode(
  const uint8_t *data, size_t count, const cpng_request *request, uint8_t *target, size_t row_bytes,
  cpng_outcome *outcome, char message[CPNG_MESSAGE_LENGTH]);

// Encodes rows of 1 or 4 components of 8 bits, or of 16 bits in native byte order. Without `has_alpha` the fourth
// component is ignored. On success the caller frees `*data`, of `*count` bytes, with cpng_release.
cpng_status cpng_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, int components, bool is_16_bit, bool has_alpha,
  const cpng_chunk *chunks, size_t chunk_count, uint8_t **data, size_t *count, char message[CPNG_MESSAGE_LENGTH]);

// Compresses with zlib. The caller frees the result with cpng_release.
cpng_status cpng_deflate(const uint8_t *bytes, size_t byte_count, uint8_t **data, size_t *count);

// Decompresses a zlib stream of at most `limit` bytes. The caller frees the result with cpng_release.
cpng_status cpng_inflate(const uint8_t *bytes, size_t byte_count, size_t limit, uint8_t **data, size_t *count);

void cpng_release(uint8_t *data);

#ifdef __cplusplus
}
#endif
