// Rows of Y'CbCr of any depth to RGBA and back.
#include "YCbCrRows.h"

#include "PackedPixel.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "YCbCrRowLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_ycbcr_encode_pair8(const uint8_t *upper, const uint8_t *lower, size_t width, uint8_t *lumaUpper,
                           uint8_t *lumaLower, uint8_t *cb, uint8_t *cr) {
  FASTEST(encode_pair8)(upper, lower, width, lumaUpper, lumaLower, cb, cr);
}

void pk_ycbcr_encode_pair16(const uint16_t *upper, const uint16_t *lower, size_t width, int depth, uint16_t *lumaUpper,
                            uint16_t *lumaLower, uint16_t *cb, uint16_t *cr) {
  FASTEST(encode_pair16)(upper, lower, width, depth, lumaUpper, lumaLower, cb, cr);
}

void pk_ycbcr_upsample(const void *nearer, const void *further, int bytes, size_t count, int halved, size_t width,
                       float *output) {
  if (bytes == 1)
    FASTEST(upsample8)(nearer, further, count, halved, width, output);
  else
    FASTEST(upsample16)(nearer, further, count, halved, width, output);
}

void pk_ycbcr_decode8(const void *luma, int bytes, const float *cb, const float *cr, size_t width,
                      const PKYCbCrMatrix *matrix, uint8_t *rgba) {
  if (bytes == 1)
    FASTEST(decode8_8)(luma, cb, cr, width, matrix, rgba);
  else
    FASTEST(decode16_8)(luma, cb, cr, width, matrix, rgba);
}

void pk_ycbcr_decode16(const void *luma, int bytes, const float *cb, const float *cr, size_t width,
                       const PKYCbCrMatrix *matrix, uint16_t *rgba) {
  if (bytes == 1)
    FASTEST(decode8_16)(luma, cb, cr, width, matrix, rgba);
  else
    FASTEST(decode16_16)(luma, cb, cr, width, matrix, rgba);
}
