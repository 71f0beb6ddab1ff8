// Loops over pixels, compiled for SSE2, AVX2 and AVX-512 and chosen at run time.
//
// Pixels are planar floats (r, g, b, a), linear and premultiplied unless said otherwise. Planes must not overlap.
// Nothing allocates, nothing keeps a pointer, nothing fails; every function may be called from any thread.
// Products are never fused with sums, so that all three copies give the same bits. The environment variable
// MATTEKIT_INSTRUCTIONS (baseline or avx2), read once, keeps to the lower copies.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "LinearModel.h"
#include "MattingLaplacian.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which copies are used: 0 for SSE2 (or whatever the compiler takes for granted), 1 for AVX2, 2 for AVX-512.
int pk_level(void);
// From now on the highest copies of at most this level that the processor has. For tests: it is one setting for all.
void pk_limit_level(int most);

// What the fourth component means.
enum { PK_OPAQUE = 0, PK_PREMULTIPLIED = 1, PK_STRAIGHT = 2 };

// Linear light to an encoded value, as line segments over the bits of the float: 2^mantissaBits segments an octave
// from 2^-24 to 1. `base` and `slope` hold 24 << mantissaBits entries and one more for 1 itself; a straight line
// (`lowSlope`) leads from 0 to the first.
typedef struct {
  int mantissaBits;
  float lowSlope;
  const float *base;
  const float *slope;
  // For eight bits, where it is near enough: 128 constants and 128 slopes of the lines y * slope + constant that give a
  // sample plus one half, sixteen to each octave of light + 2^-7, from 0 to 1. Or null.
  const float *lines;
} PKEncodingTable;

// Interleaved samples to planes. `red`, `green`, `blue` map a sample to light and hold 257 (65537) entries, the last
// one twice. `matrix`: nine values, row after row, or null. Of opaque samples of eight bits `a` may be null, too: then
// nobody looks at it.
void pk_decode_rgba8(const uint8_t *samples, size_t n, const float *red, const float *green, const float *blue,
                     const float *matrix, int alpha, float *r, float *g, float *b, float *a);
void pk_decode_rgba16(const uint16_t *samples, size_t n, const float *red, const float *green, const float *blue,
                      const float *matrix, int alpha, float *r, float *g, float *b, float *a);
void pk_decode_l8(const uint8_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a);
void pk_decode_l16(const uint16_t *samples, size_t n, const float *curve, float *r, float *g, float *b, float *a);

// The same for opaque samples that are light as they are: sample / 255. `a` may be null.
void pk_decode_light8(const uint8_t *samples, size_t n, float *r, float *g, float *b, float *a);

// Planes to interleaved samples, rounded to the nearest and clamped to the format's range; NaN gives 0.
// `tables`: three. Gray is the luminance (0.2126, 0.7152, 0.0722).
void pk_encode_rgba8(const float *r, const float *g, const float *b, const float *a, size_t n,
                     const PKEncodingTable *tables, const float *matrix, int alpha, uint8_t *samples);
// The same for opaque samples that are light as they are.
void pk_encode_light8(const float *r, const float *g, const float *b, size_t n, uint8_t *samples);
void pk_encode_rgba16(const float *r, const float *g, const float *b, const float *a, size_t n,
                      const PKEncodingTable *tables, const float *matrix, int alpha, uint16_t *samples);
void pk_encode_l8(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                  uint8_t *samples);
void pk_encode_l16(const float *r, const float *g, const float *b, size_t n, const PKEncodingTable *table,
                   uint16_t *samples);

// Asks for memory that will be read soon, which need not wait then.
void pk_prefetch(const void *memory, size_t count);

// Interleaved floats to planes and back, as they are.
void pk_deinterleave(const float *samples, size_t n, float *r, float *g, float *b, float *a);
void pk_interleave(const float *r, const float *g, const float *b, const float *a, size_t n, float *samples);

// Linear colour through a 3 by 3 matrix, row after row.
void pk_matrix3(float *r, float *g, float *b, size_t n, const float *matrix);
// Four rows of (r, g, b, a, bias).
void pk_matrix5(float *r, float *g, float *b, float *a, size_t n, const float *matrix);
// Three rows of (r, g, b, bias).
void pk_matrix4(float *r, float *g, float *b, size_t n, const float *matrix);
// A negative alpha counts as 0.
void pk_premultiply(float *r, float *g, float *b, const float *a, size_t n);
// Where alpha is below 2^-20 the colour becomes 0.
void pk_unpremultiply(float *r, float *g, float *b, const float *a, size_t n);
// out[i] = the largest (smallest) of r[i], g[i] and b[i]; `out` may be one of them.
void pk_maximum(float *out, const float *r, const float *g, const float *b, size_t n);
void pk_minimum(float *out, const float *r, const float *g, const float *b, size_t n);
void pk_clamp(float *p, size_t n, float low, float high);
void pk_scale(float *p, size_t n, float factor);
void pk_scale_offset(float *p, size_t n, float factor, float offset);
void pk_multiply(float *p, const float *q, size_t n);

