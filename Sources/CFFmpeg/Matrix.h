#pragma once

#include "Runtime.h"

/// The matrix between Y'CbCr and R'G'B' for one of FFmpeg's constants. If the stream does not say, it is BT.709 for
/// high definition and BT.601 below, as in players.
enum AVColorSpace matrix_meant(enum AVColorSpace matrix, int width, int height);

/// The weights of red and blue in luma (Kr and Kb), which define the matrix.
void matrix_weights(enum AVColorSpace matrix, double *kr, double *kb);
