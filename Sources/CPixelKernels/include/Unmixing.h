// The person's share of mixed pixels.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Takes the pixels r, g, b of a picture apart into what lies before (ownR, ownG, ownB) and behind (behindR, behindG,
// behindB), both opaque, by a matte of 0...1: r, g, b become the premultiplied colour of what lies before, a its alpha.
//
// Alpha is 1 but where the colours show less of it than the matte says: differences of colours whose square is less than
// `noise` tell nothing; below `doubtFrom` of the matte the colours are believed, from `doubtTo` on the matte.
void pk_unmix(float *r, float *g, float *b, float *a, const float *ownR, const float *ownG, const float *ownB,
              const float *behindR, const float *behindG, const float *behindB, const float *matte, size_t n,
              float noise, float doubtFrom, float doubtTo);

#ifdef __cplusplus
}
#endif
