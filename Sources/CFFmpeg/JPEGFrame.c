#include "JPEGFrame.h"

#include "Signature.h"

#include <string.h>

enum { START = 0xD8, END = 0xD9, SCAN = 0xDA, COMMENT = 0xFE };

/// What lies at a place of a picture.
typedef enum Step { SEGMENT, PICTURE_END, NEXT_PICTURE, DATA_END } Step;

/// A walk over the segments of a picture.
typedef struct Walk {
  const uint8_t *bytes;
  size_t size;
  /// Behind what was found last.
  size_t place;
  /// The last segment: its marker, and where its data lie.
  uint8_t marker;
  size_t start, count;
  /// Whether bytes were skipped that belong to no segment, or a segment is cut.
  bool is_damaged;
} Walk;

/// Where the coded samples end that begin at `place`: at a marker that is neither a zero byte nor a restart.
static size_t end_of_samples(const uint8_t *bytes, size_t size, size_t place) {
  while (place + 1 < size
         && (bytes[place] != 0xFF || bytes[place + 1] == 0 || (bytes[place + 1] >= 0xD0 && bytes[place + 1] <= 0xD7))) {
    place += 1;
  }
  return place;
}

/// Goes to the next segment, behind coded samples; bytes that are no marker are skipped, as decoders do.
static Step next(Walk *walk) {
  while (walk->place + 2 <= walk->size) {
    const uint8_t *bytes = walk->bytes + walk->place;
    // A marker may follow further bytes of 255.
    bool is_fill = bytes[0] == 0xFF && bytes[1] == 0xFF;
    if (bytes[0] != 0xFF || is_fill) {
      walk->is_damaged |= !is_fill;
      walk->place += 1;
      continue;
    }
    walk->marker = bytes[1];
    if (walk->marker == END) {
      walk->place += 2;
      return PICTURE_END;
    }
    // The end of the one before is missing.
    if (walk->marker == START) return NEXT_PICTURE;
    if (walk->place + 4 > walk->size) break;
    size_t length = (size_t)bytes[2] << 8 | bytes[3], left = walk->size - walk->place - 2;
    walk->is_damaged |= length < 2 || length > left;
    if (length < 2) {
      walk->place += 2;
      continue;
    }
    walk->start = walk->place + 4;
    walk->count = (length < left ? length : left) - 2;
    walk->place = walk->start + walk->count;
    if (walk->marker == SCAN) walk->place = end_of_samples(walk->bytes, walk->size, walk->place);
    return SEGMENT;
  }
  walk->place = walk->size;
  walk->is_damaged = true;
  return DATA_END;
}

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

void jpeg_frame_erase_metadata(uint8_t *bytes, size_t size) {
  if (size < 4 || bytes[0] != 0xFF || bytes[1] != START) return;
  size_t start = 0;
  while (start < size) {
    Walk walk = {.bytes = bytes, .size = size, .place = start + 2};
    while (next(&walk) == SEGMENT) {
      if (!is_beside_coding(walk.marker)) continue;
      uint8_t *data = bytes + walk.start;
      size_t needed = needed_count(walk.marker, data, walk.count);
      memset(data + needed, 0, walk.count - needed);
    }
    start = next_picture(bytes, size, walk.place);
    memset(bytes + walk.place, 0, start - walk.place);
  }
}

/// Whether a segment is needed to show a picture as a whole, or a comment.
static bool is_plain_segment(uint8_t marker, const uint8_t *data, size_t count) {
  switch (marker) {
    // JFIF without a thumbnail.
    case 0xE0: return count == 14 && signature_begins(data, count, "JFIF", 5);
    case 0xE2:
    case 0xEE: return needed_count(marker, data, count) == count;
    case COMMENT: return true;
    default: return (marker >= 0xC0 && marker <= 0xCF) || (marker >= 0xDA && marker <= 0xDD);
  }
}

bool jpeg_frame_is_plain(const uint8_t *bytes, size_t size) {
  if (!signature_begins(bytes, size, "\xFF\xD8", 2)) return false;
  Walk walk = {.bytes = bytes, .size = size, .place = 2};
  Step step;
  while ((step = next(&walk)) == SEGMENT) {
    if (!is_plain_segment(walk.marker, bytes + walk.start, walk.count)) return false;
  }
  return step == PICTURE_END && walk.place == size && !walk.is_damaged;
}
