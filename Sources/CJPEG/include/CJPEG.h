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
  // For reading pictures of four inks alone: 0 is no ink.
  CJPEG_CMYK = 5,
} cjpeg_layout;

// The requested form of a picture.
typedef struct {
  // The whole picture's size, as the caller has read it from the frame header.
  uint32_t width;
  uint32_t height;
  // 1...8: how many eighths of the size to decode to. Columns and rows are rounded up.
  uint32_t eighths;
  // The part to decode, in pixels of the scaled picture, inside it and not empty.
  uint32_t x;
  uint32_t y;
  uint32_t columns;
  uint32_t rows;
  cjpeg_layout layout;
  // A picture of more scans is refused.
  int maximum_scans;
  // Whether data that are corrupt or end too soon give what there is.
  bool allows_incomplete;
} cjpeg_request;

// The completeness of a picture.
typedef struct {
  // Whether anything is missing or corrupt: only where that is allowed. The decoder's message says what.
  bool is_incomplete;
  // The rows of the scaled picture, from the top, that come from data that were there. In a picture of several scans they
  // may lack detail.
  uint32_t complete_rows;
} cjpeg_outcome;

// Decodes the first JPEG picture in data[0..<count], or a part of it, into rows of the layout, row_bytes apart; the pixels
// are those that the whole picture has there. Of RGBA the fourth component becomes 255; CMYK is converted without regard
// to its profile, unless its layout is asked for. Data that is corrupt or ends too soon is an error unless allowed, and then what is missing becomes gray;
// data that is merely odd (bytes before a marker, an end without its marker) is not. Of a part, what follows it is not
// looked at. `message` is filled in unless CJPEG_OK is returned for a picture that is complete.
cjpeg_status cjpeg_decode(
  const uint8_t *data, size_t count, const cjpeg_request *request, uint8_t *target, size_t row_bytes,
  cjpeg_outcome *outcome, char message[CJPEG_MESSAGE_LENGTH]);

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
