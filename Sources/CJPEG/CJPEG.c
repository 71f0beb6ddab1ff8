#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// libjpeg's error manager, with a place to jump back to.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  cjpeg_status status;
  char *message;
  // Whether corrupt data is borne; with the first of it the rows that were whole by then.
  bool allows_incomplete;
  bool is_incomplete;
  uint32_t complete_rows;
  // Whether the data ended without the marker that says so.
  bool has_no_end;
} error_manager;

// Counts scans while decoding.
typedef struct {
  struct jpeg_progress_mgr manager;
  int maximum_scans;
} progress_manager;

static cjpeg_status status_of(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY:
      return CJPEG_OUT_OF_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_J_COLORSPACE:
      return CJPEG_UNSUPPORTED;
    default:
      return CJPEG_MALFORMED;
  }
}

static void fail(j_common_ptr info, cjpeg_status status) {
  error_manager *errors = (error_manager *)info->err;
  char text[JMSG_LENGTH_MAX];
  errors->manager.format_message(info, text);
  snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "%s", text);
  errors->status = status;
  longjmp(errors->escape, 1);
}

static void on_error(j_common_ptr info) { fail(info, status_of(info->err->msg_code)); }

// The rows of the picture, from the top, whose data have been decoded.
static uint32_t decoded_rows(j_decompress_ptr info) {
  // In several scans every row has been visited by the first of them that is whole.
  if (info->input_scan_number > 1) return info->output_height;
  uint32_t rows = info->input_iMCU_row * (uint32_t)(info->max_v_samp_factor * info->min_DCT_scaled_size);
  return rows < info->output_height ? rows : info->output_height;
}

// Notes that something of the picture is missing, or fails where that is not allowed.
static void on_loss(j_common_ptr info) {
  error_manager *errors = (error_manager *)info->err;
  if (!errors->allows_incomplete || !info->is_decompressor) fail(info, CJPEG_MALFORMED);
  if (errors->is_incomplete) return;
  errors->is_incomplete = true;
  errors->complete_rows = decoded_rows((j_decompress_ptr)info);
  char text[JMSG_LENGTH_MAX];
  errors->manager.format_message(info, text);
  snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "%s", text);
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  error_manager *errors = (error_manager *)info->err;
  switch (info->err->msg_code) {
    // Odd, but nothing of the picture is lost.
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_TOO_MUCH_DATA:
      info->err->num_warnings++;
      return;
    case JWRN_JPEG_EOF:
      // Huffman decoders say so themselves if they run out of bits; arithmetic ones make some up.
      errors->has_no_end = true;
      if (((j_decompress_ptr)info)->arith_code) on_loss(info);
      return;
    default:
      on_loss(info);
  }
}

static void on_output(j_common_ptr info) { (void)info; }

static void on_progress(j_common_ptr info) {
  progress_manager *progress = (progress_manager *)info->progress;
  if (((j_decompress_ptr)info)->input_scan_number <= progress->maximum_scans) return;
  error_manager *errors = (error_manager *)info->err;
  snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "more than %d scans", progress->maximum_scans);
  errors->status = CJPEG_TOO_MANY_SCANS;
  longjmp(errors->escape, 1);
}

static struct jpeg_error_mgr *start(error_manager *errors, char *message) {
  struct jpeg_error_mgr *manager = jpeg_std_error(&errors->manager);
  manager->error_exit = on_error;
  manager->emit_message = on_message;
  manager->output_message = on_output;
  errors->allows_incomplete = false;
  errors->is_incomplete = false;
  errors->complete_rows = 0;
  errors->has_no_end = false;
  errors->status = CJPEG_OK;
  errors->message = message;
  message[0] = 0;
  return manager;
}

// Rows of CMYK to RGBA in place of a colour conversion. Adobe's files hold inverted values (255 is no ink).
static void convert_cmyk(const uint8_t *from, uint8_t *to, uint32_t width, bool inverted) {
  uint8_t flip = inverted ? 0 : 255;
  for (uint32_t x = 0; x < width; x++, from += 4, to += 4) {
    uint32_t black = from[3] ^ flip;
    for (int c = 0; c < 3; c++) to[c] = (uint8_t)(((from[c] ^ flip) * black + 127) / 255);
    to[3] = 255;
  }
}

