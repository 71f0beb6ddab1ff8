#include "TIFFRows.h"

static inline uint32_t color_at(const TIFFRowLayout *layout, int component, uint32_t index) {
  uint32_t value = layout->map[component][index];
  switch (layout->map_kind) {
    case MAP_OF_BYTES: return value;
    case MAP_OF_SHIFTED_BYTES: return value >> 8;
    default: return (value * 255 + 32767) / 65535;
  }
}

void tiff_find_map_kind(TIFFRowLayout *layout) {
  uint32_t used = 0, low = 0;
  for (int component = 0; component < 3; component++) {
    for (uint32_t index = 0; index < 1u << layout->bits; index++) {
      used |= layout->map[component][index];
      low |= layout->map[component][index] & 0xFF;
    }
  }
  layout->map_kind = used <= 0xFF ? MAP_OF_BYTES : low == 0 ? MAP_OF_SHIFTED_BYTES : MAP_OF_WORDS;
}

// The largest value of a sample.
static inline uint32_t maximum_of(const TIFFRowLayout *layout) { return (1u << layout->bits) - 1; }

// A sample of any depth as one of 8 or 16 bits.
static inline uint32_t scaled(const TIFFRowLayout *layout, uint32_t value) {
  if (layout->bits == 8 || layout->bits == 16) return value;
  const uint32_t full = layout->is_deep ? 0xFFFF : 0xFF, maximum = maximum_of(layout);
  return (value * full + maximum / 2) / maximum;
}

// Writes a row of a common format, without a branch for each sample. False if the format is none of these.
static bool put_common_row(const TIFFRowLayout *layout, const uint8_t *row, uint32_t pixels, uint8_t *target) {
  if (layout->has_color && layout->bits == 8 && layout->samples == 3) {
    for (uint32_t x = 0; x < pixels; x++) {
      target[4 * x] = row[3 * x];
      target[4 * x + 1] = row[3 * x + 1];
      target[4 * x + 2] = row[3 * x + 2];
      target[4 * x + 3] = 255;
    }
    return true;
  }
  if (layout->has_color && layout->bits == 8 && layout->samples == 4 && layout->has_alpha) {
    memcpy(target, row, 4 * (size_t)pixels);
    return true;
  }
  if (layout->has_color && layout->bits == 16 && layout->samples == 3) {
    const uint16_t one = 0xFFFF;
    for (uint32_t x = 0; x < pixels; x++) {
      memcpy(target + 8 * (size_t)x, row + 6 * (size_t)x, 6);
      memcpy(target + 8 * (size_t)x + 6, &one, 2);
    }
    return true;
  }
  return false;
}

void tiff_put_row(const TIFFRowLayout *layout, const uint8_t *row, uint32_t pixels, uint8_t *target) {
  if (put_common_row(layout, row, pixels, target)) return;
  const bool is_deep = layout->is_deep;
  const uint32_t full = is_deep ? 0xFFFF : 0xFF;
  for (uint32_t x = 0; x < pixels; x++) {
    size_t first = (size_t)x * (size_t)layout->samples;
    uint32_t colors[3];
    int next = 1;
    if (layout->photometric == PHOTOMETRIC_PALETTE) {
      uint32_t index = tiff_sample_at(row, first, layout->bits);
      for (int c = 0; c < 3; c++) colors[c] = color_at(layout, c, index);
    } else if (layout->has_color) {
      for (int c = 0; c < 3; c++) colors[c] = scaled(layout, tiff_sample_at(row, first + (size_t)c, layout->bits));
      next = 3;
    } else {
      uint32_t value = tiff_sample_at(row, first, layout->bits);
      if (layout->photometric == PHOTOMETRIC_MINISWHITE) value = maximum_of(layout) - value;
      colors[0] = colors[1] = colors[2] = scaled(layout, value);
    }
    uint32_t alpha =
        layout->has_alpha ? scaled(layout, tiff_sample_at(row, first + (size_t)next, layout->bits)) : full;
    for (int c = 0; c < 3; c++) tiff_store(target, 4 * (size_t)x + (size_t)c, colors[c], is_deep);
    tiff_store(target, 4 * (size_t)x + 3, alpha, is_deep);
  }
}

void tiff_put_plane(const TIFFRowLayout *layout, int plane, const uint8_t *row, uint32_t pixels, uint8_t *target) {
  const uint32_t full = layout->is_deep ? 0xFFFF : 0xFF;
  int alpha = layout->has_color ? 3 : 1;
  for (uint32_t x = 0; x < pixels; x++) {
    uint32_t value = tiff_sample_at(row, x, layout->bits);
    if (layout->photometric == PHOTOMETRIC_MINISWHITE && plane == 0) value = maximum_of(layout) - value;
    if (layout->photometric == PHOTOMETRIC_PALETTE && plane == 0) {
      for (int c = 0; c < 3; c++) {
        tiff_store(target, 4 * (size_t)x + (size_t)c, color_at(layout, c, value), false);
      }
      if (!layout->has_alpha) tiff_store(target, 4 * (size_t)x + 3, full, false);
      continue;
    }
    value = scaled(layout, value);
    if (plane == alpha) {
      tiff_store(target, 4 * (size_t)x + 3, value, layout->is_deep);
    } else {
      int last = layout->has_color ? plane : 2;
      for (int c = plane; c <= last; c++) tiff_store(target, 4 * (size_t)x + (size_t)c, value, layout->is_deep);
      if (plane == 0 && !layout->has_alpha) tiff_store(target, 4 * (size_t)x + 3, full, layout->is_deep);
    }
  }
}
