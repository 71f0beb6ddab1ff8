// Includes the loops of the file that LOOPS names once for each instruction set. NAME(f) gives each copy its own name:
// f_baseline and, on x86-64, f_avx2 and, if WITH_AVX512 is defined, f_avx512. While the AVX-512 copy is compiled
// PK_AVX512 is defined. The loops may use intrinsics: those of AVX2 while PK_AVX2 is defined. FASTEST(f) is the copy
// that this process runs. target_clones is not used, because its resolvers crash under ThreadSanitizer.
//
// No copy may fuse a product with a sum, because the baseline cannot: the copies would give different bits.
#include "InstructionLevel.h"

#pragma STDC FP_CONTRACT OFF
// Under sanitizers, loops that must be vectorised for speed are not.
#pragma clang diagnostic ignored "-Wpass-failed"

#if defined(__x86_64__) && defined(WITH_AVX512)
#include <immintrin.h>
#endif

#define NAME(f) f##_baseline
#include LOOPS
#undef NAME

#if !defined(__x86_64__)
#define FASTEST(f) f##_baseline
#else
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define NAME(f) f##_avx2
#if defined(WITH_AVX512)
#define PK_AVX2
#endif
#include LOOPS
#undef PK_AVX2
#undef NAME
#pragma clang attribute pop

#if !defined(WITH_AVX512)
#define FASTEST(f) (pk_level() > 0 ? f##_avx2 : f##_baseline)
#else
#pragma clang attribute push(                                                                    \
    __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl"))), \
    apply_to = function)
#define NAME(f) f##_avx512
#define PK_AVX512
#include LOOPS
#undef PK_AVX512
#undef NAME
#pragma clang attribute pop

#define FASTEST(f) (pk_level() > 1 ? f##_avx512 : pk_level() > 0 ? f##_avx2 : f##_baseline)
#endif
#endif
