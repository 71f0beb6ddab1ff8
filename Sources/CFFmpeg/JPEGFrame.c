#include "JPEGFrame.h"

#include "Signature.h"

#include <stdbool.h>
#include <string.h>

enum { START = 0xD8, END = 0xD9, SCAN = 0xDA, COMMENT = 0xFE };

/// How many bytes of an application's segment are needed to decode or show the picture.
static size_t needed_count(uint8_t marker, const uint8_t *data, size_t count) {
  switch (marker) {
    case 0xE0:
      // JFIF, whose thumbnail gets the width and height 0; the order of fields in AVI.
      if (signature_begins(data, count, "JFIF", 5)) return count < 12 ? count : 12;
      return signature_begins(data, count, "AVI1", 4) ? (count < 14 ? count : 14) : 0;
    // The places of tables in a frame of Apple's Motion JPEG A, behind four zero bytes.
    case 0xE1: return count >= 8 && memcmp(data + 4, "mjpg", 4) == 0 ? (count < 40 ? count : 40) : 0;
    case 0xE2: return signature_begins(data, count, "ICC_PROFILE", 12) ? count : 0;
    case 0xEE: return signature_begins(data, count, "Adobe", 5) ? (count < 12 ? count : 12) : 0;
    default: return 0;
  }
}

/// Whether a segment is of an application, or a comment.
static bool is_beside_coding(uint8_t marker) { return (marker >= 0xE0 && marker <= 0xEF) || marker == COMMENT; }

/// Where the next picture begins, at or after `place`; `size` if there is none.
static size_t next_picture(const uint8_t *bytes, size_t size, size_t place) {
  for (; place + 2 < size; place++) {
    if (bytes[place] == 0xFF && bytes[place + 1] == START && bytes[place + 2] == 0xFF) return place;
  }
  return size;
}

/// Erases the metadata of the picture whose first marker lies at `place`.
///
/// - Returns: where the picture ends; `size` if that is not known.
static size_t erase_in_picture(uint8_t *bytes, size_t size, size_t place) {
  place += 2;
  while (place + 4 <= size) {
    if (bytes[place] != 0xFF) return size;
    uint8_t marker = bytes[place + 1];
    // A marker may follow further bytes of 255.
    if (marker == 0xFF) {
      place += 1;
      continue;
    }
    if (marker == END) return place + 2;
    // The end of the one before is missing.
    if (marker == START) return place;
    size_t count = (size_t)bytes[place + 2] << 8 | bytes[place + 3];
    if (count < 2 || count > size - place - 2) return size;
    uint8_t *data = bytes + place + 4;
    if (is_beside_coding(marker)) {
      size_t needed = needed_count(marker, data, count - 2);
      memset(data + needed, 0, count - 2 - needed);
    }
    place += 2 + count;
    if (marker != SCAN) continue;
    // Coded samples, up to a marker that is neither a zero byte nor a restart.
    while (place + 1 < size
           && (bytes[place] != 0xFF || bytes[place + 1] == 0 || (bytes[place + 1] >= 0xD0 && bytes[place + 1] <= 0xD7))) {
      place += 1;
    }
  }
  bool ends = place + 2 <= size && bytes[place] == 0xFF && bytes[place + 1] == END;
  return ends ? place + 2 : size;
}

void jpeg_frame_erase_metadata(uint8_t *bytes, size_t size) {
  if (size < 4 || bytes[0] != 0xFF || bytes[1] != START) return;
  size_t start = 0;
  while (start < size) {
    size_t end = erase_in_picture(bytes, size, start);
    start = next_picture(bytes, size, end);
    memset(bytes + end, 0, start - end);
  }
}
