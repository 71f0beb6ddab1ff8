#include "TIFFLibrary.h"

// The most bytes that libtiff may allocate at once for a directory: offsets of strips, metadata.
#define DIRECTORY_MEMORY (256 << 20)

cpic_status tiff_fail_malformed(const TIFFFile *file, cpic_message *message) {
  if (file->is_out_of_memory) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  return fail(message, CPIC_MALFORMED, "%s", file->has_failed ? file->failure.text : "the data end too soon");
}

static cpic_status block(
    TIFF *handle, uint32_t tag, size_t limit, const char *what, cpic_data *target, cpic_message *message) {
  uint32_t count = 0;
  void *bytes = NULL;
  if (!tiff.TIFFGetField(handle, tag, &count, &bytes)) return CPIC_OK;
  size_t size = count;
  if (size > limit) return fail(message, CPIC_TOO_LARGE, "%zu bytes of %s, %zu are allowed", size, what, limit);
  return copy(bytes, size, target, message);
}

// Describes the first extra sample, which counts if it is declared as alpha.
static void describe_alpha(TIFF *handle, uint16_t photometric, cpic_tiff_info *info) {
  uint16_t extra_count = 0, *extra = NULL;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
  int colors = photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_YCBCR ? 3 : 1;
  if (info->samples <= colors || extra_count == 0) return;
  bool is_alpha = extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA;
  // L*a*b* multiplied by alpha has no defined conversion.
  bool is_beside_lab = info->is_lab && info->samples > 3 && extra[0] == EXTRASAMPLE_UNASSALPHA;
  bool is_beside_inks = info->is_cmyk && info->samples > 4;
  info->has_alpha = is_alpha
      && (info->is_gray || photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_PALETTE || is_beside_lab
          || is_beside_inks);
  bool is_multiplied = info->has_alpha && extra[0] == EXTRASAMPLE_ASSOCALPHA;
  info->has_multiplied_inks = is_multiplied && is_beside_inks;
  info->is_premultiplied = is_multiplied && !is_beside_inks;
  info->loses_alpha = is_alpha && !info->has_alpha;
}

static cpic_status describe_size(TIFF *handle, cpic_tiff_info *info, cpic_message *message) {
  if (!tiff.TIFFGetField(handle, TIFFTAG_IMAGEWIDTH, &info->width)
      || !tiff.TIFFGetField(handle, TIFFTAG_IMAGELENGTH, &info->height) || info->width == 0 || info->height == 0
      || info->width > 0x7FFFFFFF || info->height > 0x7FFFFFFF) {
    return fail(message, CPIC_MALFORMED, "the size of the picture is missing");
  }
  return CPIC_OK;
}

// Reads the form of a sample. Fails if it cannot be decoded here.
static cpic_status describe_samples(TIFF *handle, uint16_t photometric, cpic_tiff_info *info, cpic_message *message) {
  uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_BITSPERSAMPLE, &bits);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_SAMPLESPERPIXEL, &samples);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_SAMPLEFORMAT, &format);
  bool can_be_float = photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_MINISBLACK
      || photometric == PHOTOMETRIC_MINISWHITE;
  info->is_float = format == SAMPLEFORMAT_IEEEFP && can_be_float && (bits == 16 || bits == 32);
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID && !info->is_float) {
    return fail(
        message, CPIC_UNSUPPORTED,
        "its samples are neither unsigned integers nor floats of 16 or 32 bits of gray or red, green and blue; convert it "
        "to unsigned integers of 16 bits");
  }
  if ((bits > 16 && !info->is_float) || samples == 0 || samples > 16) {
    return fail(message, CPIC_UNSUPPORTED, "%d samples of %d bits a pixel; at most 16 of 16 are read", samples, bits);
  }
  info->bits = bits;
  info->samples = samples;
  return CPIC_OK;
}

// Describes what the samples, which are described, stand for.
static void describe_colors(TIFF *handle, uint16_t photometric, cpic_tiff_info *info) {
  bool has_whole_bytes = info->bits == 8 || info->bits == 16;
  info->is_gray = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  info->is_rgb = photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_PALETTE
      || photometric == PHOTOMETRIC_YCBCR;
  uint16_t inks = INKSET_CMYK;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_INKSET, &inks);
  info->is_cmyk = photometric == PHOTOMETRIC_SEPARATED && inks == INKSET_CMYK && info->samples >= 4 && has_whole_bytes;
  info->is_lab = (photometric == PHOTOMETRIC_CIELAB || photometric == PHOTOMETRIC_ICCLAB) && info->samples >= 3
      && has_whole_bytes;
  describe_alpha(handle, photometric, info);
}

// Reads the form of a pixel. Fails if it cannot be decoded here.
static cpic_status describe(TIFF *handle, cpic_tiff_info *info, cpic_message *message) {
  cpic_status status = describe_size(handle, info, message);
  if (status != CPIC_OK) return status;
  uint16_t photometric = 0, compression = 1, orientation = 1;
  if (!tiff.TIFFGetField(handle, TIFFTAG_PHOTOMETRIC, &photometric)) {
    return fail(message, CPIC_MALFORMED, "what the samples stand for (PhotometricInterpretation) is missing");
  }
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_COMPRESSION, &compression);
  if (!tiff.TIFFIsCODECConfigured(compression)) {
    return fail(message, CPIC_UNSUPPORTED, "its compression %d is none that libtiff was built with", compression);
  }
  status = describe_samples(handle, photometric, info, message);
  if (status != CPIC_OK) return status;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_ORIENTATION, &orientation);
  info->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  describe_colors(handle, photometric, info);
  return CPIC_OK;
}

cpic_status cpic_tiff_read(const uint8_t *data, size_t count, size_t limit, cpic_tiff_info *info, cpic_message *message) {
  memset(info, 0, sizeof *info);
  if (!tiff_is_there(message)) return CPIC_MISSING;
  TIFFFile file = {.input = data, .count = count};
  TIFF *handle = tiff_open(&file, "r", DIRECTORY_MEMORY);
  if (handle == NULL) return tiff_fail_malformed(&file, message);
  cpic_status status = describe(handle, info, message);
  if (status == CPIC_OK) status = block(handle, TIFFTAG_ICCPROFILE, limit, "a colour profile", &info->profile, message);
  if (status == CPIC_OK) status = block(handle, TIFFTAG_XMLPACKET, limit, "XMP", &info->xmp, message);
  if (status == CPIC_OK) status = block(handle, TIFFTAG_PHOTOSHOP, limit, "IPTC", &info->photoshop, message);
  info->is_big = tiff.TIFFIsBigTIFF(handle);
  if (status == CPIC_OK) {
    uint32_t pages = tiff.TIFFNumberOfDirectories(handle);
    info->further_pages = pages > 1 ? (int)(pages - 1) : 0;
  }
  tiff.TIFFClose(handle);
  return status;
}

void cpic_tiff_release(cpic_tiff_info *info) {
  cpic_release(&info->profile);
  cpic_release(&info->xmp);
  cpic_release(&info->photoshop);
}
