// PNG pictures in memory, by libpng and zlib. libpng's setjmp/longjmp error handling stays inside these functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CPNG_OK = 0,
  // The stream breaks the rules or ends too soon.
  CPNG_MALFORMED,
  CPNG_OUT_OF_MEMORY,
  // The result would be larger than allowed.
  CPNG_TOO_LARGE,
} cpng_status;

// Bytes of a message, with its closing 0.
#define CPNG_MESSAGE_LENGTH 200

// A chunk to be written between the header and the pixels.
typedef struct {
  char type[4];
  const uint8_t *data;
  size_t count;
} cpng_chunk;

// The requested form of a picture.
typedef struct {
  // The whole picture's size and depth, as the caller has read them from IHDR.
  uint32_t width;
  uint32_t height;
  bool is_16_bit;
  // The part to decode, inside the picture and not empty.
  uint32_t x;
  uint32_t y;
  uint32_t columns;
  uint32_t rows;
  // Whether data that are corrupt or end too soon give what there is.
  bool allows_incomplete;
} cpng_request;

// The completeness of a picture.
typedef struct {
  // Whether anything is missing: only where that is allowed. The decoder's message says why.
  bool is_incomplete;
  // The rows of the whole picture, from the top, that were decoded to their full detail.
  uint32_t complete_rows;
} cpng_outcome;

// Decodes a picture, or a part of it, into rows of red, green, blue, alpha, row_bytes apart: 8 bits each, or 16 in the
// machine's byte order if the file has 16. The caller has made room, and filled it with what missing rows are to be. Gray
// and palettes become colour; where there is no transparency alpha is full. Of a part, what follows it is not read.
cpng_status cpng_decode(
  const uint8_t *data, size_t count, const cpng_request *request, uint8_t *target, size_t row_bytes,
  cpng_outcome *outcome, char message[CPNG_MESSAGE_LENGTH]);

// Encodes rows of 1 or 4 components, 8 bits or 16 bits in the machine's byte order. Without `has_alpha` the fourth
// component is left out. With CPNG_OK `*data` holds `*count` bytes, to be released with cpng_release.
cpng_status cpng_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, int components, bool is_16_bit, bool has_alpha,
  const cpng_chunk *chunks, size_t chunk_count, uint8_t **data, size_t *count, char message[CPNG_MESSAGE_LENGTH]);

// Packs with zlib. Release the result with cpng_release.
cpng_status cpng_deflate(const uint8_t *bytes, size_t byte_count, uint8_t **data, size_t *count);

// Unpacks a zlib stream that holds at most `limit` bytes. Release the result with cpng_release.
cpng_status cpng_inflate(const uint8_t *bytes, size_t byte_count, size_t limit, uint8_t **data, size_t *count);

void cpng_release(uint8_t *data);

#ifdef __cplusplus
}
#endif