static void convert_cmyk_to_gray(const uint8_t *from, uint8_t *to, uint32_t width, bool inverted) {
  uint8_t pixel[4];
  for (uint32_t x = 0; x < width; x++, from += 4) {
    convert_cmyk(from, pixel, 1, inverted);
    to[x] = (uint8_t)((pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29 + 128) >> 8);
  }
}

static void convert_cmyk_row(
  const uint8_t *from, uint8_t *to, uint32_t width, bool inverted, cjpeg_layout layout) {
  if (layout == CJPEG_GRAY) {
    convert_cmyk_to_gray(from, to, width, inverted);
  } else if (layout == CJPEG_CMYK) {
    uint8_t flip = inverted ? 255 : 0;
    for (size_t index = 0; index < 4 * (size_t)width; index++) to[index] = from[index] ^ flip;
  } else {
    convert_cmyk(from, to, width, inverted);
  }
}

// Whether every scan of a picture of several has been read: only then its end may go without saying.
static bool has_all_scans(j_decompress_ptr info) {
  if (!info->progressive_mode || !info->coef_bits) return false;
  for (int c = 0; c < info->num_components; c++) {
    for (int k = 0; k < DCTSIZE2; k++) {
      if (info->coef_bits[c][k] != 0) return false;
    }
  }
  return true;
}

// Narrows the rows to decode to the columns that are wanted, with room on both sides for what chroma is interpolated
// from. Returns the first column that is decoded.
static uint32_t crop(j_decompress_ptr info, const cjpeg_request *request) {
  if (request->x == 0 && request->columns == info->output_width) return 0;
  uint32_t block = (uint32_t)(info->max_h_samp_factor * info->min_DCT_scaled_size);
  JDIMENSION first = request->x > block ? request->x - block : 0;
  uint32_t end = request->x + request->columns + block;
  if (end > info->output_width) end = info->output_width;
  JDIMENSION width = end - first;
  jpeg_crop_scanline(info, &first, &width);
  return first;
}

// The calls that may jump; what the caller is to release is behind pointers.
static cjpeg_status decode(
  j_decompress_ptr info, error_manager *errors, const uint8_t *data, size_t count, const cjpeg_request *request,
  uint8_t *target, size_t row_bytes, uint8_t **scratch) {
  jpeg_mem_src(info, data, count);
  jpeg_read_header(info, TRUE);
  if (info->image_width != request->width || info->image_height != request->height) {
    snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "two frame headers of different sizes");
    return CJPEG_MALFORMED;
  }
  bool is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  if (request->layout == CJPEG_CMYK && !is_cmyk) {
    snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "four components that are no CMYK");
    return CJPEG_UNSUPPORTED;
  }
  info->out_color_space = is_cmyk ? JCS_CMYK : request->layout == CJPEG_GRAY ? JCS_GRAYSCALE : JCS_EXT_RGBA;
  info->scale_num = request->eighths;
  info->scale_denom = 8;
  jpeg_start_decompress(info);
  // All scans have been read by now.
  if (jpeg_has_multiple_scans(info) && errors->has_no_end && !has_all_scans(info)) {
    info->err->msg_code = JWRN_JPEG_EOF;
    on_loss((j_common_ptr)info);
  }
  uint32_t end = request->y + request->rows;
  if (request->x + request->columns > info->output_width || end > info->output_height) {
    snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "the decoder gives a smaller picture than asked for");
    return CJPEG_MALFORMED;
  }
  uint32_t first = crop(info, request);
  uint32_t components = (uint32_t)info->output_components;
  bool is_direct = !is_cmyk && info->output_width == request->columns;
  *scratch = malloc((size_t)info->output_width * components);
  if (!*scratch) {
    snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "out of memory");
    return CJPEG_OUT_OF_MEMORY;
  }
  // Rows are skipped up to the group before the first one wanted: chroma is interpolated from it.
  uint32_t group = (uint32_t)(info->max_v_samp_factor * info->min_DCT_scaled_size);
  uint32_t skipped = request->y / group > 1 ? (request->y / group - 1) * group : 0;
  if (skipped > 0) jpeg_skip_scanlines(info, skipped);
  while (info->output_scanline < end) {
    bool is_wanted = info->output_scanline >= request->y;
    uint8_t *row = is_wanted ? target + (size_t)(info->output_scanline - request->y) * row_bytes : *scratch;
    JSAMPROW output = is_direct && is_wanted ? row : *scratch;
    if (jpeg_read_scanlines(info, &output, 1) != 1) break;
    if (!is_wanted || is_direct) continue;
    const uint8_t *samples = *scratch + (size_t)(request->x - first) * components;
    if (is_cmyk) {
      convert_cmyk_row(samples, row, request->columns, info->saw_Adobe_marker, request->layout);
    } else {
      memcpy(row, samples, (size_t)request->columns * components);
    }
  }
  if (end == info->output_height) jpeg_finish_decompress(info);
  return CJPEG_OK;
}

