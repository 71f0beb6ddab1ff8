// Finds the end of a TIFF's coded samples, for the compressions whose data state it.
#pragma once

#include "TIFFLibrary.h"

typedef enum {
  // The data do not state their end.
  TIFF_END_UNKNOWN,
  // No byte after the end belongs to the samples.
  TIFF_END_EXACT,
  // No byte after the end belongs to the samples, but bytes before it may not belong to them either.
  TIFF_END_OUTER,
  // As TIFF_END_EXACT, if decoding without the bytes after the end gives the same samples.
  TIFF_END_LIKELY,
} TIFFEndKind;

typedef struct {
  TIFFEndKind kind;
  size_t place;
} TIFFEnd;

// How a directory's samples are compressed.
typedef struct {
  int compression;
  // Whether the least significant bit of a byte comes first.
  bool is_reversed;
  // The tag T4Options (TIFF 6.0, section 11).
  uint32_t group_3_options;
  // The most bytes that a decoder may allocate.
  size_t memory_limit;
} TIFFCoding;

// The end of a strip or tile of `count` bytes, which decompresses to `size` bytes of samples.
TIFFEnd tiff_coded_end(const TIFFCoding *coding, const uint8_t *coded, size_t count, size_t size);

// The number of bytes to which a stream decompresses.
typedef struct {
  size_t least;
  size_t most;
} TIFFSizes;

size_t tiff_end_of_deflate(const uint8_t *coded, size_t count, TIFFSizes sizes);
size_t tiff_end_of_zstd(const uint8_t *coded, size_t count, TIFFSizes sizes);
size_t tiff_end_of_xz(const uint8_t *coded, size_t count, TIFFSizes sizes, size_t memory_limit);
size_t tiff_end_of_fax(const uint8_t *coded, size_t count, bool is_reversed, unsigned codes, bool has_bit);
