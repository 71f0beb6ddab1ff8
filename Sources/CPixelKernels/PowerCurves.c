// Powers, and the curve of sRGB.
#include "PowerCurves.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "PowerTables.h"

#pragma STDC FP_CONTRACT OFF

#define LOOPS "PowerCurvesLoops.h"
#define WITH_AVX512
#include "InstructionCopies.h"

void pk_power(float *p, size_t n, float exponent) {
  FASTEST(power)(p, n, exponent);
}

void pk_power_tables(float exponent, float *tables) {
  // Octave o is entry o & 31 of its biased exponent.
  for (int octave = 0; octave < 32; octave++) tables[(127 - 24 + octave) & 31] = (float)exp2(exponent * (octave - 24.0));
  const double step = 1.0 / 32;
  for (int part = 0; part < 32; part++) {
    double start = 1 + part * step;
    // Through the ends and the middle, so that the curve is continuous.
    double low = pow(start, exponent), high = pow(start + step, exponent), middle = pow(start + step / 2, exponent);
    double bend = 2 * (low + high - 2 * middle);
    tables[32 + part] = (float)low;
    tables[64 + part] = (float)((high - low - bend) / step);
    tables[96 + part] = (float)(bend / (step * step));
  }
}

void pk_power_tabled(float *p, size_t n, float exponent, const float *tables) {
  FASTEST(power_tabled)(p, n, exponent, tables);
}

void pk_srgb_encode(float *p, size_t n) {
  FASTEST(srgb_encode)(p, n);
}

void pk_srgb_decode(float *p, size_t n) {
  FASTEST(srgb_decode)(p, n);
}
