// Still pictures coded as AV1, by libaom.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of a message, with its closing 0.
#define CAOM_MESSAGE_LENGTH 200

// A picture in memory, full range: gray, or 4:2:0 with the matrix of BT.601.
typedef struct caom_picture caom_picture;

// Makes a picture of samples of `depth` bits: 8 in a byte each, 10 or 12 in two. NULL if there is no memory for it.
caom_picture *caom_picture_create(uint32_t width, uint32_t height, int depth, bool is_gray);
void caom_picture_destroy(caom_picture *picture);

// The samples of luma (0), Cb (1) or Cr (2), in rows `stride` bytes apart. A gray picture has luma alone.
void *caom_picture_plane(caom_picture *picture, int index, size_t *stride);

typedef struct {
  // Keeps every sample; the quantizer then does not count.
  bool is_lossless;
  // 0, the best, to 63.
  int quantizer;
  // 0, the slowest, to 9.
  int speed;
} caom_settings;

// Codes a picture with one thread. Gives the open bitstream units of one temporal unit, to be freed with caom_free();
// false with a message if libaom fails. Calls may run side by side on different pictures.
bool caom_encode(
  caom_picture *picture, const caom_settings *settings, uint8_t **bytes, size_t *count,
  char message[CAOM_MESSAGE_LENGTH]);
void caom_free(uint8_t *bytes);

// The version of libaom.
const char *caom_version(void);

#ifdef __cplusplus
}
#endif
