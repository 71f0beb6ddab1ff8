// A pixel of four bytes as one word, at any address.
#pragma once
#include <stdint.h>

typedef uint32_t pixel32 __attribute__((aligned(1), may_alias));
