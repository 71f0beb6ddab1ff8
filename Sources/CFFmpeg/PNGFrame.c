#include "PNGFrame.h"

#include "Signature.h"

#include <string.h>

static const char signature[] = "\x89PNG\r\n\x1A\n";
enum { SIGNATURE_SIZE = 8, NAME = 4, BESIDE_DATA = 12 };

/// Where the chunk at `place` ends; `size` if it is cut, which a header can be too.
static size_t end_of_chunk(const uint8_t *bytes, size_t size, size_t place) {
  if (size - place < BESIDE_DATA) return size;
  const uint8_t *chunk = bytes + place;
  size_t count = (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
  return count > size - place - BESIDE_DATA ? size : place + BESIDE_DATA + count;
}

static bool is_named(const uint8_t *bytes, size_t size, size_t place, const char *name) {
  return size - place >= NAME + 4 && memcmp(bytes + place + NAME, name, 4) == 0;
}

/// Whether the chunk at `place` is needed to show the picture.
static bool is_needed(const uint8_t *bytes, size_t size, size_t place) {
  static const char needed[][5] = {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP",
                                   "cICP", "sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    if (is_named(bytes, size, place, needed[i])) return true;
  }
  return false;
}

size_t png_frame_remove_metadata(uint8_t *bytes, size_t size) {
  size_t place = signature_begins(bytes, size, signature, SIGNATURE_SIZE) ? SIGNATURE_SIZE : 0, written = place;
  while (place < size) {
    size_t end = end_of_chunk(bytes, size, place);
    bool is_end = is_named(bytes, size, place, "IEND");
    if (is_needed(bytes, size, place)) {
      memmove(bytes + written, bytes + place, end - place);
      written += end - place;
    }
    if (is_end) break;
    place = end;
  }
  return written;
}

bool png_frame_is_plain(const uint8_t *bytes, size_t size) {
  if (!signature_begins(bytes, size, signature, SIGNATURE_SIZE)) return false;
  size_t place = SIGNATURE_SIZE;
  while (place < size) {
    size_t end = end_of_chunk(bytes, size, place);
    if (is_named(bytes, size, place, "IEND")) return end == size && end - place == BESIDE_DATA;
    if (!is_needed(bytes, size, place)) return false;
    place = end;
  }
  return false;
}