// Where the last marker segment begins that is cut off by the data's end: a decoder stumbles over half a table, where it
// would show what came before it. 0 if there is none.
static size_t last_marker(const uint8_t *data, size_t count) {
  for (size_t at = count; at > 4; at--) {
    const uint8_t *byte = data + at - 2;
    if (byte[0] == 0xFF && byte[1] != 0 && byte[1] != 0xFF && (byte[1] & 0xF8) != 0xD0) return at - 2;
  }
  return 0;
}

static cjpeg_status attempt(
  const uint8_t *data, size_t count, const cjpeg_request *request, uint8_t *target, size_t row_bytes,
  cjpeg_outcome *outcome, char *message) {
  error_manager errors;
  progress_manager progress;
  struct jpeg_decompress_struct info;
  // Named outside the reach of longjmp.
  uint8_t **scratch = calloc(1, sizeof *scratch);
  if (!scratch) {
    snprintf(message, CJPEG_MESSAGE_LENGTH, "out of memory");
    return CJPEG_OUT_OF_MEMORY;
  }
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = start(&errors, message);
  errors.allows_incomplete = request->allows_incomplete;
  if (!setjmp(errors.escape)) {
    jpeg_create_decompress(&info);
    progress.manager.progress_monitor = on_progress;
    progress.maximum_scans = request->maximum_scans;
    info.progress = &progress.manager;
    errors.status = decode(&info, &errors, data, count, request, target, row_bytes, scratch);
  }
  outcome->is_incomplete = errors.is_incomplete;
  outcome->complete_rows = errors.is_incomplete ? errors.complete_rows : info.output_height;
  jpeg_destroy_decompress(&info);
  free(*scratch);
  free(scratch);
  return errors.status;
}

cjpeg_status cjpeg_decode(
  const uint8_t *data, size_t count, const cjpeg_request *request, uint8_t *target, size_t row_bytes,
  cjpeg_outcome *outcome, char message[CJPEG_MESSAGE_LENGTH]) {
  cjpeg_status status = attempt(data, count, request, target, row_bytes, outcome, message);
  if (status != CJPEG_MALFORMED || !request->allows_incomplete) return status;
  size_t end = last_marker(data, count);
  return end > 0 ? attempt(data, end, request, target, row_bytes, outcome, message) : status;
}

cjpeg_status cjpeg_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, cjpeg_layout layout, int quality,
  bool optimizes_huffman_tables, uint8_t **data, size_t *count, char message[CJPEG_MESSAGE_LENGTH]) {
  error_manager errors;
  struct jpeg_compress_struct info;
  // Named outside the reach of longjmp: libjpeg writes both through pointers and may have moved the buffer by then.
  struct { unsigned char *bytes; unsigned long count; } *output = calloc(1, sizeof *output);
  *data = NULL;
  *count = 0;
  memset(&info, 0, sizeof info);
  info.err = start(&errors, message);
  if (!output) {
    snprintf(message, CJPEG_MESSAGE_LENGTH, "out of memory");
    return CJPEG_OUT_OF_MEMORY;
  }
  if (setjmp(errors.escape)) {
    jpeg_destroy_compress(&info);
    free(output->bytes);
    free(output);
    return errors.status;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &output->bytes, &output->count);
  info.image_width = width;
  info.image_height = height;
  info.input_components = layout == CJPEG_GRAY ? 1 : 4;
  info.in_color_space = layout == CJPEG_GRAY ? JCS_GRAYSCALE : JCS_EXT_RGBX;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.write_JFIF_header = FALSE;
  info.write_Adobe_marker = FALSE;
  info.optimize_coding = optimizes_huffman_tables;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = (JSAMPROW)(rows + (size_t)info.next_scanline * row_bytes);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *data = output->bytes;
  *count = output->count;
  free(output);
  return CJPEG_OK;
}

void cjpeg_release(uint8_t *data) { free(data); }
