#include "CYCbCr.h"

#define NAME(name) name##_baseline
#include "rows.inc"
#undef NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define NAME(name) name##_avx2
#include "rows.inc"
#undef NAME
#pragma clang attribute pop

static int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#define CALL(name, ...) (has_avx2() ? name##_avx2(__VA_ARGS__) : name##_baseline(__VA_ARGS__))
#else
#define CALL(name, ...) name##_baseline(__VA_ARGS__)
#endif

void cycbcr_encode_row_pair(
  const uint8_t *upper, const uint8_t *lower, size_t width, uint8_t *lumaUpper, uint8_t *lumaLower, uint8_t *cb,
  uint8_t *cr) {
  CALL(encode_row_pair, upper, lower, width, lumaUpper, lumaLower, cb, cr);
}

void cycbcr_encode_row_pair16(
  const uint16_t *upper, const uint16_t *lower, size_t width, int depth, uint16_t *lumaUpper, uint16_t *lumaLower,
  uint16_t *cb, uint16_t *cr) {
  CALL(encode_row_pair16, upper, lower, width, depth, lumaUpper, lumaLower, cb, cr);
}

void cycbcr_upsample_row(
  const void *nearer, const void *further, int bytes, size_t count, int halved, size_t width, float *output) {
  if (bytes == 1)
    CALL(upsample_uint8_t, nearer, further, count, halved, width, output);
  else
    CALL(upsample_uint16_t, nearer, further, count, halved, width, output);
}

void cycbcr_decode_row8(
  const void *luma, int bytes, const float *cb, const float *cr, size_t width, const cycbcr_matrix *matrix,
  uint8_t *rgba) {
  if (bytes == 1)
    CALL(decode_uint8_t_uint8_t, luma, cb, cr, width, matrix, rgba);
  else
    CALL(decode_uint16_t_uint8_t, luma, cb, cr, width, matrix, rgba);
}

void cycbcr_decode_row16(
  const void *luma, int bytes, const float *cb, const float *cr, size_t width, const cycbcr_matrix *matrix,
  uint16_t *rgba) {
  if (bytes == 1)
    CALL(decode_uint8_t_uint16_t, luma, cb, cr, width, matrix, rgba);
  else
    CALL(decode_uint16_t_uint16_t, luma, cb, cr, width, matrix, rgba);
}
