// Where coded samples of a TIFF end, for the compressions that say so.
#pragma once

#include "TIFFLibrary.h"

typedef enum {
  // The data do not say.
  TIFF_END_UNKNOWN,
  // Behind the end is nothing of the samples.
  TIFF_END_EXACT,
  // The same, but before the end may be more than samples.
  TIFF_END_OUTER,
  // The same, if the samples are found to be the same without what is behind the end.
  TIFF_END_LIKELY,
} TIFFEndKind;

typedef struct {
  TIFFEndKind kind;
  size_t place;
} TIFFEnd;

// How a directory's samples are coded.
typedef struct {
  int compression;
  // Whether bytes have their lowest bit first.
  bool is_reversed;
  // T4Options (TIFF 6.0, section 11).
  uint32_t group_3_options;
  // Bytes that a decoder may take.
  size_t memory_limit;
} TIFFCoding;

// `coded`: a strip or tile of `count` bytes that becomes `size` bytes of samples.
TIFFEnd tiff_coded_end(const TIFFCoding *coding, const uint8_t *coded, size_t count, size_t size);

// How many bytes a stream becomes.
typedef struct {
  size_t least;
  size_t most;
} TIFFSizes;

size_t tiff_end_of_deflate(const uint8_t *coded, size_t count, TIFFSizes sizes);
size_t tiff_end_of_zstd(const uint8_t *coded, size_t count, TIFFSizes sizes);
size_t tiff_end_of_xz(const uint8_t *coded, size_t count, TIFFSizes sizes, size_t memory_limit);
size_t tiff_end_of_fax(const uint8_t *coded, size_t count, bool is_reversed, unsigned codes, bool has_bit);
