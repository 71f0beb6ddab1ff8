#pragma once

#include <stdint.h>

/// A fraction; unknown if the denominator is 0.
typedef struct cffmpeg_rational {
  int32_t numerator;
  int32_t denominator;
} cffmpeg_rational;
