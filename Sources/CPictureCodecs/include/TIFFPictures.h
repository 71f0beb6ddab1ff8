// TIFF pictures with libtiff: the first page of a file.
#pragma once

#include "PictureStatus.h"

// The content of the first page's directory.
typedef struct {
  uint32_t width;
  uint32_t height;
  // Bits per sample, as stored.
  int bits;
  // Samples per pixel, alpha and others included.
  int samples;
  // 1 to 8 (TIFF 6.0, Orientation).
  int orientation;
  // Whether one sample is alpha, and whether colours are premultiplied by it.
  bool has_alpha;
  bool is_premultiplied;
  // Whether the samples are gray; decoding makes them colour.
  bool is_gray;
  // Whether the samples are red, green and blue, so that a profile for RGB describes the decoded pixels.
  bool is_rgb;
  // Whether the samples are cyan, magenta, yellow and black of 8 or 16 bits.
  bool is_cmyk;
  // Set by the caller: whether CMYK is decoded to pixels of CMYK, where 0 is no ink, rather than to red, green, blue
  // and alpha by a simple formula that ignores the profile.
  bool gives_inks;
  // Whether the inks are premultiplied by the alpha beside them. Decoding divides them.
  bool has_multiplied_inks;
  // Set by the caller: a buffer for the alpha beside inks, one sample for each pixel, in rows without padding; else
  // NULL. In pixels of red, green and blue it also becomes the fourth component.
  uint8_t *alpha;
  // Whether the samples are CIE L*a*b* of 8 or 16 bits. Decoding makes them sRGB.
  bool is_lab;
  // `is_float`: whether the samples are floats of 16 or 32 bits. `is_linear`, set by the caller: whether they are
  // linear light, which becomes sRGB. `is_clipped`, set by decoding: whether some were brighter than 1 and have been
  // clipped.
  bool is_float;
  bool is_linear;
  bool is_clipped;
  // Whether one sample is alpha, which is not read.
  bool loses_alpha;
  // Whether the file is a BigTIFF, whose directories have another layout.
  bool is_big;
  // The number of directories after the first, as far as they are counted.
  int further_pages;
  cpic_data profile;
  cpic_data xmp;
  // Photoshop's image resources.
  cpic_data photoshop;
} cpic_tiff_info;

// The version of libtiff, such as "4.5.0"; CPIC_MISSING if the library is missing.
cpic_status cpic_tiff_version(char version[32], cpic_message *message);

// Reads the first directory. The caller calls cpic_tiff_release on `info`, whatever the status.
//
// `limit`: the most bytes of one block of metadata.
cpic_status cpic_tiff_read(const uint8_t *data, size_t count, size_t limit, cpic_tiff_info *info, cpic_message *message);
void cpic_tiff_release(cpic_tiff_info *info);

// Decodes the first page: to 16 bits if it has more than 8, else to 8. Gray and palettes become colour. Without alpha
// pixels are opaque; premultiplied colours stay so.
//
// `allows_incomplete`: rows that are missing stay as they are, instead of an error. `complete_rows` becomes the number
// of decoded rows, from the top. `memory_limit`: the most bytes that libtiff may allocate at once.
cpic_status cpic_tiff_decode(
    const uint8_t *data, size_t count, cpic_tiff_info *info, bool allows_incomplete, size_t memory_limit,
    cpic_rows target, uint32_t *complete_rows, cpic_message *message);

// Reduces the lengths of a directory's strips or tiles to the bytes that their decoder needs and those that close the
// coded data. Lengths of pieces that cannot be decoded stay. To find them, pieces are decoded with other bytes at their
// ends, as long as those have no effect.
//
// `directory`: the directory's offset in the file. `lengths`: the stated length of each of `piece_count` pieces.
// `budget`: the bytes that may be decoded; those that were are subtracted. Returns CPIC_TOO_LARGE if they do not
// suffice, or libtiff does not decode all that it reports.
cpic_status cpic_tiff_used_bytes(
    const uint8_t *data, size_t count, uint64_t directory, size_t memory_limit, uint64_t *budget, uint64_t *lengths,
    size_t piece_count, cpic_message *message);

typedef enum {
  CPIC_TIFF_NONE,
  CPIC_TIFF_LZW,
  CPIC_TIFF_DEFLATE,
} cpic_tiff_compression;

// Encodes a picture in strips, without metadata. The caller frees the result with cpic_release.
cpic_status cpic_tiff_encode(
    const cpic_picture *picture, cpic_tiff_compression compression, bool is_big_endian, cpic_data *result,
    cpic_message *message);
