// The instruction set that the loops use. The environment variable MATTEKIT_INSTRUCTIONS (baseline or avx2), read once,
// limits a process to the lower ones.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// 0 for SSE2 (or the compiler's baseline), 1 for AVX2, 2 for AVX-512.
int pk_level(void);

// Limits the process from now on to the highest level of the processor that is at most `most`. For tests.
void pk_limit_level(int most);

#ifdef __cplusplus
}
#endif
