#include "Matrix.h"

enum AVColorSpace matrix_meant(enum AVColorSpace matrix, int width, int height) {
  switch (matrix) {
    case AVCOL_SPC_BT709:
    case AVCOL_SPC_FCC:
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M:
    case AVCOL_SPC_SMPTE240M:
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return matrix;
    default: return width >= 1280 || height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
  }
}

void matrix_weights(enum AVColorSpace matrix, double *kr, double *kb) {
  switch (matrix) {
    case AVCOL_SPC_BT709: *kr = 0.2126, *kb = 0.0722; break;
    case AVCOL_SPC_FCC: *kr = 0.30, *kb = 0.11; break;
    case AVCOL_SPC_SMPTE240M: *kr = 0.212, *kb = 0.087; break;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: *kr = 0.2627, *kb = 0.0593; break;
    default: *kr = 0.299, *kb = 0.114; break;
  }
}
