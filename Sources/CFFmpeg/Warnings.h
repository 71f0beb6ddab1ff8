#pragma once

#include <stdbool.h>

/// Sentences about differences from the source, one per line.
typedef struct Warnings {
  char text[4096];
} Warnings;

/// Adds a sentence, unless it is there already or there is no room left.
__attribute__((format(printf, 2, 3))) void warnings_add(Warnings *warnings, const char *format, ...);
