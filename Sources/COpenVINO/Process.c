// For sysconf, which C17 alone does not declare.
#define _POSIX_C_SOURCE 200809L

#include "COpenVINO.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

uint64_t mk_address_space_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

uint64_t mk_address_space_used(void) {
  unsigned long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  if (fscanf(file, "%llu", &pages) != 1) pages = 0;
  fclose(file);
  return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t mk_processor_features(void) {
  uint64_t features = 1469598103934665603u;
#if defined(__x86_64__)
  unsigned leaf[][2] = {{1, 0}, {7, 0}, {7, 1}};
  for (int i = 0; i < 3; i++) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid_count(leaf[i][0], leaf[i][1], &a, &b, &c, &d)) continue;
    // EBX of leaf 1 contains the number of the core that runs this.
    unsigned words[] = {a, i == 0 ? 0 : b, c, d};
    for (int j = 0; j < 4; j++) features = (features ^ words[j]) * 1099511628211u;
  }
#elif defined(__aarch64__)
  features = (features ^ getauxval(AT_HWCAP)) * 1099511628211u;
  features = (features ^ getauxval(AT_HWCAP2)) * 1099511628211u;
#endif
  return features;
}
