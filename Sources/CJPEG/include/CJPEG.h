// JPEG pictures in memory, by libjpeg(-turbo). Its setjmp/longjmp error handling stays inside these functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CJPEG_OK = 0,
  // The stream breaks the rules or ends too soon.
  CJPEG_MALFORMED,
  // A process of the standard that the library does not decode (12 bits, lossless, arithmetic where left out).
  CJPEG_UNSUPPORTED,
  // More scans than allowed: a progressive file made to keep its reader busy.
  CJPEG_TOO_MANY_SCANS,
  CJPEG_OUT_OF_MEMORY,
} cjpeg_status;

// Bytes of a message, with its closing 0.
#define CJPEG_MESSAGE_LENGTH 200

// The layout of samples in memory.
typedef enum {
  CJPEG_GRAY = 1,
  CJPEG_RGBA = 4,
} cjpeg_layout;

// Decodes the first JPEG picture in data[0..<count] into rows of `layout`, row_bytes apart. The picture has to have the
// size width x height: the caller has read it from the frame header and made room for it. Of RGBA the fourth component
// becomes 255; CMYK is converted without regard to its profile. Data that is corrupt or ends too soon is an error; data
// that is merely odd (bytes before a marker) is not. `message` is filled in unless CJPEG_OK is returned.
cjpeg_status cjpeg_decode(
  const uint8_t *data, size_t count, uint32_t width, uint32_t height, cjpeg_layout layout, uint8_t *rows,
  size_t row_bytes, int maximum_scans, char message[CJPEG_MESSAGE_LENGTH]);

// Encodes a baseline picture, without any APPn segment. From RGBA the fourth component is left out, and chroma is halved
// in both dimensions (4:2:0). Quality is libjpeg's 1...100. With CJPEG_OK `*data` holds `*count` bytes, to be released
// with cjpeg_release; else it is NULL and `message` is filled in.
cjpeg_status cjpeg_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, cjpeg_layout layout, int quality,
  bool optimizes_huffman_tables, uint8_t **data, size_t *count, char message[CJPEG_MESSAGE_LENGTH]);

void cjpeg_release(uint8_t *data);

#ifdef __cplusplus
}
#endif
