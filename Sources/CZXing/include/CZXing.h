#pragma once

// The part of zxing-cpp's C interface (3.1) that this package uses, resolved at run time: zxing-cpp is not needed to
// build.
//
// Functions return 0, or 1 with a message of at most `capacity` bytes, the terminating zero included. A library is
// never closed. All functions may be called from several threads.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The loaded library.
typedef struct CZLibrary CZLibrary;

/// Options of a search, beyond the plain picture.
enum {
  CZTryHarder = 1,
  CZTryRotate = 2,
  CZTryInvert = 4,
  CZTryDownscale = 8,
  /// Also return codes that are found but cannot be decoded.
  CZReturnErrors = 16,
};

/// What to search for.
typedef struct {
  /// The library's numbers of the formats: the symbology's letter of ISO/IEC 15424 and, in the higher bits, its
  /// variant.
  const uint32_t *formats;
  int formatCount;
  uint32_t flags;
  /// The most codes that are returned, 1 to 255.
  int maximumCount;
  /// The lines of a linear code that must agree.
  int minimumLineCount;
} CZOptions;

/// A code that was found.
typedef struct {
  uint32_t format;
  /// The text in UTF-8; NULL for a code that cannot be decoded.
  char *text;
  uint8_t *bytes;
  int byteCount;
  /// The symbology identifier of ISO/IEC 15424, such as "]Q1".
  char identifier[8];
  char errorLevel[16];
  /// The eight printed digits of a UPC-E; `text` is the number that they expand to.
  char printed[16];
  /// The corners of the code as printed, in pixels: x and y of top left, top right, bottom right, bottom left.
  int corners[8];
  bool isValid;
  bool isInverted;
  bool isMirrored;
} CZCode;

/// Loads `libZXing.so*` from its full path.
int cz_library_open(const char *path, CZLibrary **library, char *message, size_t capacity);
/// The version of the library, a static string.
const char *cz_library_version(const CZLibrary *library);

/// Reads the codes in a picture of 8-bit luma.
///
/// `*count` is the capacity of `codes` on entry and the number of codes on return. The caller frees each with
/// cz_code_release.
int cz_read(
    const CZLibrary *library, const uint8_t *luma, int width, int height, int rowBytes, const CZOptions *options,
    CZCode *codes, int *count, char *message, size_t capacity);

/// Frees the strings of a code.
void cz_code_release(const CZLibrary *library, CZCode *code);
