#include "TIFFRows.h"

typedef struct {
  TIFF *handle;
  TIFFFile *file;
  cpic_tiff_info *info;
  TIFFRowLayout layout;
  // Whether libtiff converts JPEG's Y'CbCr to red, green and blue.
  bool is_jpeg;
  // Whether pixels hold four inks while they are decoded, black in place of alpha.
  bool is_inks;
  // For float samples, which become words before they become pixels.
  TIFFFloats floats;
  // Whether each component has its own strips or tiles.
  bool is_planar;
  // The planes that are read: those of colour and alpha, not of further samples; 1 for interleaved samples.
  int planes;
  // The samples that a pixel must have.
  int needed_samples;
  cpic_rows target;
  bool allows_incomplete;
  size_t memory_limit;
  uint32_t complete_rows;
  cpic_message *message;
} Decoding;

static uint8_t *row_at(const Decoding *d, uint32_t x, uint32_t y) {
  return d->target.bytes + (size_t)y * d->target.row_bytes + (size_t)x * (d->layout.is_deep ? 8 : 4);
}

// Writes the alpha of CMYK pixels, whose four components have no place for it.
static void put_alpha_beside_inks(
    const Decoding *d, const uint8_t *row, int first, int step, uint32_t pixels, uint32_t x, uint32_t y) {
  size_t place = (size_t)y * d->info->width + x;
  for (uint32_t index = 0; index < pixels; index++) {
    uint32_t value = tiff_sample_at(row, (size_t)first + (size_t)index * (size_t)step, d->info->bits);
    tiff_store(d->info->alpha, place + index, value, d->layout.is_deep);
  }
}

// Writes one decoded strip or tile.
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
    if (d->info->is_float) d->info->is_clipped |= tiff_convert_floats(source, columns, &floats);
    if (d->is_planar && plane == 4) {
      if (is_beside_inks) put_alpha_beside_inks(d, source, 0, 1, columns, x, y + row);
    } else if (d->is_planar) {
      tiff_put_plane(&d->layout, plane, source, columns, row_at(d, x, y + row));
    } else {
      tiff_put_row(&d->layout, source, columns, row_at(d, x, y + row));
      if (is_beside_inks) put_alpha_beside_inks(d, source, 4, d->layout.samples, columns, x, y + row);
    }
  }
}

// The strips or tiles of a picture.
typedef struct {
  bool are_tiles;
  // The pixels of each; at the picture's edge fewer are used.
  uint32_t columns, rows;
  // The bytes of a row, and of all rows.
  uint64_t row_bytes, size;
} Pieces;

static cpic_status find_pieces(const Decoding *d, Pieces *pieces) {
  const uint32_t height = d->info->height;
  *pieces = (Pieces){.are_tiles = tiff.TIFFIsTiled(d->handle), .columns = d->info->width, .rows = height};
  if (pieces->are_tiles) {
    if (!tiff.TIFFGetField(d->handle, TIFFTAG_TILEWIDTH, &pieces->columns)
        || !tiff.TIFFGetField(d->handle, TIFFTAG_TILELENGTH, &pieces->rows)) {
      return fail(d->message, CPIC_MALFORMED, "the size of tiles is missing");
    }
  } else {
    tiff.TIFFGetFieldDefaulted(d->handle, TIFFTAG_ROWSPERSTRIP, &pieces->rows);
    if (pieces->rows > height) pieces->rows = height;
  }
  if (pieces->columns == 0 || pieces->rows == 0) {
    return fail(d->message, CPIC_MALFORMED, "strips or tiles without pixels");
  }
  pieces->size =
      pieces->are_tiles ? tiff.TIFFTileSize64(d->handle) : tiff.TIFFVStripSize64(d->handle, pieces->rows);
  pieces->row_bytes =
      pieces->are_tiles ? tiff.TIFFTileRowSize64(d->handle) : tiff.TIFFScanlineSize64(d->handle);
  uint64_t expected =
      ((uint64_t)pieces->columns * (uint64_t)d->layout.samples * (uint64_t)d->info->bits + 7) / 8;
  if (pieces->size == 0 || pieces->row_bytes < expected || pieces->size < pieces->row_bytes * pieces->rows) {
    return fail(d->message, CPIC_MALFORMED, "strips or tiles of an impossible size");
  }
  if (pieces->size > d->memory_limit) {
    return fail(
        d->message, CPIC_TOO_LARGE, "a strip or tile of %llu bytes, %zu are allowed",
        (unsigned long long)pieces->size, d->memory_limit);
  }
  return CPIC_OK;
}

