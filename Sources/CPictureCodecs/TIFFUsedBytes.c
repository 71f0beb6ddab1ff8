#include "TIFFCodedEnd.h"

// The most bytes after those that a decoder reads that still belong to the coded data: end codes, checksums. (XZ has an
// index, and states its length.) They are kept if the coded data do not state their length. Fax lines without end codes
// have none, because the bytes that end such a line may have no effect. Data that state their length need only what
// their decoder reads.
#define CLOSING_BYTES 7
#define CLOSING_BYTES_OF_XZ 64
#define CLOSING_BYTES_OF_FAX 2
// A piece with fewer bytes is not examined.
#define LEAST_BYTES 8

// The strips or tiles of a directory, and the one that is examined.
typedef struct {
  TIFF *handle;
  uint32_t index;
  const uint8_t *coded;
  size_t count;
  // The coded data, with other bytes after the kept part.
  uint8_t *changed;
  // The decoded samples of the original and of the changed data.
  uint8_t *samples;
  uint8_t *others;
  size_t size;
  uint64_t *budget;
} Piece;

static bool is_affordable(const Piece *piece) { return *piece->budget >= piece->count + piece->size; }

static bool decode(Piece *piece, uint8_t *target) {
  *piece->budget -= piece->count + piece->size;
  memset(target, 0, piece->size);
  return tiff.TIFFReadFromUserBuffer(
      piece->handle, piece->index, piece->changed, (tmsize_t)piece->count, target, (tmsize_t)piece->size);
}

// Whether bytes after the first `kept` have no effect: neither noise nor zeros there change the samples.
static bool is_enough(Piece *piece, size_t kept) {
  for (int is_zero = 0; is_zero < 2; is_zero++) {
    if (!is_affordable(piece)) return false;
    memcpy(piece->changed, piece->coded, kept);
    uint32_t noise = 1;
    for (size_t place = kept; place < piece->count; place++) {
      noise = noise * 1664525u + 1013904223u;
      piece->changed[place] = is_zero ? 0 : (uint8_t)(noise >> 24);
    }
    if (!decode(piece, piece->others) || memcmp(piece->samples, piece->others, piece->size) != 0) return false;
  }
  return true;
}

// The number of bytes of a piece that its decoder needs, with those that close the data; all bytes if that cannot be
// found.
static size_t used_bytes(Piece *piece, size_t closing) {
  memcpy(piece->changed, piece->coded, piece->count);
  if (!decode(piece, piece->samples)) return piece->count;
  // In most files the last bytes are needed; one more decoding shows that.
  if (piece->count < closing + LEAST_BYTES) return piece->count;
  size_t end = piece->count - closing - LEAST_BYTES;
  if (!is_enough(piece, end)) return piece->count;
  size_t start = 0;
  while (start < end) {
    size_t middle = start + (end - start) / 2;
    if (is_enough(piece, middle)) {
      end = middle;
    } else {
      start = middle + 1;
    }
  }
  return end + closing;
}

static size_t closing_bytes(int compression) {
  switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_PACKBITS: return 0;
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTFAX3: return CLOSING_BYTES_OF_FAX;
    case COMPRESSION_LZMA: return CLOSING_BYTES_OF_XZ;
    default: return CLOSING_BYTES;
  }
}

// The number of bytes that belong to a piece, by its data's own end and by what its decoder needs.
static size_t found_bytes(Piece *piece, const TIFFCoding *coding, size_t closing) {
  TIFFEnd end = tiff_coded_end(coding, piece->coded, piece->count, piece->size);
  if (end.kind == TIFF_END_EXACT) {
    *piece->budget -= piece->count + piece->size;
    return end.place;
  }
  if (end.kind == TIFF_END_LIKELY) {
    memcpy(piece->changed, piece->coded, piece->count);
    if (!decode(piece, piece->samples)) return piece->count;
    if (end.place < piece->count && !is_enough(piece, end.place)) end.kind = TIFF_END_UNKNOWN;
    if (!is_affordable(piece)) return piece->count;
  }
  if (end.kind == TIFF_END_UNKNOWN) return used_bytes(piece, closing);
  piece->count = end.place;
  // Fax has only lines before its end.
  const bool is_fax = coding->compression == COMPRESSION_CCITTFAX3 || coding->compression == COMPRESSION_CCITTFAX4;
  return is_fax ? end.place : used_bytes(piece, coding->compression == COMPRESSION_JPEG ? closing : 0);
}

