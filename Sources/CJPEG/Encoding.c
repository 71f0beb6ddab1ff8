#include "ErrorManager.h"

#include <stdlib.h>
#include <string.h>

// The calls that may jump. `*bytes` and `*count` are the coded data so far.
static void encode(
  j_compress_ptr info, const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, cjpeg_layout layout,
  int quality, bool optimizes_huffman_tables, unsigned char **bytes, unsigned long *count) {
  jpeg_mem_dest(info, bytes, count);
  info->image_width = width;
  info->image_height = height;
  info->input_components = layout == CJPEG_GRAY ? 1 : 4;
  info->in_color_space = layout == CJPEG_GRAY ? JCS_GRAYSCALE : JCS_EXT_RGBX;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, quality, TRUE);
  info->write_JFIF_header = FALSE;
  info->write_Adobe_marker = FALSE;
  info->optimize_coding = optimizes_huffman_tables;
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < info->image_height) {
    JSAMPROW row = (JSAMPROW)(rows + (size_t)info->next_scanline * row_bytes);
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
}

cjpeg_status cjpeg_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, cjpeg_layout layout, int quality,
  bool optimizes_huffman_tables, uint8_t **data, size_t *count, char message[CJPEG_MESSAGE_LENGTH]) {
  ErrorManager errors;
  struct jpeg_compress_struct info;
  // On the heap, because longjmp makes changed local variables indeterminate: libjpeg may have moved the buffer by
  // then.
  struct { unsigned char *bytes; unsigned long count; } *output = calloc(1, sizeof *output);
  *data = NULL;
  *count = 0;
  memset(&info, 0, sizeof info);
  info.err = cjpeg_start_errors(&errors, message);
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
  encode(
    &info, rows, row_bytes, width, height, layout, quality, optimizes_huffman_tables, &output->bytes, &output->count);
  jpeg_destroy_compress(&info);
  *data = output->bytes;
  *count = output->count;
  free(output);
  return CJPEG_OK;
}
