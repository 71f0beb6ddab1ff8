// For pread, which C17 alone does not declare.
#define _POSIX_C_SOURCE 200809L

#include "Truncation.h"

#include <string.h>
#include <unistd.h>

/// Reads a variable-size integer of EBML (RFC 8794, section 4): an identifier, which includes the length marker, or a
/// size. Returns false if the bytes do not contain it. All ones are an unknown size.
static bool read_vint(const uint8_t *bytes, size_t count, size_t *place, bool keeps_marker, uint64_t *value) {
  if (*place >= count || bytes[*place] == 0) return false;
  size_t length = 1;
  while (!(bytes[*place] & (0x80 >> (length - 1)))) length += 1;
  if (length > count - *place) return false;
  uint64_t bits = keeps_marker ? bytes[*place] : bytes[*place] & (0xFF >> length);
  for (size_t at = 1; at < length; at++) bits = bits << 8 | bytes[*place + at];
  if (!keeps_marker && bits == (UINT64_C(1) << 7 * length) - 1) bits = UINT64_MAX;
  *place += length;
  *value = bits;
  return true;
}

/// Matroska and WebM (RFC 9559): compares the segment's size.
static bool ends_within_segment(const Input *input) {
  enum { HEADER = 0x1A45DFA3, SEGMENT = 0x18538067 };
  uint8_t bytes[4096];
  ssize_t count = pread(input->descriptor, bytes, sizeof bytes, 0);
  if (count <= 0) return false;
  size_t place = 0;
  bool is_first = true;
  uint64_t kind, size;
  while (read_vint(bytes, (size_t)count, &place, true, &kind) && read_vint(bytes, (size_t)count, &place, false, &size)) {
    if (kind == SEGMENT) return size != UINT64_MAX && size > (uint64_t)input->size - place;
    if ((is_first && kind != HEADER) || size > (uint64_t)count - place) return false;
    place += size;
    is_first = false;
  }
  return false;
}

static uint64_t little_endian(const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int at = count - 1; at >= 0; at--) value = value << 8 | bytes[at];
  return value;
}

/// ASF (Advanced Systems Format specification, 3.2): compares the size in the file properties, which broadcasts leave
/// out.
static bool is_below_size_in_header(const Input *input) {
  static const uint8_t header[] = {
      0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C};
  static const uint8_t properties[] = {
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65};
  enum { IDENTIFIER = 16, OBJECT = IDENTIFIER + 8, HEADER = OBJECT + 6, FILE_SIZE = 40, FLAGS = 88, BROADCAST = 1 };
  uint8_t bytes[FLAGS + 4];
  if (pread(input->descriptor, bytes, HEADER, 0) != HEADER || memcmp(bytes, header, sizeof header) != 0) return false;
  const uint32_t objects = (uint32_t)little_endian(bytes + OBJECT, 4);
  uint64_t place = HEADER;
  // The file properties are among the first objects.
  for (uint32_t object = 0; object < objects && object < 64; object++) {
    const ssize_t count = pread(input->descriptor, bytes, sizeof bytes, (off_t)place);
    if (count < OBJECT) return false;
    const uint64_t size = little_endian(bytes + IDENTIFIER, 8);
    if (memcmp(bytes, properties, sizeof properties) == 0) {
      if (count < (ssize_t)sizeof bytes || little_endian(bytes + FLAGS, 4) & BROADCAST) return false;
      return little_endian(bytes + FILE_SIZE, 8) > (uint64_t)input->size;
    }
    if (size < OBJECT || size > (uint64_t)input->size - place) return false;
    place += size;
  }
  return false;
}

