// The boundary between C++ and C: no exception crosses it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>

/// Runs `body`; returns 0, or -1 with a message if it throws.
template <typename Body>
int mk_guarded(char *message, size_t message_size, Body &&body) noexcept {
  try {
    body();
    return 0;
  } catch (const std::exception &error) {
    std::snprintf(message, message_size, "%s", error.what());
  } catch (...) {
    std::snprintf(message, message_size, "unknown failure");
  }
  return -1;
}
