// The person's share of mixed pixels.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Separates the pixels r, g, b of a picture into foreground and background by a matte of 0...1, given opaque estimates
// of the foreground (ownR, ownG, ownB) and the background (behindR, behindG, behindB). r, g, b become the premultiplied
// foreground, a its alpha.
//
// Alpha is 1 except where the colours show less foreground than the matte states. Differences of colours whose square
// is below `noise` count as none. Below `doubtFrom` the colours decide, from `doubtTo` on the matte does.
void pk_unmix(float *r, float *g, float *b, float *a, const float *ownR, const float *ownG, const float *ownB,
              const float *behindR, const float *behindG, const float *behindB, const float *matte, size_t n,
              float noise, float doubtFrom, float doubtTo);

#ifdef __cplusplus
}
#endif
