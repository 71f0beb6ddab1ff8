// Includes the loops of the file that LOOPS names twice, once for each instruction set, with NAME(f) giving each copy a name
// of its own: f_baseline and, where there is AVX2, f_avx2. FASTEST(f) is the copy that this processor is to run.
#define NAME(f) f##_baseline
#include LOOPS
#undef NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define NAME(f) f##_avx2
#include LOOPS
#undef NAME
#pragma clang attribute pop
#define FASTEST(f) (pk_level() > 0 ? f##_avx2 : f##_baseline)
#else
#define FASTEST(f) f##_baseline
#endif
