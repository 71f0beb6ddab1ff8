// Samples of pictures to planes of light and back.
#include "SampleCoding.h"

#include "ColorArithmetic.h"
#include "PackedPixel.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "SampleCodingLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_decode_rgba8(const uint8_t *samples, size_t n, const float *red, const float *green, const float *blue,
                     const float *matrix, int alpha, float *r, float *g, float *b, float *a) {
  if (alpha == PK_OPAQUE && red == green && green == blue) {
    FASTEST(decode_opaque8)(samples, n, red, r, g, b, a);
    if (matrix) pk_matrix3(r, g, b, n, matrix);
    return;
  }
  FASTEST(decode_rgba8)(samples, n, red, green, blue, matrix, alpha, r, g, b, a);
}

void pk_decode_rgba16(const uint16_t *samples, size_t n, const float *red, const float *green, const float *blue,
                      const float *matrix, int alpha, float *r, float *g, float *b, float *a) {
  FASTEST(decode_rgba16)(samples, n, red, green, blue, matrix, alpha, r, g, b, a);
}

void pk_decode_l8(const uint8_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a) {
  FASTEST(decode_l8)(samples, n, curve, r, g, b, a);
}

void pk_decode_l16(const uint16_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a) {
  FASTEST(decode_l16)(samples, n, curve, r, g, b, a);
}

void pk_decode_light8(const uint8_t *samples, size_t n, float *r, float *g, float *b, float *a) {
  FASTEST(decode_light8)(samples, n, r, g, b, a);
}

void pk_encode_light8(const float *r, const float *g, const float *b, size_t n, uint8_t *samples) {
  FASTEST(encode_light8)(r, g, b, n, samples);
}

void pk_encode_rgba8(const float *r, const float *g, const float *b, const float *a, size_t n,
                     const PKEncodingTable *tables, const float *matrix, int alpha, uint8_t *samples) {
  const float *lines = tables[0].lines;
  if (alpha == PK_OPAQUE && lines && lines == tables[1].lines && lines == tables[2].lines) {
    FASTEST(encode_opaque8)(r, g, b, n, lines, matrix, samples);
    return;
  }
  FASTEST(encode_rgba8)(r, g, b, a, n, tables, matrix, alpha, samples);
}

void pk_encode_rgba16(const float *r, const float *g, const float *b, const float *a, size_t n,
                      const PKEncodingTable *tables, const float *matrix, int alpha, uint16_t *samples) {
  FASTEST(encode_rgba16)(r, g, b, a, n, tables, matrix, alpha, samples);
}

void pk_encode_l8(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                  uint8_t *samples) {
  FASTEST(encode_l8)(r, g, b, n, table, samples);
}

void pk_encode_l16(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                   uint16_t *samples) {
  FASTEST(encode_l16)(r, g, b, n, table, samples);
}

void pk_rgb_floats8(const uint8_t *samples, size_t n, int is_mirrored, float scale, float offset, float *out) {
  FASTEST(rgb_floats8)(samples, n, is_mirrored, scale, offset, out);
}

void pk_prefetch(const void *memory, size_t count) {
  for (size_t i = 0; i < count; i += 64) __builtin_prefetch((const char *)memory + i);
}

void pk_deinterleave(const float *samples, size_t n, float *r, float *g, float *b, float *a) {
  FASTEST(deinterleave)(samples, n, r, g, b, a);
}

void pk_interleave(const float *r, const float *g, const float *b, const float *a, size_t n, float *samples) {
  FASTEST(interleave)(r, g, b, a, n, samples);
}
