#include "TIFFRows.h"

void tiff_divide_inks(uint8_t *row, const uint8_t *alpha, uint32_t pixels, bool is_deep) {
  const uint32_t full = is_deep ? 0xFFFF : 0xFF;
  const int bits = is_deep ? 16 : 8;
  for (uint32_t x = 0; x < pixels; x++) {
    uint32_t opacity = tiff_sample_at(alpha, x, bits);
    for (size_t ink = 4 * (size_t)x; ink < 4 * (size_t)x + 4; ink++) {
      uint32_t value = opacity == 0 ? 0 : (tiff_sample_at(row, ink, bits) * full + opacity / 2) / opacity;
      tiff_store(row, ink, value < full ? value : full, is_deep);
    }
  }
}

void tiff_convert_inks(uint8_t *row, const uint8_t *alpha, uint32_t pixels, bool is_deep) {
  const uint32_t full = is_deep ? 0xFFFF : 0xFF, half = is_deep ? 0x7FFF : 0;
  const int bits = is_deep ? 16 : 8;
  for (uint32_t x = 0; x < pixels; x++) {
    size_t first = 4 * (size_t)x;
    uint32_t light = full - tiff_sample_at(row, first + 3, bits);
    for (size_t ink = first; ink < first + 3; ink++) {
      tiff_store(row, ink, ((full - tiff_sample_at(row, ink, bits)) * light + half) / full, is_deep);
    }
    tiff_store(row, first + 3, alpha != NULL ? tiff_sample_at(alpha, x, bits) : full, is_deep);
  }
}
