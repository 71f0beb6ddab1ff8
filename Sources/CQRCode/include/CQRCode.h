// Makes QR codes with libqrencode, which is opened at first use. May be called from several threads.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CQR_OK = 0,
  // The library is not installed.
  CQR_MISSING = 1,
  // The message does not fit in the largest code of the level.
  CQR_TOO_LONG = 2,
  CQR_FAILED = 3,
} cqr_status;

// Encodes bytes. `level`: 0 to 3 for L, M, Q and H. `*modules` becomes side * side bytes, 1 for dark, which the caller
// frees with cqr_release.
cqr_status cqr_encode(const uint8_t *bytes, size_t count, int level, uint8_t **modules, size_t *side);

void cqr_release(uint8_t *modules);

#ifdef __cplusplus
}
#endif
