#include "CMYK.h"
#include "ErrorManager.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// Whether all scans of a progressive picture have been read. Only then a missing end marker loses nothing.
static bool has_all_scans(j_decompress_ptr info) {
  if (!info->progressive_mode || !info->coef_bits) return false;
  for (int c = 0; c < info->num_components; c++) {
    for (int k = 0; k < DCTSIZE2; k++) {
      if (info->coef_bits[c][k] != 0) return false;
    }
  }
  return true;
}

// Restricts decoding to the requested columns, with a block on either side from which chroma is interpolated. Returns
// the first column that is decoded.
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

// Reads the header, and begins to decode in the requested colours and size. May jump.
static cjpeg_status start(
  j_decompress_ptr info, ErrorManager *errors, const uint8_t *data, size_t count, const cjpeg_request *request) {
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
  // All scans have been read here.
  if (jpeg_has_multiple_scans(info) && errors->has_no_end && !has_all_scans(info)) {
    info->err->msg_code = JWRN_JPEG_EOF;
    cjpeg_note_loss((j_common_ptr)info);
  }
  if (request->x + request->columns > info->output_width || request->y + request->rows > info->output_height) {
    snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "the decoder gives a smaller picture than asked for");
    return CJPEG_MALFORMED;
  }
  return CJPEG_OK;
}

// The calls that may jump. Memory that the caller frees is behind pointers, so that it is known after a jump.
static cjpeg_status decode(
  j_decompress_ptr info, ErrorManager *errors, const uint8_t *data, size_t count, const cjpeg_request *request,
  uint8_t *target, size_t row_bytes, uint8_t **scratch) {
  cjpeg_status status = start(info, errors, data, count, request);
  if (status != CJPEG_OK) return status;
  uint32_t end = request->y + request->rows;
  uint32_t first = crop(info, request);
  bool is_cmyk = info->out_color_space == JCS_CMYK;
  uint32_t components = (uint32_t)info->output_components;
  bool is_direct = !is_cmyk && info->output_width == request->columns;
  *scratch = malloc((size_t)info->output_width * components);
  if (!*scratch) {
    snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "out of memory");
    return CJPEG_OUT_OF_MEMORY;
  }
  // Rows are skipped up to the group before the first requested one: chroma is interpolated from it.
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
      cjpeg_convert_cmyk_row(samples, row, request->columns, info->saw_Adobe_marker, request->layout);
    } else {
      memcpy(row, samples, (size_t)request->columns * components);
    }
  }
  if (end == info->output_height) jpeg_finish_decompress(info);
  return CJPEG_OK;
}

// The position of the last marker segment, which the end of the data may truncate. A decoder fails at half a table,
// although it could return what came before. 0 if there is none.
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
  ErrorManager errors;
  ProgressManager progress;
  struct jpeg_decompress_struct info;
  // On the heap, because longjmp makes changed local variables indeterminate.
  uint8_t **scratch = calloc(1, sizeof *scratch);
  if (!scratch) {
    snprintf(message, CJPEG_MESSAGE_LENGTH, "out of memory");
    return CJPEG_OUT_OF_MEMORY;
  }
  memset(&info, 0, sizeof info);
  info.err = cjpeg_start_errors(&errors, message);
  errors.allows_incomplete = request->allows_incomplete;
  if (!setjmp(errors.escape)) {
    jpeg_create_decompress(&info);
    cjpeg_limit_scans(&progress, request->maximum_scans, &info);
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

void cjpeg_release(uint8_t *data) { free(data); }
