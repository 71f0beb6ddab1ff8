// Resampling of rows to other sizes.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// out[i] = sum over t of weight(i, t) * in[starts[i] + t]. Weights are stored in blocks of sixteen values, those of a
// tap together: that of value i, tap t is weights[((phase + i) / 16 * taps + t) * 16 + (phase + i) % 16]. `starts` is
// ascending.
void pk_resample(float *out, const float *in, size_t n, size_t phase, const int32_t *starts, const float *weights,
                 size_t taps);

// Two values for each of `n` samples: out[2 i] = sum over t of even[t] * in[i + t], and out[2 i + 1] that of
// odd[t] * in[i + t + 1]. `in` holds n + taps samples. The same bits as pk_resample.
void pk_resample_double(float *out, const float *in, size_t n, const float *even, const float *odd, size_t taps);

// Adds to out[i] the result of pk_resample with four taps and phase 0.
void pk_add_resampled(float *out, const float *in, size_t n, const int32_t *starts, const float *weights);

// out[i] = x + (y - x) * fraction[i], where x and y are entries index[i] and index[i] + 1 of a row of `width` values;
// each of these is (u + (l - u) * share) / 255 for the bytes u and l of two rows. The last value is its own neighbour.
// `index` is ascending.
void pk_interpolate_l8(float *out, const uint8_t *upper, const uint8_t *lower, size_t width, float share, size_t n,
                       const int32_t *index, const float *fraction);

// out[c] = sum over t of weights[t] * in[c * step + t].
void pk_reduce(float *out, const float *in, size_t n, size_t step, const float *weights, size_t taps);

// From a coarse row to pixels: pixel p of cell c is the sum over j < 5 of weights[j * k + p] * in[c + j]. Writes
// cells * k values.
void pk_spline_cells(float *out, const float *in, size_t cells, size_t k, const float *weights);

// sums[i] += weight * samples[i].
void pk_add_weighted8(float *sums, const uint8_t *samples, size_t n, float weight);
// Pixels of four bytes, rounded to the nearest: the sum of weights[t] * sums[starts[i] + t - offsets[i]] for t in
// offsets[i] ..< offsets[i + 1], which must be in 0...255. `starts` counts pixels of four values.
void pk_mean_rgba8(uint8_t *samples, const float *sums, size_t n, const ptrdiff_t *starts, const ptrdiff_t *offsets,
                   const float *weights);

#ifdef __cplusplus
}
#endif
