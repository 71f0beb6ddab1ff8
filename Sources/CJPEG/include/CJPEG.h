// Decodes and encodes JPEG pictures in memory with libjpeg-turbo. Its setjmp/longjmp error handling stays inside these
// functions, which may be called from several threads.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CJPEG_OK = 0,
  // The data violate the format, or end too early.
  CJPEG_MALFORMED,
  // A coding process that the library does not decode (12 bits, lossless, arithmetic if it was built without).
  CJPEG_UNSUPPORTED,
  // More scans than allowed: progressive files can be made to take very long.
  CJPEG_TOO_MANY_SCANS,
  CJPEG_OUT_OF_MEMORY,
} cjpeg_status;

// Bytes of a message, with its terminating zero.
#define CJPEG_MESSAGE_LENGTH 200

// The layout of samples in memory.
typedef enum {
  CJPEG_GRAY = 1,
  CJPEG_RGBA = 4,
  // Only for decoding CMYK pictures: 0 is no ink.
  CJPEG_CMYK = 5,
} cjpeg_layout;

// What to decode.
typedef struct {
  // The size of the whole picture, which the caller has read from the frame header.
  uint32_t width;
  uint32_t height;
  // The scale in eighths, 1...8. Columns and rows are rounded up.
  uint32_t eighths;
  // The region to decode, in pixels of the scaled picture. It lies inside the picture and is not empty.
  uint32_t x;
  uint32_t y;
  uint32_t columns;
  uint32_t rows;
  cjpeg_layout layout;
  // The most scans that are accepted.
  int maximum_scans;
  // Whether corrupt or truncated data give as much of the picture as they contain.
  bool allows_incomplete;
} cjpeg_request;

// How complete a decoded picture is.
typedef struct {
  // Whether a part is missing or corrupt, if that is allowed. The message says what.
  bool is_incomplete;
  // The number of rows of the scaled picture, from the top, that come from intact data. In a progressive picture they
  // may lack detail.
  uint32_t complete_rows;
} cjpeg_outcome;

// Decodes the first JPEG picture in `data[0..<count]`, or a region of it, to rows that are `row_bytes` apart. The
// pixels of a region are those of the whole picture. The fourth component of RGBA becomes 255. CMYK is converted
// without its profile, unless its own layout is requested.
//
// Corrupt or truncated data are an error, unless they are allowed; then missing pixels become gray. Irregularities that
// lose nothing (bytes before a marker, a missing end marker) are accepted. Data after a region are not checked.
// `message` is written unless the status is CJPEG_OK and the picture is complete.
cjpeg_status cjpeg_decode(
  const uint8_t *data, size_t count, const cjpeg_request *request, uint8_t *target, size_t row_bytes,
  cjpeg_outcome *outcome, char message[CJPEG_MESSAGE_LENGTH]);

// Encodes a baseline picture without APPn segments. The fourth component of RGBA is ignored, and chroma is 4:2:0.
// `quality` is libjpeg's, 1...100. On success the caller frees `*data`, of `*count` bytes, with cjpeg_release;
// otherwise it is NULL and `message` says why.
cjpeg_status cjpeg_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, cjpeg_layout layout, int quality,
  bool optimizes_huffman_tables, uint8_t **data, size_t *count, char message[CJPEG_MESSAGE_LENGTH]);

void cjpeg_release(uint8_t *data);

#ifdef __cplusplus
}
#endif
