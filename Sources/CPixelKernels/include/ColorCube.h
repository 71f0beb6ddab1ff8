// Lookup of colours in a cube.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Interpolates trilinearly between premultiplied nodes (r, g, b, a; red fastest). Alpha is multiplied by the nodes' if
// `changesAlpha`. Never reads outside the table, which holds 4 * dimension^3 values.
void pk_cube(float *r, float *g, float *b, float *a, size_t n, const float *nodes, int dimension, int extrapolates,
             int changesAlpha);

#ifdef __cplusplus
}
#endif