// out[i] = the larger (maximum is 1) or smaller of x[i] and y[i], where out may be neither.
void pk_choose(float *out, const float *x, const float *y, size_t n, int maximum);
// The same of what is in `out` already, x[i] and y[i].
void pk_choose_among(float *out, const float *x, const float *y, size_t n, int maximum);

// |x| ^ exponent with the sign of x, at most 65504 (half-float's largest), relative error below 4e-6.
void pk_power(float *p, size_t n, float exponent);
// The same, a few times as fast, for exponents of -1...3: `tables` holds the 128 values that pk_power_tables writes.
void pk_power_tables(float exponent, float *tables);
void pk_power_tabled(float *p, size_t n, float exponent, const float *tables);
void pk_srgb_encode(float *p, size_t n);
void pk_srgb_decode(float *p, size_t n);

// top = top * mask + bottom * (1 - mask): exactly bottom where mask is 0, whatever top is there.
void pk_mix(float *top, const float *bottom, const float *mask, size_t n);
// The same of three planes.
void pk_mix_color(float *topR, float *topG, float *topB, const float *r, const float *g, const float *b,
                  const float *mask, size_t n);
// The same with one weight for all.
void pk_mix_constant(float *top, const float *bottom, float weight, size_t n);
// Whether all values are 0.
int pk_is_zero(const float *p, size_t n);
// top = top * x + bottom * y, with x and y one of: 1, alpha, 1 - alpha, chosen by PKFactor.
enum { PK_ZERO = 0, PK_ONE = 1, PK_ALPHA = 2, PK_INVERSE_ALPHA = 3 };
// Porter-Duff: top * (factor of the bottom's alpha) + bottom * (factor of the top's alpha).
void pk_porter_duff(float *top, const float *bottom, const float *topAlpha, const float *bottomAlpha, size_t n,
                    int topFactor, int bottomFactor);

// out[i] = sum over t of weights[t] * in[i + offsets[t]].
void pk_convolve(float *out, const float *in, size_t n, const ptrdiff_t *offsets, const float *weights, size_t taps);
// Sums with the same weights down the columns, then across: `in` is the first of columns + taps - 1 by rows + taps - 1
// values. `scratch` holds 16 * (columns + taps) values.
void pk_convolve_square(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                        const float *weights, size_t taps, float *scratch);
// out[i] = sum over t of weight(i, t) * in[starts[i] + t]. Weights lie in blocks of sixteen values, those of a tap
// together: that of value i, tap t is weights[((phase + i) / 16 * taps + t) * 16 + (phase + i) % 16]. Starts ascend.
void pk_resample(float *out, const float *in, size_t n, size_t phase, const int32_t *starts, const float *weights,
                 size_t taps);
// Colours through a cube of premultiplied nodes (r, g, b, a; red fastest), trilinearly; alpha is multiplied by the
// nodes' if `changesAlpha`. Reads within the table, which holds 4 * dimension^3 values.
void pk_cube(float *r, float *g, float *b, float *a, size_t n, const float *nodes, int dimension, int extrapolates,
             int changesAlpha);
// out[i] = edge * (in[i] + in[i + taps - 1]) + inner * (sum of what lies between), for at least 3 taps. `scratch` holds
// 3 * (n + taps) values.
void pk_box_row(float *out, const float *in, size_t n, size_t taps, float inner, float edge, float *scratch);
// The same down the columns. `scratch` holds 192 * (rows + taps) values.
void pk_box_columns(float *out, size_t outStride, const float *in, size_t inStride, size_t columns, size_t rows,
                    size_t taps, float inner, float edge, float *scratch);
// out[i] = x + (y - x) * fraction[i] with x and y at index[i] and one after in a row of `width` values that are
// (u + (l - u) * share) / 255 of the bytes of two rows; beside the last value there is itself. Indices ascend.
void pk_interpolate_l8(float *out, const uint8_t *upper, const uint8_t *lower, size_t width, float share, size_t n,
                       const int32_t *index, const float *fraction);
// out[c] = sum over t of weights[t] * in[c * step + t].
void pk_reduce(float *out, const float *in, size_t n, size_t step, const float *weights, size_t taps);
// sums[i] += weight * samples[i].
void pk_add_weighted8(float *sums, const uint8_t *samples, size_t n, float weight);
// Pixels of four bytes, to the nearest, that are the sum of weights[t] * sums[starts[i] + t - offsets[i]] for t from
// offsets[i] up to offsets[i + 1], which must lie in 0...255; `starts` counts pixels of four values.
void pk_mean_rgba8(uint8_t *samples, const float *sums, size_t n, const ptrdiff_t *starts, const ptrdiff_t *offsets,
                   const float *weights);
// From a coarse row to pixels: pixel p of cell c is the sum over j < 5 of weights[j * k + p] * in[c + j]. Writes
// cells * k values.
void pk_spline_cells(float *out, const float *in, size_t cells, size_t k, const float *weights);

#ifdef __cplusplus
}
#endif
