#include "CFFmpeg.h"

enum { BITS = 15 };

/// The weights of red, green and blue in one component, in 1 / 2^BITS.
typedef struct Row3 {
  int32_t red, green, blue;
} Row3;

static int32_t fixed(double value) { return (int32_t)(value < 0 ? value - 0.5 : value + 0.5); }

static Row3 weights(double red, double green, double blue, double scale) {
  Row3 row = {fixed(red * scale), 0, fixed(blue * scale)};
  // Rounding must not make white anything but white.
  row.green = fixed((red + green + blue) * scale) - row.red - row.blue;
  return row;
}

static uint8_t byte(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

void cffmpeg_fill_planes(
    const cffmpeg_target *target, const uint8_t *rgba, ptrdiff_t row_bytes, int32_t first, int32_t end) {
  double kr = target->kr, kb = target->kb, kg = 1 - kr - kb;
  Row3 luma = weights(kr, kg, kb, 219.0 / 255 * (1 << BITS));
  double cb_scale = 0.5 / (1 - kb) * 224 / 255 * (1 << BITS), cr_scale = 0.5 / (1 - kr) * 224 / 255 * (1 << BITS);
  Row3 cb = weights(-kr, -kg, 1 - kb, cb_scale), cr = weights(1 - kr, -kg, -kb, cr_scale);
  int32_t width = target->width, height = target->height;

  for (int32_t y = first; y < end; y++) {
    const uint8_t *row = rgba + y * row_bytes;
    uint8_t *output = target->y + y * target->y_stride;
    for (int32_t x = 0; x < width; x++) {
      const uint8_t *p = row + 4 * (ptrdiff_t)x;
      int32_t sum = luma.red * p[0] + luma.green * p[1] + luma.blue * p[2];
      output[x] = (uint8_t)(16 + ((sum + (1 << (BITS - 1))) >> BITS));
    }
    if (target->is_whole) {
      uint8_t *blue = target->cb + y * target->cb_stride, *red = target->cr + y * target->cr_stride;
      for (int32_t x = 0; x < width; x++) {
        const uint8_t *p = row + 4 * (ptrdiff_t)x;
        int32_t half = 1 << (BITS - 1);
        blue[x] = byte(128 + ((cb.red * p[0] + cb.green * p[1] + cb.blue * p[2] + half) >> BITS));
        red[x] = byte(128 + ((cr.red * p[0] + cr.green * p[1] + cr.blue * p[2] + half) >> BITS));
      }
    }
  }
  if (target->is_whole) return;

  for (int32_t y = first; y < end; y += 2) {
    const uint8_t *top = rgba + y * row_bytes, *bottom = y + 1 < height ? top + row_bytes : top;
    uint8_t *blue = target->cb + y / 2 * target->cb_stride, *red = target->cr + y / 2 * target->cr_stride;
    for (int32_t x = 0; x < width; x += 2) {
      ptrdiff_t here = 4 * (ptrdiff_t)x, left = x > 0 ? here - 4 : here, right = x + 1 < width ? here + 4 : here;
      // Eight times the mean: the column twice, its neighbours once, in both rows.
      int32_t sum[3];
      for (int c = 0; c < 3; c++) {
        sum[c] = top[left + c] + 2 * top[here + c] + top[right + c] + bottom[left + c] + 2 * bottom[here + c]
                 + bottom[right + c];
      }
      int32_t half = 1 << (BITS + 2);
      blue[x / 2] = byte(128 + ((cb.red * sum[0] + cb.green * sum[1] + cb.blue * sum[2] + half) >> (BITS + 3)));
      red[x / 2] = byte(128 + ((cr.red * sum[0] + cr.green * sum[1] + cr.blue * sum[2] + half) >> (BITS + 3)));
    }
  }
}
