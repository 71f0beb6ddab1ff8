// Which instruction set the loops use. The environment variable MATTEKIT_INSTRUCTIONS (baseline or avx2), read once,
// limits a process to the lower ones.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// 0 for SSE2 (or whatever the compiler takes for granted), 1 for AVX2, 2 for AVX-512.
int pk_level(void);

// Limits the process from now on to the highest level that the processor has, and that is at most `most`. For tests.
void pk_limit_level(int most);

#ifdef __cplusplus
}
#endif
