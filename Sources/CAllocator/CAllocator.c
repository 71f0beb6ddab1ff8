#include "CAllocator.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>

void callocator_trim(void) { malloc_trim(0); }

void callocator_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }
#else
void callocator_trim(void) {}

void callocator_limit_arenas(int count) { (void)count; }
#endif
