#include "CMYK.h"

static void convert_cmyk(const uint8_t *from, uint8_t *to, uint32_t width, bool inverted) {
  uint8_t flip = inverted ? 0 : 255;
  for (uint32_t x = 0; x < width; x++, from += 4, to += 4) {
    uint32_t black = from[3] ^ flip;
    for (int c = 0; c < 3; c++) to[c] = (uint8_t)(((from[c] ^ flip) * black + 127) / 255);
    to[3] = 255;
  }
}

static void convert_cmyk_to_gray(const uint8_t *from, uint8_t *to, uint32_t width, bool inverted) {
  uint8_t pixel[4];
  for (uint32_t x = 0; x < width; x++, from += 4) {
    convert_cmyk(from, pixel, 1, inverted);
    to[x] = (uint8_t)((pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29 + 128) >> 8);
  }
}

void cjpeg_convert_cmyk_row(const uint8_t *from, uint8_t *to, uint32_t width, bool inverted, cjpeg_layout layout) {
  if (layout == CJPEG_GRAY) {
    convert_cmyk_to_gray(from, to, width, inverted);
  } else if (layout == CJPEG_CMYK) {
    uint8_t flip = inverted ? 255 : 0;
    for (size_t index = 0; index < 4 * (size_t)width; index++) to[index] = from[index] ^ flip;
  } else {
    convert_cmyk(from, to, width, inverted);
  }
}
