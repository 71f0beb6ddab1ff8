#include "TIFFLibrary.h"

// Converts a number of 16 bits to one of 32 (IEEE 754-2019, binary16).
static inline float float_of_half(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 1023;
  if (exponent == 0) {
    float value = (float)fraction * 0x1p-24f;
    return sign ? -value : value;
  }
  uint32_t bits = sign | (exponent == 31 ? 255u : exponent + 112) << 23 | fraction << 13;
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

static inline float sample_at(const uint8_t *row, size_t index, int bits) {
  if (bits == 16) {
    uint16_t half;
    memcpy(&half, row + 2 * index, 2);
    return float_of_half(half);
  }
  float value;
  memcpy(&value, row + 4 * index, 4);
  return value;
}

// Positive infinity becomes white, and NaN black.
static inline uint16_t word_of(float value) {
  return value >= 1 ? 0xFFFF : value > 0 ? (uint16_t)(value * 65535 + 0.5f) : 0;
}

bool tiff_convert_floats(uint8_t *row, uint32_t pixels, const TIFFFloats *floats) {
  bool is_clipped = false;
  // The words are not longer than the floats, so a sample is overwritten only after it was read.
  for (uint32_t x = 0; x < pixels; x++) {
    size_t first = (size_t)x * (size_t)floats->samples;
    float alpha = floats->alpha >= 0 ? sample_at(row, first + (size_t)floats->alpha, floats->bits) : 1;
    if (!(alpha > 0)) alpha = 0;
    if (alpha > 1) alpha = 1;
    for (int s = 0; s < floats->samples; s++) {
      float value = s == floats->alpha ? alpha : sample_at(row, first + (size_t)s, floats->bits);
      if (s < floats->colors) {
        if (floats->is_inverted) value = 1 - value;
        is_clipped |= value > 1.0001f;
        if (floats->is_linear && floats->is_premultiplied) {
          value = alpha > 0 ? alpha * tiff_encode_srgb(value / alpha) : 0;
        } else if (floats->is_linear) {
          value = tiff_encode_srgb(value);
        }
      }
      uint16_t word = word_of(value);
      memcpy(row + 2 * (first + (size_t)s), &word, 2);
    }
  }
  return is_clipped;
}