// Reads the samples of a plane in the piece at a place. False if they are damaged.
static bool read_piece(
    const Decoding *d, const Pieces *pieces, int plane, uint32_t x, uint32_t y, uint32_t rows, uint8_t *samples) {
  const uint16_t sample = (uint16_t)plane;
  const tmsize_t wanted = (tmsize_t)(pieces->are_tiles ? pieces->size : pieces->row_bytes * rows);
  const tmsize_t read = pieces->are_tiles
      ? tiff.TIFFReadEncodedTile(d->handle, tiff.TIFFComputeTile(d->handle, x, y, 0, sample), samples, wanted)
      : tiff.TIFFReadEncodedStrip(d->handle, tiff.TIFFComputeStrip(d->handle, y, sample), samples, wanted);
  return read == wanted && !d->file->has_failed;
}

static cpic_status decode_pieces(Decoding *d) {
  const uint32_t width = d->info->width, height = d->info->height;
  Pieces pieces;
  cpic_status status = find_pieces(d, &pieces);
  if (status != CPIC_OK) return status;
  // Zeroed, so that a piece that is too short leaves no bytes of earlier ones.
  uint8_t *samples = calloc(1, (size_t)pieces.size);
  if (samples == NULL) return fail(d->message, CPIC_OUT_OF_MEMORY, "out of memory");
  bool is_whole = true;
  for (uint32_t y = 0; y < height && status == CPIC_OK; y += pieces.rows) {
    uint32_t rows = pieces.rows < height - y ? pieces.rows : height - y;
    for (uint32_t x = 0; x < width && status == CPIC_OK; x += pieces.columns) {
      uint32_t columns = pieces.columns < width - x ? pieces.columns : width - x;
      for (int plane = 0; plane < d->planes; plane++) {
        if (read_piece(d, &pieces, plane, x, y, rows, samples)) {
          put(d, plane, samples, (size_t)pieces.row_bytes, x, y, columns, rows);
          continue;
        }
        if (!d->allows_incomplete) {
          status = tiff_fail_malformed(d->file, d->message);
          break;
        }
        *d->message = d->file->failure;
        is_whole = false;
        d->file->has_failed = false;
      }
    }
    if (is_whole) d->complete_rows = y + rows;
    if (pieces.rows > height - y) break;
  }
  free(samples);
  return status;
}

// Decodes pictures of other kinds (ITU's L*a*b*, CMYK, Y'CbCr other than JPEG's) to 8 bits by libtiff's own conversion.
static cpic_status decode_by_libtiff(Decoding *d) {
  TIFFRGBAImage image;
  char reason[1024] = "";
  const uint32_t width = d->info->width, height = d->info->height;
  if (!tiff.TIFFRGBAImageOK(d->handle, reason) || !tiff.TIFFRGBAImageBegin(&image, d->handle, 1, reason)) {
    return fail(d->message, CPIC_UNSUPPORTED, "%s", reason[0] ? reason : "pixels of a kind that libtiff does not show");
  }
  // The pixels stay as stored; the caller applies the orientation.
  image.req_orientation = image.orientation;
  bool is_direct = d->target.row_bytes == 4 * (size_t)width;
  uint32_t *raster = is_direct ? (uint32_t *)(void *)d->target.bytes : NULL;
  cpic_status status = CPIC_OK;
  if (raster == NULL) {
    status = fail(d->message, CPIC_FAILED, "rows with padding");
  } else if (!tiff.TIFFRGBAImageGet(&image, raster, width, height) || d->file->has_failed) {
    status = tiff_fail_malformed(d->file, d->message);
  } else {
    // libtiff begins at the bottom unless the orientation is set, and packs pixels in words; on little-endian machines
    // their bytes are R, G, B, A.
    d->complete_rows = height;
  }
  tiff.TIFFRGBAImageEnd(&image);
  return status;
}