static size_t sample_bytes(TIFF *handle, uint32_t index, bool is_tiled) {
  if (is_tiled) return (size_t)tiff.TIFFTileSize64(handle);
  uint32_t height = 0, rows = 0;
  if (!tiff.TIFFGetField(handle, TIFFTAG_IMAGELENGTH, &height) || height == 0) return 0;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_ROWSPERSTRIP, &rows);
  if (rows == 0 || rows > height) rows = height;
  uint32_t strips = (height - 1) / rows + 1, place = index % strips;
  return (size_t)tiff.TIFFVStripSize64(handle, place == strips - 1 ? height - place * rows : rows);
}

// Selects a directory, and finds how its samples are coded.
static cpic_status read_coding(
    TIFF *handle, uint64_t directory, size_t memory_limit, TIFFCoding *coding, cpic_message *message) {
  if (!tiff.TIFFSetSubDirectory(handle, directory)) {
    return fail(message, CPIC_MALFORMED, "a directory cannot be read");
  }
  uint16_t compression = 1, fill_order = FILLORDER_MSB2LSB;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_COMPRESSION, &compression);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_FILLORDER, &fill_order);
  *coding = (TIFFCoding){
      .compression = compression, .is_reversed = fill_order != FILLORDER_MSB2LSB, .memory_limit = memory_limit};
  if (compression == COMPRESSION_CCITTFAX3) {
    tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_GROUP3OPTIONS, &coding->group_3_options);
  }
  // libtiff loses its place in lines of 16-bit words, and decodes what follows as white.
  if (compression == COMPRESSION_CCITTRLEW) {
    return fail(message, CPIC_TOO_LARGE, "samples that cannot be decoded whole");
  }
  return CPIC_OK;
}

// Memory that is kept for the next piece.
typedef struct {
  uint8_t *bytes;
  size_t size;
} Room;

static bool make_room(Room *room, size_t needed) {
  if (needed <= room->size) return true;
  free(room->bytes);
  room->bytes = malloc(needed);
  room->size = room->bytes == NULL ? 0 : needed;
  return room->bytes != NULL;
}

cpic_status cpic_tiff_used_bytes(
    const uint8_t *data, size_t count, uint64_t directory, size_t memory_limit, uint64_t *budget, uint64_t *lengths,
    size_t piece_count, cpic_message *message) {
  if (!tiff_is_there(message)) return CPIC_MISSING;
  TIFFFile file = {.input = data, .count = count};
  // "c": libtiff must not divide a large uncompressed strip.
  TIFF *handle = tiff_open(&file, "rc", memory_limit);
  if (handle == NULL) return fail(message, CPIC_MALFORMED, "%s", file.failure.text);
  TIFFCoding coding = {.compression = COMPRESSION_NONE};
  cpic_status status = read_coding(handle, directory, memory_limit, &coding, message);
  const bool is_tiled = status == CPIC_OK && tiff.TIFFIsTiled(handle);
  const size_t closing = closing_bytes(coding.compression);
  Room room = {NULL, 0};
  for (size_t index = 0; index < piece_count && status == CPIC_OK; index++) {
    uint64_t start = tiff.TIFFGetStrileOffset(handle, (uint32_t)index);
    uint64_t length = tiff.TIFFGetStrileByteCount(handle, (uint32_t)index);
    size_t size = sample_bytes(handle, (uint32_t)index, is_tiled);
    // A piece outside the file, or too large for the memory limit, cannot be decoded. libtiff estimates lengths that
    // are wrong.
    if (length == 0 || length != lengths[index] || start > count || length > count - start) continue;
    if (size == 0 || size > memory_limit) continue;
    if (!make_room(&room, (size_t)length + 2 * size)) {
      status = fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
      break;
    }
    Piece piece = {
        .handle = handle, .index = (uint32_t)index, .coded = data + start, .count = (size_t)length,
        .samples = room.bytes, .others = room.bytes + size, .changed = room.bytes + 2 * size, .size = size,
        .budget = budget};
    if (is_affordable(&piece)) {
      const size_t used = found_bytes(&piece, &coding, closing);
      if (used < lengths[index]) lengths[index] = used;
    }
    if (!is_affordable(&piece)) status = fail(message, CPIC_TOO_LARGE, "samples that take long to decode");
  }
  free(room.bytes);
  tiff.TIFFClose(handle);
  return status;
}
