// Powers, and the transfer function of sRGB.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// |x| ^ exponent with the sign of x, at most 65504 (half-float's largest), relative error below 4e-6.
void pk_power(float *p, size_t n, float exponent);

// The same, several times as fast, for exponents of -1...3: `tables` holds the 128 values that pk_power_tables writes.
void pk_power_tables(float exponent, float *tables);
void pk_power_tabled(float *p, size_t n, float exponent, const float *tables);

void pk_srgb_encode(float *p, size_t n);
void pk_srgb_decode(float *p, size_t n);

#ifdef __cplusplus
}
#endif
