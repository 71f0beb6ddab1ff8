#include "CStandardError.h"

#include <iostream>
#include <streambuf>

namespace {

/// Discards what is written.
class Silence : public std::streambuf {
 protected:
  int_type overflow(int_type character) override { return traits_type::not_eof(character); }
  std::streamsize xsputn(const char *, std::streamsize count) override { return count; }
};

Silence silence;
std::streambuf *usual = nullptr;

}  // namespace

void standard_error_hold_back(void) {
  if (usual == nullptr) usual = std::cerr.rdbuf(&silence);
}

void standard_error_let_through(void) {
  if (usual == nullptr) return;
  std::cerr.rdbuf(usual);
  usual = nullptr;
}
