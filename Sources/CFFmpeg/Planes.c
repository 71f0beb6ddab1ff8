#include "CFFmpeg.h"

#include <string.h>

// Rows are converted in tiles, whose chroma fits in the first-level cache.
enum { TILE = 1024 };

typedef struct Matrix {
  // Luma times 2^20; chroma, which comes times 16, times 2^16.
  int32_t black, luma, red_cr, green_cb, green_cr, blue_cb;
} Matrix;

static int32_t fixed(double value) { return (int32_t)(value < 0 ? value - 0.5 : value + 0.5); }

static Matrix matrix_of(const cffmpeg_planes *planes) {
  double kr = planes->kr, kb = planes->kb, kg = 1 - kr - kb;
  double luma = planes->is_full_range ? 1 : 255.0 / 219, chroma = planes->is_full_range ? 1 : 255.0 / 224;
  return (Matrix){
      .black = planes->is_full_range ? 0 : 16,
      .luma = fixed(luma * (1 << 20)),
      .red_cr = fixed(2 * (1 - kr) * chroma * (1 << 16)),
      .green_cb = fixed(-2 * (1 - kb) * kb / kg * chroma * (1 << 16)),
      .green_cr = fixed(-2 * (1 - kr) * kr / kg * chroma * (1 << 16)),
      .blue_cb = fixed(2 * (1 - kb) * chroma * (1 << 16)),
  };
}

#define INLINE static inline __attribute__((always_inline))

INLINE int32_t clamped(int32_t value, int32_t end) { return value < 0 ? 0 : value < end ? value : end - 1; }

/// Chroma at the places of `count` luma samples from column `x` on of row `y`, times 16 and less 128 * 16.
INLINE void interpolate(
    const cffmpeg_planes *planes, const uint8_t *plane, ptrdiff_t stride, int32_t y, int32_t x, int32_t count,
    int16_t *restrict output) {
  int32_t columns = planes->halves_width ? (planes->width + 1) / 2 : planes->width;
  int32_t rows = planes->halves_height ? (planes->height + 1) / 2 : planes->height;
  int32_t near = y, far = y, far_weight = 0;
  if (planes->halves_height) {
    near = y / 2;
    far = planes->is_centered_y && y % 2 == 0 ? near - 1 : near + y % 2;
    far_weight = planes->is_centered_y ? 1 : 2;
  }
  const uint8_t *near_row = plane + clamped(near, rows) * stride, *far_row = plane + clamped(far, rows) * stride;
  int32_t near_weight = 4 - far_weight;

  if (!planes->halves_width) {
    for (int32_t i = 0; i < count; i++) {
      output[i] = (int16_t)(4 * (near_weight * near_row[x + i] + far_weight * far_row[x + i]) - 2048);
    }
    return;
  }
  // Samples between the two rows, times 4, with a neighbour at either end.
  int16_t blended[TILE / 2 + 2];
  int32_t first = x / 2, pairs = (count + 1) / 2;
  for (int32_t i = 0; i < pairs; i++) {
    blended[i + 1] = (int16_t)(near_weight * near_row[first + i] + far_weight * far_row[first + i]);
  }
  int32_t before = clamped(first - 1, columns), after = clamped(first + pairs, columns);
  blended[0] = (int16_t)(near_weight * near_row[before] + far_weight * far_row[before]);
  blended[pairs + 1] = (int16_t)(near_weight * near_row[after] + far_weight * far_row[after]);

  if (planes->is_centered_x) {
    for (int32_t i = 0; i < pairs; i++) {
      output[2 * i] = (int16_t)(3 * blended[i + 1] + blended[i] - 2048);
      output[2 * i + 1] = (int16_t)(3 * blended[i + 1] + blended[i + 2] - 2048);
    }
  } else {
    for (int32_t i = 0; i < pairs; i++) {
      output[2 * i] = (int16_t)(4 * blended[i + 1] - 2048);
      output[2 * i + 1] = (int16_t)(2 * (blended[i + 1] + blended[i + 2]) - 2048);
    }
  }
}

INLINE uint32_t byte(int32_t value) {
  value >>= 20;
  return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

INLINE void convert(const cffmpeg_planes *planes, int32_t row, int32_t end, uint8_t *rgba) {
  const Matrix m = matrix_of(planes);
  int16_t cb[TILE] = {0}, cr[TILE] = {0};
  uint32_t pixels[TILE];
  for (; row < end; row++) {
    for (int32_t x = 0; x < planes->width; x += TILE) {
      int32_t count = planes->width - x < TILE ? planes->width - x : TILE;
      if (planes->cb != NULL && planes->cr != NULL) {
        interpolate(planes, planes->cb, planes->cb_stride, row, x, count, cb);
        interpolate(planes, planes->cr, planes->cr_stride, row, x, count, cr);
      }
      const uint8_t *luma = planes->y + row * planes->y_stride + x;
      for (int32_t i = 0; i < count; i++) {
        int32_t light = (luma[i] - m.black) * m.luma + (1 << 19), u = cb[i], v = cr[i];
        uint32_t red = byte(light + v * m.red_cr), blue = byte(light + u * m.blue_cb);
        uint32_t green = byte(light + u * m.green_cb + v * m.green_cr);
        pixels[i] = red | green << 8 | blue << 16 | 0xFF000000u;
      }
      memcpy(rgba, pixels, (size_t)count * 4);
      rgba += (size_t)count * 4;
    }
  }
}

static void convert_anywhere(const cffmpeg_planes *planes, int32_t first, int32_t end, uint8_t *rgba) {
  convert(planes, first, end, rgba);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void convert_avx2(
    const cffmpeg_planes *planes, int32_t first, int32_t end, uint8_t *rgba) {
  convert(planes, first, end, rgba);
}
#endif

void cffmpeg_convert_planes(const cffmpeg_planes *planes, int32_t first, int32_t end, uint8_t *rgba) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return convert_avx2(planes, first, end, rgba);
#endif
  convert_anywhere(planes, first, end, rgba);
}
