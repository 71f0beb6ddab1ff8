// Sums over a window.
#include "BoxFilter.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "BoxFilterLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_box_row(float *out, const float *in, size_t n, size_t taps, float inner, float edge, float *scratch) {
  FASTEST(box_row)(out, in, n, taps, inner, edge, scratch);
}

void pk_box_columns(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                    size_t taps, float inner, float edge, float *scratch) {
  FASTEST(box_columns)(out, outStride, in, inStride, columns, rows, taps, inner, edge, scratch);
}
