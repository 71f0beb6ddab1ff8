#include "CZXing.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ZXingAPI.h"

#define MEMBER(result, name, parameters) result (*name) parameters;
struct CZLibrary {
  ZXING_FUNCTIONS(MEMBER)
};

static int refused(const char *reason, char *message, size_t capacity) {
  snprintf(message, capacity, "%s", reason);
  return 1;
}

int cz_library_open(const char *path, CZLibrary **library, char *message, size_t capacity) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return refused(reason ? reason : "dlopen failed", message, capacity);
  }
  CZLibrary *zx = calloc(1, sizeof *zx);
  if (!zx) return refused("out of memory", message, capacity);
#define FIND(result, name, parameters) \
  if (!(*(void **)&zx->name = dlsym(handle, #name))) { \
    snprintf(message, capacity, "%s has no function %s", path, #name); \
    free(zx); \
    return 1; \
  }
  ZXING_FUNCTIONS(FIND)
  // The numbers of formats are those of version 3.
  if (strncmp(zx->ZXing_Version(), "3.", 2) != 0) {
    snprintf(message, capacity, "%s is version %s of zxing-cpp, not 3", path, zx->ZXing_Version());
    free(zx);
    return 1;
  }
  *library = zx;
  return 0;
}

const char *cz_library_version(const CZLibrary *library) { return library->ZXing_Version(); }

/// Copies as much of a library's string as fits, and frees it.
static void take(const CZLibrary *zx, char *source, char *target, size_t capacity) {
  snprintf(target, capacity, "%s", source ? source : "");
  if (source) zx->ZXing_free(source);
}

static void describe(const CZLibrary *zx, const ZXing_Barcode *barcode, CZCode *code) {
  memset(code, 0, sizeof *code);
  code->format = zx->ZXing_Barcode_format(barcode);
  code->isValid = zx->ZXing_Barcode_isValid(barcode);
  if (code->isValid) {
    code->text = zx->ZXing_Barcode_text(barcode);
    code->bytes = zx->ZXing_Barcode_bytes(barcode, &code->byteCount);
    if (!code->bytes) code->byteCount = 0;
  }
  take(zx, zx->ZXing_Barcode_symbologyIdentifier(barcode), code->identifier, sizeof code->identifier);
  take(zx, zx->ZXing_Barcode_extra(barcode, "ECLevel"), code->errorLevel, sizeof code->errorLevel);
  take(zx, zx->ZXing_Barcode_extra(barcode, "UPCE"), code->printed, sizeof code->printed);
  const ZXing_Position place = zx->ZXing_Barcode_position(barcode);
  const ZXing_PointI corners[] = {place.topLeft, place.topRight, place.bottomRight, place.bottomLeft};
  for (int i = 0; i < 4; i++) {
    code->corners[2 * i] = corners[i].x;
    code->corners[2 * i + 1] = corners[i].y;
  }
  code->isInverted = zx->ZXing_Barcode_isInverted(barcode);
  code->isMirrored = zx->ZXing_Barcode_isMirrored(barcode);
}

int cz_read(
    const CZLibrary *zx, const uint8_t *luma, int width, int height, int rowBytes, const CZOptions *wanted,
    CZCode *codes, int *count, char *message, size_t capacity) {
  const int room = *count;
  *count = 0;
  ZXing_ReaderOptions *options = zx->ZXing_ReaderOptions_new();
  ZXing_ImageView *picture = zx->ZXing_ImageView_new(luma, width, height, ZXing_ImageFormat_Lum, rowBytes, 1);
  ZXing_Barcodes *found = NULL;
  if (options && picture) {
    zx->ZXing_ReaderOptions_setFormats(options, wanted->formats, wanted->formatCount);
    zx->ZXing_ReaderOptions_setTryHarder(options, (wanted->flags & CZTryHarder) != 0);
    zx->ZXing_ReaderOptions_setTryRotate(options, (wanted->flags & CZTryRotate) != 0);
    zx->ZXing_ReaderOptions_setTryInvert(options, (wanted->flags & CZTryInvert) != 0);
    zx->ZXing_ReaderOptions_setTryDownscale(options, (wanted->flags & CZTryDownscale) != 0);
    zx->ZXing_ReaderOptions_setReturnErrors(options, (wanted->flags & CZReturnErrors) != 0);
    zx->ZXing_ReaderOptions_setTextMode(options, ZXing_TextMode_Plain);
    zx->ZXing_ReaderOptions_setMinLineCount(options, wanted->minimumLineCount);
    zx->ZXing_ReaderOptions_setMaxNumberOfSymbols(options, wanted->maximumCount);
    found = zx->ZXing_ReadBarcodes(picture, options);
  }
  int result = 0;
  if (found) {
    const int there = zx->ZXing_Barcodes_size(found);
    for (int i = 0; i < there && *count < room; i++) describe(zx, zx->ZXing_Barcodes_at(found, i), &codes[(*count)++]);
    zx->ZXing_Barcodes_delete(found);
  } else {
    char *reason = zx->ZXing_LastErrorMsg();
    // Without a message, no code was found.
    if (reason || !options || !picture) {
      result = 1;
      snprintf(message, capacity, "%s", reason ? reason : "out of memory");
    }
    if (reason) zx->ZXing_free(reason);
  }
  if (picture) zx->ZXing_ImageView_delete(picture);
  if (options) zx->ZXing_ReaderOptions_delete(options);
  return result;
}

void cz_code_release(const CZLibrary *zx, CZCode *code) {
  if (code->text) zx->ZXing_free(code->text);
  if (code->bytes) zx->ZXing_free(code->bytes);
  code->text = NULL;
  code->bytes = NULL;
  code->byteCount = 0;
}
