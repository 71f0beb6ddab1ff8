// Rows of samples as libtiff delivers them, and their conversion to pixels.
#pragma once

#include "TIFFLibrary.h"

// How rows of samples become rows of pixels.
typedef struct {
  int bits;
  // The samples per pixel in a row: all of them, or one if each component has its own plane.
  int samples;
  uint16_t photometric;
  bool has_alpha;
  bool has_color;
  bool is_deep;
  // The colours of the palette.
  uint16_t *map[3];
  // The encoding of the palette's 16-bit values: 8 bits, 8 bits shifted up, or the full range. Writers differ.
  enum { MAP_OF_BYTES, MAP_OF_SHIFTED_BYTES, MAP_OF_WORDS } map_kind;
} TIFFRowLayout;

// Sample `index` of a row of samples of `bits` bits, packed from the most significant bit.
static inline uint32_t tiff_sample_at(const uint8_t *row, size_t index, int bits) {
  switch (bits) {
    case 8: return row[index];
    case 16: {
      uint16_t value;
      memcpy(&value, row + 2 * index, 2);
      return value;
    }
    default: {
      size_t first = index * (size_t)bits;
      uint32_t value = 0;
      for (int bit = 0; bit < bits; bit++) {
        value = value << 1 | (row[(first + (size_t)bit) >> 3] >> (7 - ((first + (size_t)bit) & 7)) & 1);
      }
      return value;
    }
  }
}

// Writes component `index` of a row of pixels: 16 bits if `is_deep`, else 8.
static inline void tiff_store(uint8_t *target, size_t index, uint32_t value, bool is_deep) {
  if (is_deep) {
    uint16_t sample = (uint16_t)value;
    memcpy(target + 2 * index, &sample, 2);
  } else {
    target[index] = (uint8_t)value;
  }
}

// Finds the encoding of the palette's values.
void tiff_find_map_kind(TIFFRowLayout *layout);

// Converts a row of interleaved samples to pixels of red, green, blue and alpha.
void tiff_put_row(const TIFFRowLayout *layout, const uint8_t *row, uint32_t pixels, uint8_t *target);

// Writes the samples of one plane to their component of pixels; those of gray to all three colours.
void tiff_put_plane(const TIFFRowLayout *layout, int plane, const uint8_t *row, uint32_t pixels, uint8_t *target);

// Divides the inks of a row of pixels by the opacity beside them, `alpha`.
void tiff_divide_inks(uint8_t *row, const uint8_t *alpha, uint32_t pixels, bool is_deep);

// Converts a row of pixels from inks to red, green and blue: the product of what each ink and black leave of the light.
// With 8 bits the result is rounded down, as libtiff does. `alpha`: the row's opacity, or NULL for opaque pixels.
void tiff_convert_inks(uint8_t *row, const uint8_t *alpha, uint32_t pixels, bool is_deep);
