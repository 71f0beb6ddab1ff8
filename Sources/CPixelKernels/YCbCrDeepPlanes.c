// Converts planes of Y'CbCr to RGBA and back if either has more than 8 bits, in floats.
//
// Sums of samples are integers below 2^24 and so exact. A result is the exact one rounded, except for halves that
// single precision cannot distinguish.
#include "YCbCrDeepPlanes.h"

#include "ChromaPlacement.h"
#include "PackedPixel.h"

#pragma STDC FP_CONTRACT OFF

// The conversion of Y'CbCr to R'G'B' of 0...maximum; chroma is multiplied by 16.
typedef struct {
  float luma, redCr, greenCb, greenCr, blueCb, maximum;
  int32_t black, middle;
} DeepDecodingMatrix;

// The weights of red, green and blue for one of Y', Cb and Cr.
typedef struct {
  float red, green, blue;
} DeepWeights;

typedef struct {
  DeepWeights luma, cb, cr;
  // Added to luma and to chroma, including one half for rounding; and the maximum sample.
  float black, middle, maximum;
  float alpha;
} DeepEncodingMatrix;

// The ranges from black to white (luma) and from -1/2 to 1/2 (chroma), in samples of a depth.
static double luma_steps(int32_t depth, int32_t isFullRange) {
  return isFullRange ? (1 << depth) - 1 : 219 << (depth - 8);
}

static double chroma_steps(int32_t depth, int32_t isFullRange) {
  return isFullRange ? (1 << depth) - 1 : 224 << (depth - 8);
}

static DeepDecodingMatrix deep_decoding_matrix(const PKYCbCrPlanes *planes, double maximum) {
  double kr = planes->kr, kb = planes->kb, kg = 1 - kr - kb;
  double chroma = maximum / chroma_steps(planes->depth, planes->isFullRange) / 16;
  return (DeepDecodingMatrix){
      .luma = (float)(maximum / luma_steps(planes->depth, planes->isFullRange)),
      .redCr = (float)(2 * (1 - kr) * chroma),
      .greenCb = (float)(-2 * (1 - kb) * kb / kg * chroma),
      .greenCr = (float)(-2 * (1 - kr) * kr / kg * chroma),
      .blueCb = (float)(2 * (1 - kb) * chroma),
      .maximum = (float)maximum,
      .black = planes->isFullRange ? 0 : 16 << (planes->depth - 8),
      .middle = 16 << (planes->depth - 1),
  };
}

static DeepEncodingMatrix deep_encoding_matrix(const PKYCbCrTarget *target, double maximum) {
  double kr = target->kr, kb = target->kb, kg = 1 - kr - kb;
  double luma = luma_steps(target->depth, target->isFullRange) / maximum;
  // Subsampled chroma is multiplied by 64.
  double chroma = chroma_steps(target->depth, target->isFullRange) / maximum / 2 / (target->isWhole ? 1 : 64);
  double blue = chroma / (1 - kb), red = chroma / (1 - kr);
  return (DeepEncodingMatrix){
      .luma = {(float)(kr * luma), (float)(kg * luma), (float)(kb * luma)},
      .cb = {(float)(-kr * blue), (float)(-kg * blue), (float)((1 - kb) * blue)},
      .cr = {(float)((1 - kr) * red), (float)(-kg * red), (float)(-kb * red)},
      .black = (target->isFullRange ? 0 : (float)(16 << (target->depth - 8))) + 0.5f,
      .middle = (float)(1 << (target->depth - 1)) + 0.5f,
      .maximum = (float)((1 << target->depth) - 1),
      .alpha = (float)(((1 << target->depth) - 1) / maximum),
  };
}

#define LOOPS "YCbCrDeepPlaneLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void deep_planes_to_rgba(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint8_t *rgba) {
  const DeepDecodingMatrix matrix = deep_decoding_matrix(planes, 255);
  FASTEST(decode_words_to8)(planes, &matrix, first, end, rgba);
}

void pk_ycbcr_planes_to_rgba16(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint16_t *rgba) {
  const DeepDecodingMatrix matrix = deep_decoding_matrix(planes, 65535);
  if (planes->depth == 8)
    FASTEST(decode_bytes_to16)(planes, &matrix, first, end, rgba);
  else
    FASTEST(decode_words_to16)(planes, &matrix, first, end, rgba);
}

void rgba_to_deep_planes(const PKYCbCrTarget *target, const uint8_t *rgba, ptrdiff_t rowBytes, int32_t first,
                         int32_t end) {
  const DeepEncodingMatrix matrix = deep_encoding_matrix(target, 255);
  FASTEST(encode_words_from8)(target, &matrix, rgba, rowBytes, first, end);
}

void pk_rgba16_to_ycbcr_planes(const PKYCbCrTarget *target, const uint16_t *rgba, ptrdiff_t rowBytes, int32_t first,
                               int32_t end) {
  const DeepEncodingMatrix matrix = deep_encoding_matrix(target, 65535);
  if (target->depth == 8)
    FASTEST(encode_bytes_from16)(target, &matrix, rgba, rowBytes, first, end);
  else
    FASTEST(encode_words_from16)(target, &matrix, rgba, rowBytes, first, end);
}
