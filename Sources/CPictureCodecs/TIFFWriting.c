#include "TIFFLibrary.h"

// The approximate size of a strip's samples: small enough for a core's cache, large enough to compress well.
#define STRIP_BYTES (256 * 1024)

static void take_row(const cpic_picture *picture, uint32_t y, int samples, uint8_t *target) {
  const uint8_t *row = picture->bytes + (size_t)y * picture->row_bytes;
  size_t bytes = picture->is_16_bit ? 2 : 1;
  if (samples == picture->components) {
    memcpy(target, row, picture->width * bytes * (size_t)samples);
    return;
  }
  if (bytes == 1) {
    for (uint32_t x = 0; x < picture->width; x++) {
      target[3 * (size_t)x] = row[4 * (size_t)x];
      target[3 * (size_t)x + 1] = row[4 * (size_t)x + 1];
      target[3 * (size_t)x + 2] = row[4 * (size_t)x + 2];
    }
  } else {
    for (uint32_t x = 0; x < picture->width; x++) memcpy(target + 6 * (size_t)x, row + 8 * (size_t)x, 6);
  }
}

// Sets the tags of a directory whose strips have `rows` rows of `samples` components.
static void set_fields(
    TIFF *handle, const cpic_picture *picture, int samples, uint32_t rows, cpic_tiff_compression compression) {
  tiff.TIFFSetField(handle, TIFFTAG_IMAGEWIDTH, picture->width);
  tiff.TIFFSetField(handle, TIFFTAG_IMAGELENGTH, picture->height);
  tiff.TIFFSetField(handle, TIFFTAG_BITSPERSAMPLE, picture->is_16_bit ? 16 : 8);
  tiff.TIFFSetField(handle, TIFFTAG_SAMPLESPERPIXEL, samples);
  tiff.TIFFSetField(handle, TIFFTAG_PHOTOMETRIC, samples == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
  tiff.TIFFSetField(handle, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  tiff.TIFFSetField(handle, TIFFTAG_ROWSPERSTRIP, rows);
  if (samples == 4) {
    uint16_t kind = EXTRASAMPLE_UNASSALPHA;
    tiff.TIFFSetField(handle, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  const int schemes[] = {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE};
  tiff.TIFFSetField(handle, TIFFTAG_COMPRESSION, schemes[compression]);
  if (compression != CPIC_TIFF_NONE) tiff.TIFFSetField(handle, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
}

cpic_status cpic_tiff_encode(
    const cpic_picture *picture, cpic_tiff_compression compression, bool is_big_endian, cpic_data *result,
    cpic_message *message) {
  if (!tiff_is_there(message)) return CPIC_MISSING;
  TIFFFile file = {.input = NULL};
  TIFF *handle = tiff_open(&file, is_big_endian ? "wb" : "wl", 0);
  if (handle == NULL) return fail(message, CPIC_FAILED, "%s", file.failure.text);
  int samples = picture->components == 1 ? 1 : picture->has_alpha ? 4 : 3;
  size_t row_bytes = (size_t)picture->width * (size_t)samples * (picture->is_16_bit ? 2 : 1);
  uint32_t rows = (uint32_t)(STRIP_BYTES / row_bytes);
  if (rows == 0) rows = 1;
  if (rows > picture->height) rows = picture->height;
  set_fields(handle, picture, samples, rows, compression);
  uint8_t *strip = malloc(row_bytes * rows);
  cpic_status status = strip == NULL ? fail(message, CPIC_OUT_OF_MEMORY, "out of memory") : CPIC_OK;
  for (uint32_t y = 0, number = 0; y < picture->height && status == CPIC_OK; y += rows, number++) {
    uint32_t here = rows < picture->height - y ? rows : picture->height - y;
    for (uint32_t row = 0; row < here; row++) take_row(picture, y + row, samples, strip + row * row_bytes);
    // The predictor may change the strip's samples, which are not used again.
    tmsize_t count = (tmsize_t)(row_bytes * here);
    if (tiff.TIFFWriteEncodedStrip(handle, number, strip, count) != count) {
      status = fail(message, CPIC_FAILED, "%s", file.has_failed ? file.failure.text : "a strip could not be written");
    }
  }
  free(strip);
  // Closing writes the directory.
  tiff.TIFFClose(handle);
  if (status == CPIC_OK && (file.has_failed || file.is_out_of_memory)) {
    status = fail(message, CPIC_FAILED, "%s", file.has_failed ? file.failure.text : "out of memory");
  }
  if (status == CPIC_OK) {
    result->bytes = file.output;
    result->count = file.count;
  } else {
    free(file.output);
  }
  return status;
}
