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

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    // Odd, but nothing of the picture is lost.
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_TOO_MUCH_DATA:
      info->err->num_warnings++;
      return;
    default:
      fail(info, CJPEG_MALFORMED);
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

cjpeg_status cjpeg_decode(
  const uint8_t *data, size_t count, uint32_t width, uint32_t height, cjpeg_layout layout, uint8_t *rows,
  size_t row_bytes, int maximum_scans, char message[CJPEG_MESSAGE_LENGTH]) {
  error_manager errors;
  progress_manager progress;
  struct jpeg_decompress_struct info;
  uint8_t *volatile scratch = NULL;
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = start(&errors, message);
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    free(scratch);
    return errors.status;
  }
  jpeg_create_decompress(&info);
  progress.manager.progress_monitor = on_progress;
  progress.maximum_scans = maximum_scans;
  info.progress = &progress.manager;
  jpeg_mem_src(&info, data, count);
  jpeg_read_header(&info, TRUE);
  if (info.image_width != width || info.image_height != height) {
    snprintf(message, CJPEG_MESSAGE_LENGTH, "two frame headers of different sizes");
    jpeg_destroy_decompress(&info);
    return CJPEG_MALFORMED;
  }
  bool is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  if (is_cmyk) {
    info.out_color_space = JCS_CMYK;
    scratch = malloc((size_t)width * 4);
    if (!scratch) {
      snprintf(message, CJPEG_MESSAGE_LENGTH, "out of memory");
      jpeg_destroy_decompress(&info);
      return CJPEG_OUT_OF_MEMORY;
    }
  } else {
    info.out_color_space = layout == CJPEG_GRAY ? JCS_GRAYSCALE : JCS_EXT_RGBA;
  }
  jpeg_start_decompress(&info);
  while (info.output_scanline < info.output_height) {
    uint8_t *row = rows + (size_t)info.output_scanline * row_bytes;
    JSAMPROW target = is_cmyk ? scratch : row;
    if (jpeg_read_scanlines(&info, &target, 1) != 1) break;
    if (!is_cmyk) continue;
    if (layout == CJPEG_GRAY) {
      convert_cmyk_to_gray(scratch, row, width, info.saw_Adobe_marker);
    } else {
      convert_cmyk(scratch, row, width, info.saw_Adobe_marker);
    }
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(scratch);
  return CJPEG_OK;
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
