// Planes of 8-bit Y'CbCr to RGBA and back, in fixed point.
#include "YCbCrPlanes.h"

#include <string.h>

#include "ChromaPlacement.h"
#include "PackedPixel.h"
#include "YCbCrDeepPlanes.h"

#pragma STDC FP_CONTRACT OFF

// Fractional bits of the weights from RGB to Y'CbCr.
enum { WEIGHT_BITS = 15 };

// The conversion of Y'CbCr to R'G'B'. Luma is scaled by 2^20; chroma, which is multiplied by 16 before, by 2^16.
typedef struct {
  int32_t black, luma, redCr, greenCb, greenCr, blueCb;
} DecodingMatrix;

// The weights of red, green and blue in one component, in 1 / 2^WEIGHT_BITS.
typedef struct {
  int32_t red, green, blue;
} Weights;

typedef struct {
  int32_t black;
  Weights luma, cb, cr;
} EncodingMatrix;

static int32_t fixed(double value) { return (int32_t)(value < 0 ? value - 0.5 : value + 0.5); }

static DecodingMatrix decoding_matrix(const PKYCbCrPlanes *planes) {
  double kr = planes->kr, kb = planes->kb, kg = 1 - kr - kb;
  double luma = planes->isFullRange ? 1 : 255.0 / 219, chroma = planes->isFullRange ? 1 : 255.0 / 224;
  return (DecodingMatrix){
      .black = planes->isFullRange ? 0 : 16,
      .luma = fixed(luma * (1 << 20)),
      .redCr = fixed(2 * (1 - kr) * chroma * (1 << 16)),
      .greenCb = fixed(-2 * (1 - kb) * kb / kg * chroma * (1 << 16)),
      .greenCr = fixed(-2 * (1 - kr) * kr / kg * chroma * (1 << 16)),
      .blueCb = fixed(2 * (1 - kb) * chroma * (1 << 16)),
  };
}

static Weights weights(double red, double green, double blue, double scale) {
  Weights result = {fixed(red * scale), 0, fixed(blue * scale)};
  // The weights must sum exactly, so that white stays white.
  result.green = fixed((red + green + blue) * scale) - result.red - result.blue;
  return result;
}

static EncodingMatrix encoding_matrix(const PKYCbCrTarget *target) {
  double kr = target->kr, kb = target->kb, kg = 1 - kr - kb, one = 1 << WEIGHT_BITS;
  double luma = target->isFullRange ? 1 : 219.0 / 255, chroma = target->isFullRange ? 0.5 : 0.5 * 224 / 255;
  return (EncodingMatrix){
      .black = target->isFullRange ? 0 : 16,
      .luma = weights(kr, kg, kb, luma * one),
      .cb = weights(-kr, -kg, 1 - kb, chroma / (1 - kb) * one),
      .cr = weights(1 - kr, -kg, -kb, chroma / (1 - kr) * one),
  };
}

#define LOOPS "YCbCrPlaneLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_ycbcr_run_to_rgba(const PKYCbCrPlanes *planes, int32_t x, int32_t y, int32_t width, uint8_t *rgba) {
  const DecodingMatrix matrix = decoding_matrix(planes);
  FASTEST(decode_row)(planes, &matrix, x, y, width, rgba);
}

void pk_replace_in_ycbcr_planes(const PKYCbCrTarget *target, const PKYCbCrPlanes *original, const PKPicturePart *part,
                                int32_t first, int32_t end) {
  const DecodingMatrix decoding = decoding_matrix(original);
  const EncodingMatrix encoding = encoding_matrix(target);
  FASTEST(replace_rows)(target, original, &decoding, &encoding, part, first, end);
}

void pk_ycbcr_planes_to_rgba(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint8_t *rgba) {
  if (planes->depth != 8) {
    deep_planes_to_rgba(planes, first, end, rgba);
    return;
  }
  const DecodingMatrix matrix = decoding_matrix(planes);
  FASTEST(decode_rows)(planes, &matrix, first, end, rgba);
}

void pk_rgba_to_ycbcr_planes(const PKYCbCrTarget *target, const uint8_t *rgba, ptrdiff_t rowBytes, int32_t first,
                             int32_t end) {
  if (target->depth != 8) {
    rgba_to_deep_planes(target, rgba, rowBytes, first, end);
    return;
  }
  const EncodingMatrix matrix = encoding_matrix(target);
  FASTEST(encode_rows)(target, &matrix, rgba, rowBytes, first, end);
}

void pk_gray_to_luma(const uint8_t *gray, size_t count, int isFullRange, uint8_t *luma) {
  if (isFullRange)
    memcpy(luma, gray, count);
  else
    FASTEST(limit_gray)(gray, count, luma);
}
