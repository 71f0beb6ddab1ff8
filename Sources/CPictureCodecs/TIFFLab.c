#include "TIFFLibrary.h"

#include <math.h>

// sRGB's transfer function at 65536 steps of linear light.
static float encoded[65538];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill_table(void) {
  for (int index = 0; index < 65538; index++) {
    double light = index / 65535.0;
    if (light > 1) light = 1;
    encoded[index] = (float)(light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055);
  }
}

static inline float sample_of(float light) {
  if (!(light > 0)) return 0;
  if (light >= 1) return 1;
  float place = light * 65535;
  int index = (int)place;
  return encoded[index] + (encoded[index + 1] - encoded[index]) * (place - (float)index);
}

static inline float light_of(float f) { return f > 6.0f / 29 ? f * f * f : 3 * (6.0f / 29) * (6.0f / 29) * (f - 4.0f / 29); }

float tiff_encode_srgb(float light) {
  pthread_once(&once, fill_table);
  return sample_of(light);
}

// Converts L* (0 to 100), a* and b* (around 0), of CIE 1976 with the white point D50, to samples of sRGB, 0 to 1.
static inline void convert(float lightness, float a, float b, float rgb[3]) {
  float fy = (lightness + 16) / 116;
  float x = 0.96422f * light_of(fy + a / 500), y = light_of(fy), z = 0.82521f * light_of(fy - b / 200);
  // The matrix of sRGB, with D65 adapted to D50 by Bradford's transform.
  rgb[0] = sample_of(3.1338561f * x - 1.6168667f * y - 0.4906146f * z);
  rgb[1] = sample_of(-0.9787684f * x + 1.9161415f * y + 0.0334540f * z);
  rgb[2] = sample_of(0.0719453f * x - 0.2289914f * y + 1.4052427f * z);
}

void tiff_convert_lab(uint8_t *row, uint32_t pixels, bool is_deep, bool is_offset) {
  pthread_once(&once, fill_table);
  float rgb[3];
  if (is_deep) {
    uint16_t *pixel = (uint16_t *)(void *)row;
    for (uint32_t x = 0; x < pixels; x++, pixel += 4) {
      float a = is_offset ? (float)pixel[1] - 32768 : (float)(int16_t)pixel[1];
      float b = is_offset ? (float)pixel[2] - 32768 : (float)(int16_t)pixel[2];
      convert((float)pixel[0] * (is_offset ? 100.0f / 65280 : 100.0f / 65535), a / 256, b / 256, rgb);
      for (int c = 0; c < 3; c++) pixel[c] = (uint16_t)(rgb[c] * 65535 + 0.5f);
    }
  } else {
    for (uint32_t x = 0; x < pixels; x++, row += 4) {
      float a = is_offset ? (float)row[1] - 128 : (float)(int8_t)row[1];
      float b = is_offset ? (float)row[2] - 128 : (float)(int8_t)row[2];
      convert((float)row[0] * (100.0f / 255), a, b, rgb);
      for (int c = 0; c < 3; c++) row[c] = (uint8_t)(rgb[c] * 255 + 0.5f);
    }
  }
}