/// Ogg (RFC 3533, section 6): whether the last page is complete.
static bool ends_within_page(const Input *input) {
  enum { HEADER = 27, LONGEST_PAGE = HEADER + 255 + 255 * 255 };
  uint8_t bytes[LONGEST_PAGE];
  if (pread(input->descriptor, bytes, 4, 0) != 4 || memcmp(bytes, "OggS", 4) != 0) return false;
  const int64_t start = input->size > LONGEST_PAGE ? input->size - LONGEST_PAGE : 0;
  const ssize_t count = pread(input->descriptor, bytes, sizeof bytes, start);
  // A page may contain the pattern by chance. The last occurrence whose page ends at the end of the file, or beyond it,
  // decides.
  bool is_cut = false;
  for (ssize_t at = count - 4; at >= 0; at--) {
    if (memcmp(bytes + at, "OggS", 4) != 0) continue;
    if (count - at < HEADER) {
      is_cut = true;
      continue;
    }
    if (bytes[at + 4] != 0) continue;
    const int segments = bytes[at + 26];
    ssize_t end = at + HEADER + segments;
    for (int segment = 0; segment < segments && at + HEADER + segment < count; segment++) {
      end += bytes[at + HEADER + segment];
    }
    if (end == count) return false;
    if (end > count) return true;
  }
  return is_cut;
}

/// MPEG transport streams (ISO/IEC 13818-1, 2.4.3.2), with time stamps before each packet, parity behind it, or
/// neither: whether the last packet is complete.
static bool ends_within_packet(const Input *input) {
  enum { SYNC = 0x47, PACKETS = 4 };
  static const struct {
    int size, sync;
  } kinds[] = {{188, 0}, {192, 4}, {204, 0}};
  uint8_t bytes[PACKETS * 204];
  const ssize_t count = pread(input->descriptor, bytes, sizeof bytes, 0);
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    bool agrees = count >= kinds[kind].size * PACKETS;
    for (int packet = 0; packet < PACKETS && agrees; packet++) {
      agrees = bytes[packet * kinds[kind].size + kinds[kind].sync] == SYNC;
    }
    if (agrees) return input->size % kinds[kind].size != 0;
  }
  return false;
}

/// The bytes of a file in order, a buffer at a time.
typedef struct Bytes {
  const Input *input;
  /// The place in the file of the next byte.
  int64_t place;
  int64_t start;
  ssize_t count;
  uint8_t buffer[16384];
} Bytes;

/// The next byte; -1 at the end of the file.
static int next_byte(Bytes *bytes) {
  if (bytes->place < bytes->start || bytes->place >= bytes->start + bytes->count) {
    bytes->start = bytes->place;
    bytes->count = pread(bytes->input->descriptor, bytes->buffer, sizeof bytes->buffer, bytes->place);
    if (bytes->count <= 0) return -1;
  }
  return bytes->buffer[bytes->place++ - bytes->start];
}

/// Moves behind the colours that the flags of a GIF's screen or picture announce.
static void skip_colors(Bytes *bytes, int flags) {
  if (flags & 0x80) bytes->place += 3 << ((flags & 7) + 1);
}

/// GIF (GIF89a, appendix B): whether a block is incomplete. Some files end without a trailer after their last block, as
/// browsers allow; behind the trailer anything may follow.
static bool ends_within_block(const Input *input) {
  enum { SCREEN = 13, FLAGS = 10, PICTURE = 0x2C, EXTENSION = 0x21, PICTURE_FLAGS = 8 };
  Bytes bytes = {.input = input};
  uint8_t screen[SCREEN];
  if (pread(input->descriptor, screen, SCREEN, 0) != SCREEN || memcmp(screen, "GIF8", 4) != 0) return false;
  bytes.place = SCREEN;
  skip_colors(&bytes, screen[FLAGS]);
  for (;;) {
    const int kind = next_byte(&bytes);
    if (kind == PICTURE) {
      bytes.place += PICTURE_FLAGS;
      const int flags = next_byte(&bytes);
      if (flags < 0) return true;
      skip_colors(&bytes, flags);
    } else if (kind != EXTENSION) {
      return false;
    }
    // The width of the codes, or the kind of the extension; then data in parts, the last of which is empty.
    int length = next_byte(&bytes);
    while (length >= 0 && (length = next_byte(&bytes)) > 0) bytes.place += length;
    if (length < 0) return true;
  }
}

bool input_is_truncated(const Input *input) {
  return ends_within_segment(input) || is_below_size_in_header(input) || ends_within_page(input)
      || ends_within_packet(input) || ends_within_block(input);
}
