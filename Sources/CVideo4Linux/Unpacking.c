#define _GNU_SOURCE
#include "CVideo4Linux.h"

static uint8_t mean(uint8_t first, uint8_t second) { return (uint8_t)((first + second + 1) >> 1); }

void cv4l_unpack_422(
    const uint8_t *packed, size_t bytes_per_line, uint32_t width, uint32_t height, bool is_uyvy, uint8_t *luma,
    uint8_t *cb, uint8_t *cr) {
  size_t first_luma = is_uyvy ? 1 : 0, first_chroma = is_uyvy ? 0 : 1;
  size_t half = ((size_t)width + 1) / 2;
  for (size_t y = 0; y < height; y++) {
    const uint8_t *row = packed + y * bytes_per_line + first_luma;
    for (size_t x = 0; x < width; x++) luma[y * width + x] = row[2 * x];
  }
  for (size_t y = 0; y < height; y += 2) {
    const uint8_t *row = packed + y * bytes_per_line + first_chroma;
    // The last of an odd number of rows is averaged with itself.
    const uint8_t *next = y + 1 < height ? row + bytes_per_line : row;
    for (size_t x = 0; x < half; x++) {
      cb[y / 2 * half + x] = mean(row[4 * x], next[4 * x]);
      cr[y / 2 * half + x] = mean(row[4 * x + 2], next[4 * x + 2]);
    }
  }
}

void cv4l_halve_rows(const uint8_t *plane, size_t bytes_per_line, uint32_t width, uint32_t height, uint8_t *halved) {
  for (size_t y = 0; y < height; y += 2) {
    const uint8_t *row = plane + y * bytes_per_line;
    const uint8_t *next = y + 1 < height ? row + bytes_per_line : row;
    for (size_t x = 0; x < width; x++) halved[y / 2 * width + x] = mean(row[x], next[x]);
  }
}
