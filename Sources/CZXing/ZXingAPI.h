#pragma once

// Prototypes of the functions of zxing-cpp's C interface (3.1) that are resolved by name.
// Reference: https://github.com/zxing-cpp/zxing-cpp/blob/master/core/src/ZXingC.h

#include <stdbool.h>
#include <stdint.h>

typedef struct ZXing_Barcode ZXing_Barcode;
typedef struct ZXing_Barcodes ZXing_Barcodes;
typedef struct ZXing_ImageView ZXing_ImageView;
typedef struct ZXing_ReaderOptions ZXing_ReaderOptions;
typedef struct { int x, y; } ZXing_PointI;
typedef struct { ZXing_PointI topLeft, topRight, bottomRight, bottomLeft; } ZXing_Position;

enum { ZXing_ImageFormat_Lum = 0x01000000, ZXing_TextMode_Plain = 0 };

// X(result, name, parameters)
#define ZXING_FUNCTIONS(X) \
  X(const char *, ZXing_Version, (void)) \
  X(char *, ZXing_LastErrorMsg, (void)) \
  X(void, ZXing_free, (void *)) \
  X(ZXing_ImageView *, ZXing_ImageView_new, (const uint8_t *, int, int, int, int, int)) \
  X(void, ZXing_ImageView_delete, (ZXing_ImageView *)) \
  X(ZXing_ReaderOptions *, ZXing_ReaderOptions_new, (void)) \
  X(void, ZXing_ReaderOptions_delete, (ZXing_ReaderOptions *)) \
  X(void, ZXing_ReaderOptions_setTryHarder, (ZXing_ReaderOptions *, bool)) \
  X(void, ZXing_ReaderOptions_setTryRotate, (ZXing_ReaderOptions *, bool)) \
  X(void, ZXing_ReaderOptions_setTryInvert, (ZXing_ReaderOptions *, bool)) \
  X(void, ZXing_ReaderOptions_setTryDownscale, (ZXing_ReaderOptions *, bool)) \
  X(void, ZXing_ReaderOptions_setReturnErrors, (ZXing_ReaderOptions *, bool)) \
  X(void, ZXing_ReaderOptions_setFormats, (ZXing_ReaderOptions *, const uint32_t *, int)) \
  X(void, ZXing_ReaderOptions_setTextMode, (ZXing_ReaderOptions *, int)) \
  X(void, ZXing_ReaderOptions_setMinLineCount, (ZXing_ReaderOptions *, int)) \
  X(void, ZXing_ReaderOptions_setMaxNumberOfSymbols, (ZXing_ReaderOptions *, int)) \
  X(ZXing_Barcodes *, ZXing_ReadBarcodes, (const ZXing_ImageView *, const ZXing_ReaderOptions *)) \
  X(void, ZXing_Barcodes_delete, (ZXing_Barcodes *)) \
  X(int, ZXing_Barcodes_size, (const ZXing_Barcodes *)) \
  X(const ZXing_Barcode *, ZXing_Barcodes_at, (const ZXing_Barcodes *, int)) \
  X(bool, ZXing_Barcode_isValid, (const ZXing_Barcode *)) \
  X(uint32_t, ZXing_Barcode_format, (const ZXing_Barcode *)) \
  X(uint8_t *, ZXing_Barcode_bytes, (const ZXing_Barcode *, int *)) \
  X(char *, ZXing_Barcode_text, (const ZXing_Barcode *)) \
  X(char *, ZXing_Barcode_symbologyIdentifier, (const ZXing_Barcode *)) \
  X(char *, ZXing_Barcode_extra, (const ZXing_Barcode *, const char *)) \
  X(ZXing_Position, ZXing_Barcode_position, (const ZXing_Barcode *)) \
  X(bool, ZXing_Barcode_isInverted, (const ZXing_Barcode *)) \
  X(bool, ZXing_Barcode_isMirrored, (const ZXing_Barcode *))
