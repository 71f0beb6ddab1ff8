// Planes of 8-bit Y'CbCr to RGBA and back, in fixed point.
#include "YCbCrPlanes.h"

#include <string.h>

#include "PackedPixel.h"

#pragma STDC FP_CONTRACT OFF

// Columns that are converted together: their chroma fits in the first-level cache.
enum { TILE = 1024 };
// Fractional bits of the weights that make Y'CbCr of RGB.
enum { WEIGHT_BITS = 15 };

// How Y'CbCr becomes R'G'B'. Luma is scaled by 2^20; chroma, which comes times 16, by 2^16.
typedef struct {
  int32_t black, luma, redCr, greenCb, greenCr, blueCb;
} DecodingMatrix;

// The weights of red, green and blue in one component, in 1 / 2^WEIGHT_BITS.
typedef struct {
  int32_t red, green, blue;
} Weights;

typedef struct {
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
  // Rounding must not make white anything but white.
  result.green = fixed((red + green + blue) * scale) - result.red - result.blue;
  return result;
}

static EncodingMatrix encoding_matrix(const PKYCbCrTarget *target) {
  double kr = target->kr, kb = target->kb, kg = 1 - kr - kb, one = 1 << WEIGHT_BITS;
  return (EncodingMatrix){
      .luma = weights(kr, kg, kb, 219.0 / 255 * one),
      .cb = weights(-kr, -kg, 1 - kb, 0.5 / (1 - kb) * 224 / 255 * one),
      .cr = weights(1 - kr, -kg, -kb, 0.5 / (1 - kr) * 224 / 255 * one),
  };
}

static int32_t clamped(int32_t value, int32_t end) { return value < 0 ? 0 : value < end ? value : end - 1; }

// The chroma rows that a row of luma lies between, and the weight of the second in quarters.
typedef struct {
  int32_t near, far, farWeight, columns;
} ChromaRows;

static ChromaRows chroma_rows(const PKYCbCrPlanes *planes, int32_t y) {
  int32_t columns = planes->halvesWidth ? (planes->width + 1) / 2 : planes->width;
  if (!planes->halvesHeight) return (ChromaRows){y, y, 0, columns};
  int32_t rows = (planes->height + 1) / 2, near = y / 2;
  int32_t far = planes->isCenteredY && y % 2 == 0 ? near - 1 : near + y % 2;
  return (ChromaRows){clamped(near, rows), clamped(far, rows), planes->isCenteredY ? 1 : 2, columns};
}

#define LOOPS "YCbCrPlaneLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_ycbcr_planes_to_rgba(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint8_t *rgba) {
  const DecodingMatrix matrix = decoding_matrix(planes);
  FASTEST(decode_rows)(planes, &matrix, first, end, rgba);
}

void pk_rgba_to_ycbcr_planes(const PKYCbCrTarget *target, const uint8_t *rgba, ptrdiff_t rowBytes, int32_t first,
                             int32_t end) {
  const EncodingMatrix matrix = encoding_matrix(target);
  FASTEST(encode_rows)(target, &matrix, rgba, rowBytes, first, end);
}
