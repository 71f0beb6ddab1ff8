// Chooses the copy of the loops that this process runs.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "InstructionLevel.h"

#if defined(__x86_64__)
// The highest level of this processor that MATTEKIT_INSTRUCTIONS (baseline, avx2) allows.
static int detected_level(void) {
  int found = __builtin_cpu_supports("avx2") ? 1 : 0;
  if (found && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    found = 2;
  const char *limit = getenv("MATTEKIT_INSTRUCTIONS");
  if (limit && strcmp(limit, "baseline") == 0) return 0;
  if (limit && found > 1 && strcmp(limit, "avx2") == 0) return 1;
  return found;
}

// Detected once. Threads that race all detect the same.
static atomic_int known_level = -1;

int pk_level(void) {
  int found = atomic_load_explicit(&known_level, memory_order_relaxed);
  if (found < 0) {
    found = detected_level();
    atomic_store_explicit(&known_level, found, memory_order_relaxed);
  }
  return found;
}

void pk_limit_level(int most) {
  int found = detected_level();
  atomic_store_explicit(&known_level, found < most ? found : most, memory_order_relaxed);
}
#else
int pk_level(void) { return 0; }

void pk_limit_level(int most) { (void)most; }
#endif