// Derives from the tags how samples are arranged.
static void set_up(Decoding *d) {
  TIFF *handle = d->handle;
  cpic_tiff_info *info = d->info;
  uint16_t photometric = 0, planar = PLANARCONFIG_CONTIG, compression = 1;
  tiff.TIFFGetField(handle, TIFFTAG_PHOTOMETRIC, &photometric);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_PLANARCONFIG, &planar);
  tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_COMPRESSION, &compression);
  d->is_jpeg = compression == COMPRESSION_JPEG && photometric == PHOTOMETRIC_YCBCR && planar == PLANARCONFIG_CONTIG;
  if (d->is_jpeg) tiff.TIFFSetField(handle, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  d->is_inks = info->is_cmyk && (info->gives_inks || info->bits > 8 || info->has_alpha);
  bool has_fourth = info->has_alpha || d->is_inks;
  d->layout = (TIFFRowLayout){
      .bits = info->is_float ? 16 : info->bits, .photometric = photometric, .has_alpha = has_fourth, .is_deep = info->bits > 8,
      .has_color = photometric == PHOTOMETRIC_RGB || d->is_jpeg || d->is_inks || info->is_lab};
  d->is_planar = planar == PLANARCONFIG_SEPARATE && info->samples > 1;
  d->layout.samples = d->is_planar ? 1 : info->samples;
  d->needed_samples = (d->layout.has_color ? 3 : 1) + (has_fourth ? 1 : 0) + (d->is_inks && info->has_alpha ? 1 : 0);
  d->planes = d->is_planar ? d->needed_samples : 1;
  if (info->is_float) {
    d->floats = (TIFFFloats){
        .bits = info->bits, .samples = d->layout.samples, .colors = d->layout.has_color ? 3 : 1,
        .alpha = info->has_alpha ? (d->layout.has_color ? 3 : 1) : -1, .is_linear = info->is_linear,
        .is_premultiplied = info->is_premultiplied, .is_inverted = photometric == PHOTOMETRIC_MINISWHITE};
    if (d->floats.is_inverted) d->layout.photometric = PHOTOMETRIC_MINISBLACK;
  }
}

// Decodes strips or tiles, and converts inks and L*a*b*.
static cpic_status decode_and_convert(Decoding *d) {
  cpic_status status = decode_pieces(d);
  if (status != CPIC_OK) return status;
  const cpic_tiff_info *info = d->info;
  const bool is_deep = d->layout.is_deep;
  for (uint32_t y = 0; y < d->complete_rows; y++) {
    uint8_t *row = row_at(d, 0, y);
    const uint8_t *alpha = info->alpha == NULL ? NULL : info->alpha + (size_t)y * info->width * (is_deep ? 2 : 1);
    if (info->has_multiplied_inks && alpha != NULL) tiff_divide_inks(row, alpha, info->width, is_deep);
    if (d->is_inks && !info->gives_inks) tiff_convert_inks(row, info->has_alpha ? alpha : NULL, info->width, is_deep);
    if (info->is_lab) tiff_convert_lab(row, info->width, is_deep, d->layout.photometric == PHOTOMETRIC_ICCLAB);
  }
  return CPIC_OK;
}

static cpic_status decode(Decoding *d) {
  const cpic_tiff_info *info = d->info;
  const uint16_t photometric = d->layout.photometric;
  const bool is_palette = photometric == PHOTOMETRIC_PALETTE && info->bits <= 8;
  if (info->samples < d->needed_samples) {
    return fail(
        d->message, CPIC_MALFORMED, "%d samples a pixel, %d are needed", info->samples, d->needed_samples);
  }
  if (info->is_float && info->is_linear && info->is_premultiplied && d->is_planar) {
    return fail(
        d->message, CPIC_UNSUPPORTED,
        "its floats are multiplied by alpha, which is in a plane of its own; convert it to interleaved samples");
  }
  uint16_t **map = d->layout.map;
  if (is_palette && !tiff.TIFFGetField(d->handle, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2])) {
    return fail(d->message, CPIC_MALFORMED, "the colours of the palette are missing");
  }
  if (is_palette) tiff_find_map_kind(&d->layout);
  if (is_palette || photometric == PHOTOMETRIC_RGB || info->is_gray || d->is_jpeg || d->is_inks || info->is_lab) {
    return decode_and_convert(d);
  }
  if (info->bits > 8) {
    return fail(
        d->message, CPIC_UNSUPPORTED,
        "more than 8 bits of another kind than red, green and blue, gray, CMYK or L*a*b*");
  }
  return decode_by_libtiff(d);
}

cpic_status cpic_tiff_decode(
    const uint8_t *data, size_t count, cpic_tiff_info *info, bool allows_incomplete, size_t memory_limit,
    cpic_rows target, uint32_t *complete_rows, cpic_message *message) {
  *complete_rows = 0;
  if (!tiff_is_there(message)) return CPIC_MISSING;
  TIFFFile file = {.input = data, .count = count};
  TIFF *handle = tiff_open(&file, "r", memory_limit);
  if (handle == NULL) return tiff_fail_malformed(&file, message);
  Decoding d = {
      .handle = handle, .file = &file, .info = info, .target = target, .allows_incomplete = allows_incomplete,
      .memory_limit = memory_limit, .message = message};
  set_up(&d);
  cpic_status status = decode(&d);
  *complete_rows = d.complete_rows;
  tiff.TIFFClose(handle);
  return status;
}
