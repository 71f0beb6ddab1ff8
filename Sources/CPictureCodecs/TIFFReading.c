#include "TIFFLibrary.h"

// Bytes that libtiff may take at once for a directory: places of strips, metadata.
#define DIRECTORY_MEMORY (256 << 20)

static cpic_status malformed(const TIFFFile *file, cpic_message *message) {
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

// What a pixel is made of; false with a message if it cannot be decoded here.
static cpic_status describe(TIFF *handle, cpic_tiff_info *info, cpic_message *message) {
  uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, photometric = 0, compression = 1, orientation = 1;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_BITSPERSAMPLE, &bits);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_SAMPLESPERPIXEL, &samples);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_SAMPLEFORMAT, &format);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_COMPRESSION, &compression);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_ORIENTATION, &orientation);
  if (!tiff.TIFFGetField(handle, TIFFTAG_IMAGEWIDTH, &info->width)
      || !tiff.TIFFGetField(handle, TIFFTAG_IMAGELENGTH, &info->height) || info->width == 0 || info->height == 0
      || info->width > 0x7FFFFFFF || info->height > 0x7FFFFFFF) {
    return fail(message, CPIC_MALFORMED, "the size of the picture is missing");
  }
  if (!tiff.TIFFGetField(handle, TIFFTAG_PHOTOMETRIC, &photometric)) {
    return fail(message, CPIC_MALFORMED, "what the samples stand for (PhotometricInterpretation) is missing");
  }
  if (!tiff.TIFFIsCODECConfigured(compression)) {
    return fail(message, CPIC_UNSUPPORTED, "its compression %d is none that libtiff was built with", compression);
  }
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
  uint16_t extra_count = 0, *extra = NULL;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
  info->bits = bits;
  info->samples = samples;
  info->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  int colors = photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_YCBCR ? 3 : 1;
  info->is_gray = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  info->is_rgb = photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_PALETTE
      || photometric == PHOTOMETRIC_YCBCR;
  uint16_t inks = INKSET_CMYK;
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_INKSET, &inks);
  info->is_cmyk = photometric == PHOTOMETRIC_SEPARATED && inks == INKSET_CMYK && samples >= 4 && (bits == 8 || bits == 16);
  info->is_lab = (photometric == PHOTOMETRIC_CIELAB || photometric == PHOTOMETRIC_ICCLAB) && samples >= 3
      && (bits == 8 || bits == 16);
  // The first extra sample counts if it says that it is alpha; of four samples of colour that say nothing, the fourth.
  if (samples > colors && extra_count > 0) {
    bool is_alpha = extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA;
    // Colours of L*a*b* that alpha is multiplied into are no colours that can be converted.
    bool is_beside_lab = info->is_lab && samples > 3 && extra[0] == EXTRASAMPLE_UNASSALPHA;
    bool is_beside_inks = info->is_cmyk && samples > 4;
    info->has_alpha = is_alpha
        && (info->is_gray || photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_PALETTE || is_beside_lab
            || is_beside_inks);
    bool is_multiplied = info->has_alpha && extra[0] == EXTRASAMPLE_ASSOCALPHA;
    info->has_multiplied_inks = is_multiplied && is_beside_inks;
    info->is_premultiplied = is_multiplied && !is_beside_inks;
    info->loses_alpha = is_alpha && !info->has_alpha;
  }
  return CPIC_OK;
}

