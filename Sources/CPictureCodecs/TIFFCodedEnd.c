#include "TIFFCodedEnd.h"

#define ZSTD_MAGIC 0xFD2FB528u

// LZW (TIFF 6.0, section 13) ends with a code for the end.
static size_t end_of_lzw(const uint8_t *coded, size_t count, size_t size) {
  enum { CLEAR = 256, END = 257, FIRST = 258, CODES = 4096 };
  // The oldest files have codes in another bit order.
  if (count < 2 || (coded[0] == 0 && (coded[1] & 1) != 0)) return 0;
  // The number of samples for each code.
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

// A JPEG ends with a marker after its scans.
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
    // A scan's header is followed by its data, in which 255 is followed by 0 or is part of a restart marker.
    while (marker == 0xDA && place + 1 < count) {
      const uint8_t following = coded[place + 1];
      if (coded[place] == 0xFF && following != 0 && !(following >= 0xD0 && following <= 0xD7)) break;
      place += 1;
    }
  }
  return 0;
}

static uint32_t word(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// WebP (RFC 9649) states its length.
static size_t end_of_webp(const uint8_t *coded, size_t count) {
  if (count < 12 || memcmp(coded, "RIFF", 4) != 0 || memcmp(coded + 8, "WEBP", 4) != 0) return 0;
  const uint64_t length = word(coded + 4), end = 8 + length + (length & 1);
  return end <= count ? (size_t)end : 0;
}

// A blob of LERC (github.com/Esri/lerc, Lerc2) states its length, from version 2 on. If it is compressed again, libtiff
// accepts nothing after it either.
static size_t end_of_lerc(const uint8_t *coded, size_t count, size_t size) {
  static const char name[] = "Lerc2 ";
  const TIFFSizes sizes = {.least = 1, .most = size < SIZE_MAX / 16 ? 8 * size + (1 << 16) : SIZE_MAX};
  if (count < 38) return 0;
  if (word(coded) == ZSTD_MAGIC) return tiff_end_of_zstd(coded, count, sizes);
  if (coded[0] == 0x78) return tiff_end_of_deflate(coded, count, sizes);
  if (memcmp(coded, name, sizeof name - 1) != 0) return 0;
  const uint32_t version = word(coded + 6);
  if (version < 2 || version > 6) return 0;
  // After the version: a checksum, from version 3 on; rows, columns; values per pixel, from version 4 on; valid pixels
  // and the side of a block.
  const size_t place = 26u + (version > 2 ? 4u : 0u) + (version > 3 ? 4u : 0u);
  const uint32_t length = word(coded + place);
  return length > place && length <= count ? length : 0;
}

static TIFFEnd at(size_t place, TIFFEndKind kind) { return (TIFFEnd){place > 0 ? kind : TIFF_END_UNKNOWN, place}; }

TIFFEnd tiff_coded_end(const TIFFCoding *coding, const uint8_t *coded, size_t count, size_t size) {
  if (coding->compression == COMPRESSION_CCITTFAX4) {
    return at(tiff_end_of_fax(coded, count, coding->is_reversed, 2, false), TIFF_END_LIKELY);
  }
  if (coding->compression == COMPRESSION_CCITTFAX3) {
    const bool has_bit = (coding->group_3_options & GROUP3OPT_2DENCODING) != 0;
    return at(tiff_end_of_fax(coded, count, coding->is_reversed, 6, has_bit), TIFF_END_LIKELY);
  }
  // For other compressions, libtiff reverses the bits of the bytes before decoding.
  if (coding->is_reversed) return at(0, TIFF_END_UNKNOWN);
  const TIFFSizes sizes = {.least = size, .most = size};
  switch (coding->compression) {
    case COMPRESSION_LZW: return at(end_of_lzw(coded, count, size), TIFF_END_EXACT);
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE: return at(tiff_end_of_deflate(coded, count, sizes), TIFF_END_EXACT);
    case COMPRESSION_ZSTD: return at(tiff_end_of_zstd(coded, count, sizes), TIFF_END_EXACT);
    case COMPRESSION_LZMA: return at(tiff_end_of_xz(coded, count, sizes, coding->memory_limit), TIFF_END_EXACT);
    case COMPRESSION_JPEG: return at(end_of_jpeg(coded, count), TIFF_END_OUTER);
    case COMPRESSION_WEBP: return at(end_of_webp(coded, count), TIFF_END_OUTER);
    case COMPRESSION_LERC: return at(end_of_lerc(coded, count, size), TIFF_END_OUTER);
    default: return at(0, TIFF_END_UNKNOWN);
  }
}
