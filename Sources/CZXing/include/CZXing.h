#pragma once

// The little of zxing-cpp's C interface (3.1) that this package uses, found at run time: nothing of it is needed to build.
// Calls return 0, or 1 with a message of at most `capacity` bytes, its ending zero included, in `message`.
// A library is never closed. All functions may be called by several threads.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The loaded library.
typedef struct CZLibrary CZLibrary;

/// What a search tries beside the plain reading.
enum {
  CZTryHarder = 1,
  CZTryRotate = 2,
  CZTryInvert = 4,
  CZTryDownscale = 8,
  /// Codes that are found and not read are returned too.
  CZReturnErrors = 16,
};

/// What is searched for.
typedef struct {
  /// Formats by the library's numbers: the symbology's letter of ISO/IEC 15424 and, above it, its variant.
  const uint32_t *formats;
  int formatCount;
  uint32_t flags;
  /// From 1 to 255.
  int maximumCount;
  /// Lines of a linear code that have to agree.
  int minimumLineCount;
} CZOptions;

/// A code that was found.
typedef struct {
  uint32_t format;
  /// UTF-8; NULL of a code that is not valid.
  char *text;
  uint8_t *bytes;
  int byteCount;
  /// As ISO/IEC 15424 has it, as in "]Q1".
  char identifier[8];
  char errorLevel[16];
  /// The eight digits of a UPC-E as they are printed; its text is the number that they stand for.
  char printed[16];
  /// Pixels: x and y of the top left, top right, bottom right and bottom left corner of the code as it is printed.
  int corners[8];
  bool isValid;
  bool isInverted;
  bool isMirrored;
} CZCode;

/// Loads `libZXing.so*` from its full path.
int cz_library_open(const char *path, CZLibrary **library, char *message, size_t capacity);
/// The version of the loaded library, a string of its own.
const char *cz_library_version(const CZLibrary *library);

/// Reads the codes of a picture of 8-bit luma.
///
/// `codes` has room for `*count` of them, which is then how many there are. Each is released with cz_code_release.
int cz_read(
    const CZLibrary *library, const uint8_t *luma, int width, int height, int rowBytes, const CZOptions *options,
    CZCode *codes, int *count, char *message, size_t capacity);

/// Frees what a code holds.
void cz_code_release(const CZLibrary *library, CZCode *code);
