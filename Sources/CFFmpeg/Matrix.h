#pragma once

#include "Runtime.h"

/// The matrix between Y'CbCr and R'G'B' that is meant by one of FFmpeg's numbers. Where a stream is silent it is BT.709
/// for high definition and BT.601 below, as players have it.
enum AVColorSpace matrix_meant(enum AVColorSpace matrix, int width, int height);

/// The weights of red and blue in luma, which define the matrix.
void matrix_weights(enum AVColorSpace matrix, double *kr, double *kb);
