#include "TIFFLibrary.h"

#include <zlib.h>

#define FUNCTIONS(X) X(inflateInit_) X(inflate) X(inflateEnd)

static struct {
  FUNCTIONS(MEMBER)
} z;
static Library library = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  // libtiff brings it.
  OPEN(handle, "libz.so.1", library)
#define FIND_HERE(name) FIND(handle, z, name, library)
  FUNCTIONS(FIND_HERE)
  library.is_there = true;
}

// A stream of zlib (RFC 1950) ends behind the checksum of what it becomes.
static size_t end_of_deflate(const uint8_t *coded, size_t count, size_t size) {
  cpic_message message;
  if (!library_is_there(&library, open_library, &message) || count > UINT32_MAX) return 0;
  z_stream stream = {.next_in = (Bytef *)(uintptr_t)coded, .avail_in = (uInt)count};
  if (z.inflateInit_(&stream, ZLIB_VERSION, sizeof stream) != Z_OK) return 0;
  uint8_t samples[1 << 14];
  int status = Z_OK;
  while (status == Z_OK && stream.total_out <= size) {
    stream.next_out = samples;
    stream.avail_out = sizeof samples;
    status = z.inflate(&stream, Z_NO_FLUSH);
  }
  size_t end = status == Z_STREAM_END && stream.total_out == size ? (size_t)stream.total_in : 0;
  z.inflateEnd(&stream);
  return end;
}

// LZW (TIFF 6.0, section 13) ends with a code.
static size_t end_of_lzw(const uint8_t *coded, size_t count, size_t size) {
  enum { CLEAR = 256, END = 257, FIRST = 258, CODES = 4096 };
  // Codes of another order of bits, in the oldest files.
  if (count < 2 || (coded[0] == 0 && (coded[1] & 1) != 0)) return 0;
  // How many samples each code stands for.
  uint32_t lengths[CODES];
  uint32_t next = FIRST, previous = 0;
  unsigned width = 9;
  size_t made = 0;
  for (uint64_t place = 0; place + width <= 8 * (uint64_t)count;) {
    uint32_t code = 0;
    for (unsigned bit = 0; bit < width; bit++, place++) code = code << 1 | (coded[place >> 3] >> (7 - (place & 7)) & 1);
    if (code == END) return made == size ? (size_t)((place + 7) / 8) : 0;
    if (code == CLEAR) {
      next = FIRST;
      width = 9;
      previous = 0;
      continue;
    }
    if (previous > 0 && next < CODES) lengths[next++] = previous + 1;
    if (code >= next) return 0;
    previous = code < CLEAR ? 1 : lengths[code];
    made += previous;
    if (made > size) return 0;
    if (width < 12 && next >= (1u << width) - 1) width++;
  }
  return 0;
}

// A JPEG ends with a marker behind its scans.
static size_t end_of_jpeg(const uint8_t *coded, size_t count) {
  if (count < 4 || coded[0] != 0xFF || coded[1] != 0xD8) return 0;
  for (size_t place = 2; place + 1 < count;) {
    const uint8_t marker = coded[place + 1];
    if (coded[place] != 0xFF || marker == 0) return 0;
    if (marker == 0xFF) {
      place += 1;
      continue;
    }
    place += 2;
    if (marker == 0xD9) return place;
    if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7)) continue;
    if (count - place < 2) return 0;
    place += (size_t)coded[place] << 8 | coded[place + 1];
    // Behind a scan's header its data, in which 0 or a restart follows 255.
    while (marker == 0xDA && place + 1 < count) {
      const uint8_t following = coded[place + 1];
      if (coded[place] == 0xFF && following != 0 && !(following >= 0xD0 && following <= 0xD7)) break;
      place += 1;
    }
  }
  return 0;
}

size_t tiff_coded_end(int compression, const uint8_t *coded, size_t count, size_t size) {
  switch (compression) {
    case COMPRESSION_LZW: return end_of_lzw(coded, count, size);
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE: return end_of_deflate(coded, count, size);
    case COMPRESSION_JPEG: return end_of_jpeg(coded, count);
    default: return 0;
  }
}