cpic_status cpic_tiff_read(const uint8_t *data, size_t count, size_t limit, cpic_tiff_info *info, cpic_message *message) {
  memset(info, 0, sizeof *info);
  if (!tiff_is_there(message)) return CPIC_MISSING;
  TIFFFile file = {.input = data, .count = count};
  TIFF *handle = tiff_open(&file, "r", DIRECTORY_MEMORY);
  if (handle == NULL) return malformed(&file, message);
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

// How rows of samples become rows of pixels.
typedef struct {
  int bits;
  // Samples of a pixel in a row: all of them, or one where each has a plane of its own.
  int samples;
  uint16_t photometric;
  bool has_alpha;
  bool has_color;
  bool is_deep;
  // Colours of a palette.
  uint16_t *map[3];
  // How writers made the 16 bits of them: 8 bits as they are, 8 bits shifted, or all of the range.
  enum { MAP_OF_BYTES, MAP_OF_SHIFTED_BYTES, MAP_OF_WORDS } map_kind;
} Layout;

static inline uint32_t color_at(const Layout *layout, int component, uint32_t index) {
  uint32_t value = layout->map[component][index];
  switch (layout->map_kind) {
    case MAP_OF_BYTES: return value;
    case MAP_OF_SHIFTED_BYTES: return value >> 8;
    default: return (value * 255 + 32767) / 65535;
  }
}

static void find_map_kind(Layout *layout) {
  uint32_t used = 0, low = 0;
  for (int component = 0; component < 3; component++) {
    for (uint32_t index = 0; index < 1u << layout->bits; index++) {
      used |= layout->map[component][index];
      low |= layout->map[component][index] & 0xFF;
    }
  }
  layout->map_kind = used <= 0xFF ? MAP_OF_BYTES : low == 0 ? MAP_OF_SHIFTED_BYTES : MAP_OF_WORDS;
}

static inline uint32_t sample_at(const uint8_t *row, size_t index, int bits) {
  switch (bits) {
    case 8: return row[index];
    case 16: {
      uint16_t value;
      memcpy(&value, row + 2 * index, 2);
      return value;
    }
    default: {
      size_t first = index * (size_t)bits;
      uint32_t value = 0;
      for (int bit = 0; bit < bits; bit++) {
        value = value << 1 | (row[(first + (size_t)bit) >> 3] >> (7 - ((first + (size_t)bit) & 7)) & 1);
      }
      return value;
    }
  }
}

static inline void store(uint8_t *target, size_t index, uint32_t value, bool is_deep) {
  if (is_deep) {
    uint16_t sample = (uint16_t)value;
    memcpy(target + 2 * index, &sample, 2);
  } else {
    target[index] = (uint8_t)value;
  }
}

// Puts samples of interleaved components into pixels.
static void put_row(const Layout *layout, const uint8_t *row, uint32_t pixels, uint8_t *target) {
  const bool is_deep = layout->is_deep;
  const uint32_t full = is_deep ? 0xFFFF : 0xFF;
  // The usual kinds, without a choice for each sample.
  if (layout->has_color && layout->bits == 8 && layout->samples == 3) {
    for (uint32_t x = 0; x < pixels; x++) {
      target[4 * x] = row[3 * x];
      target[4 * x + 1] = row[3 * x + 1];
      target[4 * x + 2] = row[3 * x + 2];
      target[4 * x + 3] = 255;
    }
    return;
  }
  if (layout->has_color && layout->bits == 8 && layout->samples == 4 && layout->has_alpha) {
    memcpy(target, row, 4 * (size_t)pixels);
    return;
  }
  if (layout->has_color && layout->bits == 16 && layout->samples == 3) {
    const uint16_t one = 0xFFFF;
    for (uint32_t x = 0; x < pixels; x++) {
      memcpy(target + 8 * (size_t)x, row + 6 * (size_t)x, 6);
      memcpy(target + 8 * (size_t)x + 6, &one, 2);
    }
    return;
  }
  const uint32_t maximum = layout->bits == 16 ? 0xFFFF : (1u << layout->bits) - 1;
  for (uint32_t x = 0; x < pixels; x++) {
    size_t first = (size_t)x * (size_t)layout->samples;
    uint32_t colors[3];
    int next = 1;
    if (layout->photometric == PHOTOMETRIC_PALETTE) {
      uint32_t index = sample_at(row, first, layout->bits);
      for (int c = 0; c < 3; c++) colors[c] = color_at(layout, c, index);
    } else if (layout->has_color) {
      for (int c = 0; c < 3; c++) {
        uint32_t value = sample_at(row, first + (size_t)c, layout->bits);
        colors[c] = layout->bits == 8 || layout->bits == 16 ? value : (value * full + maximum / 2) / maximum;
      }
      next = 3;
    } else {
      uint32_t value = sample_at(row, first, layout->bits);
      if (layout->photometric == PHOTOMETRIC_MINISWHITE) value = maximum - value;
      if (layout->bits != 8 && layout->bits != 16) value = (value * full + maximum / 2) / maximum;
      colors[0] = colors[1] = colors[2] = value;
    }
    uint32_t alpha = full;
    if (layout->has_alpha) {
      alpha = sample_at(row, first + (size_t)next, layout->bits);
      if (layout->bits != 8 && layout->bits != 16) alpha = (alpha * full + maximum / 2) / maximum;
    }
    for (int c = 0; c < 3; c++) store(target, 4 * (size_t)x + (size_t)c, colors[c], is_deep);
    store(target, 4 * (size_t)x + 3, alpha, is_deep);
  }
}

// Puts the samples of one plane into pixels: gray into all colours.
static void put_plane(const Layout *layout, int plane, const uint8_t *row, uint32_t pixels, uint8_t *target) {
  const uint32_t full = layout->is_deep ? 0xFFFF : 0xFF;
  const uint32_t maximum = layout->bits == 16 ? 0xFFFF : (1u << layout->bits) - 1;
  int alpha = layout->has_color ? 3 : 1;
  for (uint32_t x = 0; x < pixels; x++) {
    uint32_t value = sample_at(row, x, layout->bits);
    if (layout->photometric == PHOTOMETRIC_MINISWHITE && plane == 0) value = maximum - value;
    if (layout->photometric == PHOTOMETRIC_PALETTE && plane == 0) {
      for (int c = 0; c < 3; c++) {
        store(target, 4 * (size_t)x + (size_t)c, color_at(layout, c, value), false);
      }
      if (!layout->has_alpha) store(target, 4 * (size_t)x + 3, full, false);
      continue;
    }
    if (layout->bits != 8 && layout->bits != 16) value = (value * full + maximum / 2) / maximum;
    if (plane == alpha) {
      store(target, 4 * (size_t)x + 3, value, layout->is_deep);
    } else {
      int last = layout->has_color ? plane : 2;
      for (int c = plane; c <= last; c++) store(target, 4 * (size_t)x + (size_t)c, value, layout->is_deep);
      if (plane == 0 && !layout->has_alpha) store(target, 4 * (size_t)x + 3, full, layout->is_deep);
    }
  }
}

typedef struct {
  TIFF *handle;
  TIFFFile *file;
  cpic_tiff_info *info;
  Layout layout;
  // Of floats, which become words before they are pixels.
  TIFFFloats floats;
  // Whether each component has strips or tiles of its own.
  bool is_planar;
  int planes;
  cpic_rows target;
  bool allows_incomplete;
  size_t memory_limit;
  uint32_t complete_rows;
  cpic_message *message;
} Decoding;

static uint8_t *row_at(const Decoding *d, uint32_t x, uint32_t y) {
  return d->target.bytes + (size_t)y * d->target.row_bytes + (size_t)x * (d->layout.is_deep ? 8 : 4);
}

// The opacity beside inks, for which a pixel of four samples has no place.
static void put_alpha_beside_inks(
    const Decoding *d, const uint8_t *row, int first, int step, uint32_t pixels, uint32_t x, uint32_t y) {
  size_t place = (size_t)y * d->info->width + x;
  for (uint32_t index = 0; index < pixels; index++) {
    uint32_t value = sample_at(row, (size_t)first + (size_t)index * (size_t)step, d->info->bits);
    store(d->info->alpha, place + index, value, d->layout.is_deep);
  }
}

// One strip or tile that lies in memory.
static void put(
    const Decoding *d, int plane, uint8_t *samples, size_t row_bytes, uint32_t x, uint32_t y, uint32_t columns,
    uint32_t rows) {
  TIFFFloats floats = d->floats;
  if (d->is_planar) {
    bool is_alpha = d->info->has_alpha && plane == d->planes - 1;
    floats.samples = 1;
    floats.colors = is_alpha ? 0 : 1;
    floats.alpha = is_alpha ? 0 : -1;
  }
  const bool is_beside_inks = d->info->is_cmyk && d->info->has_alpha && d->info->alpha != NULL;
  for (uint32_t row = 0; row < rows; row++) {
    uint8_t *source = samples + row * row_bytes;
    if (d->info->is_float) d->info->is_clipped |= tiff_take_floats_as_words(source, columns, &floats);
    if (d->is_planar && plane == 4) {
      if (is_beside_inks) put_alpha_beside_inks(d, source, 0, 1, columns, x, y + row);
    } else if (d->is_planar) {
      put_plane(&d->layout, plane, source, columns, row_at(d, x, y + row));
    } else {
      put_row(&d->layout, source, columns, row_at(d, x, y + row));
      if (is_beside_inks) put_alpha_beside_inks(d, source, 4, d->layout.samples, columns, x, y + row);
    }
  }
}

static cpic_status decode_pieces(Decoding *d) {
  const uint32_t width = d->info->width, height = d->info->height;
  bool is_tiled = tiff.TIFFIsTiled(d->handle);
  uint32_t columns = width, rows = height;
  if (is_tiled) {
    if (!tiff.TIFFGetField(d->handle, TIFFTAG_TILEWIDTH, &columns)
        || !tiff.TIFFGetField(d->handle, TIFFTAG_TILELENGTH, &rows)) {
      return fail(d->message, CPIC_MALFORMED, "the size of tiles is missing");
    }
  } else {
    tiff.TIFFGetFieldDefaulted(d->handle, TIFFTAG_ROWSPERSTRIP, &rows);
    if (rows > height) rows = height;
  }
  if (columns == 0 || rows == 0) return fail(d->message, CPIC_MALFORMED, "strips or tiles without pixels");
  uint64_t size = is_tiled ? tiff.TIFFTileSize64(d->handle) : tiff.TIFFVStripSize64(d->handle, rows);
  uint64_t row_bytes = is_tiled ? tiff.TIFFTileRowSize64(d->handle) : tiff.TIFFScanlineSize64(d->handle);
  uint64_t expected =
      ((uint64_t)columns * (uint64_t)d->layout.samples * (uint64_t)d->info->bits + 7) / 8;
  if (size == 0 || row_bytes < expected || size < row_bytes * rows) {
    return fail(d->message, CPIC_MALFORMED, "strips or tiles of an impossible size");
  }
  if (size > d->memory_limit) {
    return fail(d->message, CPIC_TOO_LARGE, "a strip or tile of %llu bytes, %zu are allowed", (unsigned long long)size,
        d->memory_limit);
  }
  // Empty, so that a piece that is short leaves no bytes of others.
  uint8_t *samples = calloc(1, (size_t)size);
  if (samples == NULL) return fail(d->message, CPIC_OUT_OF_MEMORY, "out of memory");
  cpic_status status = CPIC_OK;
  bool is_whole = true;
  for (uint32_t y = 0; y < height && status == CPIC_OK; y += rows) {
    uint32_t here = rows < height - y ? rows : height - y;
    for (uint32_t x = 0; x < width && status == CPIC_OK; x += columns) {
      uint32_t across = columns < width - x ? columns : width - x;
      for (int plane = 0; plane < d->planes; plane++) {
        uint16_t sample = (uint16_t)plane;
        tmsize_t wanted = is_tiled ? (tmsize_t)size : (tmsize_t)(row_bytes * here);
        tmsize_t read = is_tiled
            ? tiff.TIFFReadEncodedTile(
                  d->handle, tiff.TIFFComputeTile(d->handle, x, y, 0, sample), samples, wanted)
            : tiff.TIFFReadEncodedStrip(d->handle, tiff.TIFFComputeStrip(d->handle, y, sample), samples, wanted);
        if (read != wanted || d->file->has_failed) {
          if (!d->allows_incomplete) {
            status = malformed(d->file, d->message);
            break;
          }
          *d->message = d->file->failure;
          is_whole = false;
          d->file->has_failed = false;
          continue;
        }
        put(d, plane, samples, (size_t)row_bytes, x, y, across, here);
      }
    }
    if (is_whole) d->complete_rows = y + here;
    if (rows > height - y) break;
  }
  free(samples);
  return status;
}

// Inks of rows that are whole without the opacity that is multiplied into them.
static void divide_inks(const Decoding *d) {
  const bool is_deep = d->layout.is_deep;
  const uint32_t full = is_deep ? 0xFFFF : 0xFF;
  const int bits = d->info->bits;
  for (uint32_t y = 0; y < d->complete_rows; y++) {
    uint8_t *row = row_at(d, 0, y);
    for (uint32_t x = 0; x < d->info->width; x++) {
      uint32_t alpha = sample_at(d->info->alpha, (size_t)y * d->info->width + x, bits);
      for (size_t ink = 4 * (size_t)x; ink < 4 * (size_t)x + 4; ink++) {
        uint32_t value = alpha == 0 ? 0 : (sample_at(row, ink, bits) * full + alpha / 2) / alpha;
        store(row, ink, value < full ? value : full, is_deep);
      }
    }
  }
}

// Four inks become light in rows that are whole: what each ink leaves of it, times what black leaves. Of 8 bits it is rounded
// down, as by libtiff.
static void take_inks_as_light(const Decoding *d) {
  const bool is_deep = d->layout.is_deep;
  const uint32_t full = is_deep ? 0xFFFF : 0xFF, half = is_deep ? 0x7FFF : 0;
  const int bits = d->info->bits;
  const bool has_alpha = d->info->has_alpha && d->info->alpha != NULL;
  for (uint32_t y = 0; y < d->complete_rows; y++) {
    uint8_t *row = row_at(d, 0, y);
    for (uint32_t x = 0; x < d->info->width; x++) {
      size_t first = 4 * (size_t)x;
      uint32_t light = full - sample_at(row, first + 3, bits);
      for (size_t ink = first; ink < first + 3; ink++) {
        store(row, ink, ((full - sample_at(row, ink, bits)) * light + half) / full, is_deep);
      }
      uint32_t alpha = has_alpha ? sample_at(d->info->alpha, (size_t)y * d->info->width + x, bits) : full;
      store(row, first + 3, alpha, is_deep);
    }
  }
}

// Pictures of other kinds (ITU's L*a*b*, CMYK, Y'CbCr that is not JPEG's) as libtiff turns them into 8 bits.
static cpic_status decode_by_libtiff(Decoding *d) {
  TIFFRGBAImage image;
  char reason[1024] = "";
  const uint32_t width = d->info->width, height = d->info->height;
  if (!tiff.TIFFRGBAImageOK(d->handle, reason) || !tiff.TIFFRGBAImageBegin(&image, d->handle, 1, reason)) {
    return fail(d->message, CPIC_UNSUPPORTED, "%s", reason[0] ? reason : "pixels of a kind that libtiff does not show");
  }
  // As stored: turning is the reader's.
  image.req_orientation = image.orientation;
  bool is_direct = d->target.row_bytes == 4 * (size_t)width;
  uint32_t *raster = is_direct ? (uint32_t *)(void *)d->target.bytes : NULL;
  cpic_status status = CPIC_OK;
  if (raster == NULL) {
    status = fail(d->message, CPIC_FAILED, "rows with padding");
  } else if (!tiff.TIFFRGBAImageGet(&image, raster, width, height) || d->file->has_failed) {
    status = malformed(d->file, d->message);
  } else {
    // libtiff counts from the bottom unless it is asked not to, and packs words; on this machine they are R, G, B, A.
    d->complete_rows = height;
  }
  tiff.TIFFRGBAImageEnd(&image);
  return status;
}

cpic_status cpic_tiff_decode(
    const uint8_t *data, size_t count, cpic_tiff_info *info, bool allows_incomplete, size_t memory_limit,
    cpic_rows target, uint32_t *complete_rows, cpic_message *message) {
  *complete_rows = 0;
  if (!tiff_is_there(message)) return CPIC_MISSING;
  TIFFFile file = {.input = data, .count = count};
  TIFF *handle = tiff_open(&file, "r", memory_limit);
  if (handle == NULL) return malformed(&file, message);
  uint16_t photometric = 0, planar = PLANARCONFIG_CONTIG, compression = 1;
  tiff.TIFFGetField(handle, TIFFTAG_PHOTOMETRIC, &photometric);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_PLANARCONFIG, &planar);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_COMPRESSION, &compression);
  Decoding d = {
      .handle = handle, .file = &file, .info = info, .target = target, .allows_incomplete = allows_incomplete,
      .memory_limit = memory_limit, .message = message};
  bool is_jpeg = compression == COMPRESSION_JPEG && photometric == PHOTOMETRIC_YCBCR && planar == PLANARCONFIG_CONTIG;
  if (is_jpeg) tiff.TIFFSetField(handle, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  // Black stands where alpha does.
  bool is_inks = info->is_cmyk && (info->gives_inks || info->bits > 8 || info->has_alpha);
  bool has_fourth = info->has_alpha || is_inks;
  d.layout = (Layout){
      .bits = info->is_float ? 16 : info->bits, .photometric = photometric, .has_alpha = has_fourth, .is_deep = info->bits > 8,
      .has_color = photometric == PHOTOMETRIC_RGB || is_jpeg || is_inks || info->is_lab};
  d.is_planar = planar == PLANARCONFIG_SEPARATE && info->samples > 1;
  d.layout.samples = d.is_planar ? 1 : info->samples;
  // Planes beyond colour and alpha are not read.
  int needed = (d.layout.has_color ? 3 : 1) + (has_fourth ? 1 : 0) + (is_inks && info->has_alpha ? 1 : 0);
  d.planes = d.is_planar ? needed : 1;
  if (info->is_float) {
    d.floats = (TIFFFloats){
        .bits = info->bits, .samples = d.layout.samples, .colors = d.layout.has_color ? 3 : 1,
        .alpha = info->has_alpha ? (d.layout.has_color ? 3 : 1) : -1, .is_linear = info->is_linear,
        .is_premultiplied = info->is_premultiplied, .is_inverted = photometric == PHOTOMETRIC_MINISWHITE};
    if (d.floats.is_inverted) d.layout.photometric = PHOTOMETRIC_MINISBLACK;
  }
  cpic_status status = CPIC_OK;
  bool is_palette = photometric == PHOTOMETRIC_PALETTE && info->bits <= 8;
  if (info->samples < needed) {
    status = fail(message, CPIC_MALFORMED, "%d samples a pixel, %d are needed", info->samples, needed);
  } else if (info->is_float && info->is_linear && info->is_premultiplied && d.is_planar) {
    status = fail(
        message, CPIC_UNSUPPORTED,
        "its floats are multiplied by alpha, which is in a plane of its own; convert it to interleaved samples");
  } else if (is_palette
      && !tiff.TIFFGetField(handle, TIFFTAG_COLORMAP, &d.layout.map[0], &d.layout.map[1], &d.layout.map[2])) {
    status = fail(message, CPIC_MALFORMED, "the colours of the palette are missing");
  } else if (is_palette || photometric == PHOTOMETRIC_RGB || info->is_gray || is_jpeg || is_inks || info->is_lab) {
    if (is_palette) find_map_kind(&d.layout);
    status = decode_pieces(&d);
    if (info->has_multiplied_inks && info->alpha != NULL && status == CPIC_OK) divide_inks(&d);
    if (is_inks && !info->gives_inks && status == CPIC_OK) take_inks_as_light(&d);
    for (uint32_t y = 0; info->is_lab && y < d.complete_rows; y++) {
      tiff_take_lab_as_light(row_at(&d, 0, y), info->width, d.layout.is_deep, photometric == PHOTOMETRIC_ICCLAB);
    }
  } else if (info->bits > 8) {
    status = fail(message, CPIC_UNSUPPORTED, "more than 8 bits of another kind than red, green and blue, gray, CMYK or L*a*b*");
  } else {
    status = decode_by_libtiff(&d);
  }
  *complete_rows = d.complete_rows;
  tiff.TIFFClose(handle);
  return status;
}
