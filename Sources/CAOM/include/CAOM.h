// Encodes still pictures as AV1 with libaom. Functions may be called from several threads, for different pictures.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of a message, with its terminating zero.
#define CAOM_MESSAGE_LENGTH 200

// A full-range picture in memory: gray, or 4:2:0 with the matrix of BT.601.
typedef struct caom_picture caom_picture;

// Creates a picture with samples of `depth` bits: 8 in one byte, 10 or 12 in two. The caller frees it with
// caom_picture_destroy. NULL if memory is short.
caom_picture *caom_picture_create(uint32_t width, uint32_t height, int depth, bool is_gray);
void caom_picture_destroy(caom_picture *picture);

// The plane of luma (0), Cb (1) or Cr (2), with `*stride` bytes from one row to the next; valid as long as the picture.
// A gray picture has only luma.
void *caom_picture_plane(caom_picture *picture, int index, size_t *stride);

typedef struct {
  // Encodes every sample exactly; `quantizer` is ignored.
  bool is_lossless;
  // 0 (best) to 63.
  int quantizer;
  // 0 (slowest) to 9.
  int speed;
} caom_settings;

// Encodes a picture with one thread. On success `*bytes` holds one temporal unit in the low-overhead bitstream format,
// which the caller frees with caom_free. Returns false with a message if libaom fails.
bool caom_encode(
  caom_picture *picture, const caom_settings *settings, uint8_t **bytes, size_t *count,
  char message[CAOM_MESSAGE_LENGTH]);
void caom_free(uint8_t *bytes);

// The version of libaom, a static string.
const char *caom_version(void);

#ifdef __cplusplus
}
#endif
