// TIFF pictures by libtiff: the first page of a file.
#pragma once

#include "PictureStatus.h"

// What the first page's directory says.
typedef struct {
  uint32_t width;
  uint32_t height;
  // Bits of a sample, as coded.
  int bits;
  // Samples of a pixel, with alpha and others.
  int samples;
  // 1 to 8 (TIFF 6.0, Orientation).
  int orientation;
  // Whether one sample of a pixel is its opacity, and whether colour is multiplied by it.
  bool has_alpha;
  bool is_premultiplied;
  // Whether the samples are gray, before they become colour here.
  bool is_gray;
  // Whether samples are red, green and blue, so that a profile of such describes what is decoded.
  bool is_rgb;
  // Whether samples are cyan, magenta, yellow and black of 8 or 16 bits.
  bool is_cmyk;
  // Set by who decodes: whether pixels are to be those four, 0 for no ink, instead of red, green, blue and alpha. Without it
  // each ink takes its share of the light, as long as there is no profile.
  bool gives_inks;
  // Whether those are multiplied by the opacity beside them, which is undone where they are decoded.
  bool has_multiplied_inks;
  // Set by who decodes: room for the opacity beside inks, a sample for each pixel, in rows without padding; else NULL. Where
  // pixels are red, green and blue it also becomes their fourth.
  uint8_t *alpha;
  // Whether samples are CIE L*a*b* of 8 or 16 bits, which become sRGB.
  bool is_lab;
  // Whether samples are floats, of 16 or 32 bits, and, set by who decodes, whether they are amounts of light, which become
  // samples of sRGB. Set while decoding: whether some were brighter than 1, and are no more.
  bool is_float;
  bool is_linear;
  bool is_clipped;
  // Whether one sample of a pixel is its opacity, which is not read.
  bool loses_alpha;
  // Whether the file is a BigTIFF, whose directories have another form.
  bool is_big;
  // Directories that follow the first, as far as they are counted.
  int further_pages;
  cpic_data profile;
  cpic_data xmp;
  // Photoshop's image resources.
  cpic_data photoshop;
} cpic_tiff_info;

// The version of libtiff, such as "4.5.0"; or CPIC_MISSING.
cpic_status cpic_tiff_version(char version[32], cpic_message *message);

// Reads the first directory. What `info` holds is to be released with cpic_tiff_release, whatever the status.
//
// `limit`: bytes that any one block of metadata may have.
cpic_status cpic_tiff_read(const uint8_t *data, size_t count, size_t limit, cpic_tiff_info *info, cpic_message *message);
void cpic_tiff_release(cpic_tiff_info *info);

// Decodes the first page to 16 bits where it has more than 8, else to 8. Gray and palettes become colour; alpha is full where there
// is none, and stays multiplied in where it is.
//
// Rows that are missing stay as they are where that is allowed; `complete_rows` counts the others from the top.
// `memory_limit`: bytes that libtiff may take at once.
cpic_status cpic_tiff_decode(
    const uint8_t *data, size_t count, cpic_tiff_info *info, bool allows_incomplete, size_t memory_limit,
    cpic_rows target, uint32_t *complete_rows, cpic_message *message);

// Lowers the lengths of a directory's strips or tiles to the bytes that their decoder needs, with those that close the coded data;
// of what cannot be decoded they stay. Pieces are decoded with other bytes at their ends, again and again where those make
// no difference.
//
// `directory`: the place of the directory in the file. `lengths`: what the directory states for each of `piece_count` pieces.
// `budget`: bytes that may be decoded, of which those that were are taken. CPIC_TOO_LARGE where they do not suffice, and where
// libtiff does not decode the whole of what it says that it does.
cpic_status cpic_tiff_used_bytes(
    const uint8_t *data, size_t count, uint64_t directory, size_t memory_limit, uint64_t *budget, uint64_t *lengths,
    size_t piece_count, cpic_message *message);

typedef enum {
  CPIC_TIFF_NONE,
  CPIC_TIFF_LZW,
  CPIC_TIFF_DEFLATE,
} cpic_tiff_compression;

// Encodes a picture in strips, without metadata.
cpic_status cpic_tiff_encode(
    const cpic_picture *picture, cpic_tiff_compression compression, bool is_big_endian, cpic_data *result,
    cpic_message *message);
