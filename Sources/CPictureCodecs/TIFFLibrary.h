// The functions of libtiff that are called, and its access to files in memory.
#pragma once

#include "Library.h"
#include "TIFFPictures.h"

#include <tiffio.h>

#define TIFF_FUNCTIONS(X)                                                                                     \
  X(TIFFGetVersion) X(TIFFOpenOptionsAlloc) X(TIFFOpenOptionsFree) X(TIFFOpenOptionsSetErrorHandlerExtR)      \
  X(TIFFOpenOptionsSetWarningHandlerExtR) X(TIFFOpenOptionsSetMaxSingleMemAlloc) X(TIFFClientOpenExt)         \
  X(TIFFClose) X(TIFFGetField) X(TIFFGetFieldDefaulted) X(TIFFSetField) X(TIFFIsTiled) X(TIFFIsBigTIFF)       \
  X(TIFFReadEncodedStrip) X(TIFFReadEncodedTile) X(TIFFWriteEncodedStrip) X(TIFFStripSize64)                  \
  X(TIFFTileSize64) X(TIFFComputeStrip) X(TIFFComputeTile) X(TIFFNumberOfDirectories) X(TIFFRGBAImageOK)      \
  X(TIFFRGBAImageBegin) X(TIFFRGBAImageGet) X(TIFFRGBAImageEnd) X(TIFFIsCODECConfigured) X(TIFFScanlineSize64) \
  X(TIFFTileRowSize64) X(TIFFVStripSize64) X(TIFFSetSubDirectory) X(TIFFReadFromUserBuffer)                    \
  X(TIFFGetStrileOffset) X(TIFFGetStrileByteCount)

typedef struct {
  TIFF_FUNCTIONS(MEMBER)
} TIFFFunctions;

extern TIFFFunctions tiff;

bool tiff_is_there(cpic_message *message);

// A file in memory, and the first error that libtiff reported for it.
typedef struct {
  const uint8_t *input;
  uint8_t *output;
  uint64_t count;
  uint64_t capacity;
  uint64_t position;
  bool is_out_of_memory;
  bool has_failed;
  cpic_message failure;
} TIFFFile;

// Fails with the first error that libtiff reported, or CPIC_OUT_OF_MEMORY.
cpic_status tiff_fail_malformed(const TIFFFile *file, cpic_message *message);

// Converts a row of pixels from CIE L*a*b* to sRGB in place. `is_offset`: whether a* and b* are unsigned (ICC's
// encoding).
void tiff_convert_lab(uint8_t *row, uint32_t pixels, bool is_deep, bool is_offset);

// sRGB's transfer function: the sample, 0 to 1, for linear light. May be called from any thread.
float tiff_encode_srgb(float light);

// How rows of floats become rows of 16-bit words.
typedef struct {
  // 16 or 32.
  int bits;
  // The samples per pixel in a row, the number of them that are colours, which come first, and the index of alpha, -1
  // for none.
  int samples;
  int colors;
  int alpha;
  // Whether colours are linear light, which becomes samples of sRGB.
  bool is_linear;
  bool is_premultiplied;
  bool is_inverted;
} TIFFFloats;

// Converts floats to 16-bit words in place, where 1 becomes 65535. Returns whether a colour was brighter than 1.
bool tiff_convert_floats(uint8_t *row, uint32_t pixels, const TIFFFloats *floats);

// Opens a file; NULL with the reason in `file->failure`. `memory_limit`: the most bytes that libtiff may allocate at
// once, 0 for no limit. The caller closes the result with TIFFClose, before `file` ends.
TIFF *tiff_open(TIFFFile *file, const char *mode, size_t memory_limit);
