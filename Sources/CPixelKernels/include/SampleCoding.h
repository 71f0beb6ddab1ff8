// Interleaved samples of 8 and 16 bits to planes of linear floats, and back.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The meaning of the fourth component.
enum { PK_OPAQUE = 0, PK_PREMULTIPLIED = 1, PK_STRAIGHT = 2 };

// Linear light to an encoded value, by line segments over the bits of the float: 2^mantissaBits segments per octave
// from 2^-24 to 1. `base` and `slope` hold 24 << mantissaBits entries and one more for 1 itself; a straight line
// (`lowSlope`) goes from 0 to the first.
typedef struct {
  int mantissaBits;
  float lowSlope;
  const float *base;
  const float *slope;
  // For eight bits, if accurate enough: 128 constants and 128 slopes of the lines y * slope + constant that give a
  // sample plus one half, sixteen lines for each octave of light + 2^-7, from 0 to 1. Otherwise null.
  const float *lines;
} PKEncodingTable;

// Interleaved samples to planes. `red`, `green`, `blue` map a sample to linear light and hold 257 (65537) entries, the
// last one twice. `matrix`: nine values, row by row, or null. For opaque samples of eight bits `a` may be null too, if
// alpha is not needed.
void pk_decode_rgba8(const uint8_t *samples, size_t n, const float *red, const float *green, const float *blue,
                     const float *matrix, int alpha, float *r, float *g, float *b, float *a);
void pk_decode_rgba16(const uint16_t *samples, size_t n, const float *red, const float *green, const float *blue,
                      const float *matrix, int alpha, float *r, float *g, float *b, float *a);
void pk_decode_l8(const uint8_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a);
void pk_decode_l16(const uint16_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a);
// The same for opaque samples that are linear already: sample / 255. `a` may be null.
void pk_decode_light8(const uint8_t *samples, size_t n, float *r, float *g, float *b, float *a);

// Planes to interleaved samples, rounded to the nearest and clamped to the format's range; NaN gives 0.
// `tables`: three. Gray is the luminance (0.2126, 0.7152, 0.0722).
void pk_encode_rgba8(const float *r, const float *g, const float *b, const float *a, size_t n,
                     const PKEncodingTable *tables, const float *matrix, int alpha, uint8_t *samples);
void pk_encode_rgba16(const float *r, const float *g, const float *b, const float *a, size_t n,
                      const PKEncodingTable *tables, const float *matrix, int alpha, uint16_t *samples);
void pk_encode_l8(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                  uint8_t *samples);
void pk_encode_l16(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                   uint16_t *samples);
// The same to opaque samples that stay linear.
void pk_encode_light8(const float *r, const float *g, const float *b, size_t n, uint8_t *samples);

// Interleaved floats to planes and back, values unchanged.
void pk_deinterleave(const float *samples, size_t n, float *r, float *g, float *b, float *a);
void pk_interleave(const float *r, const float *g, const float *b, const float *a, size_t n, float *samples);

// Encoded samples as a network's input: interleaved red, green and blue, each sample * scale + offset, without alpha.
// `is_mirrored`: the last pixel first.
void pk_rgb_floats8(const uint8_t *samples, size_t n, int is_mirrored, float scale, float offset, float *out);

// Prefetches `count` bytes that will be decoded soon.
void pk_prefetch(const void *memory, size_t count);

#ifdef __cplusplus
}
#endif
