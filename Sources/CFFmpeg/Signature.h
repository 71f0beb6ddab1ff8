#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Whether `count` bytes begin with the `length` bytes of a signature, which may hold zeros.
static inline bool signature_begins(const uint8_t *bytes, size_t count, const char *signature, size_t length) {
  return count >= length && memcmp(bytes, signature, length) == 0;
}
