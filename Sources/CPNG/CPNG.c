#include "CPNG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

// The state that libpng's callbacks share with the functions here.
typedef struct {
  const uint8_t *input;
  size_t input_count;
  uint8_t *output;
  size_t output_count;
  size_t output_capacity;
  cpng_status status;
  char *message;
} session;

static void on_error(png_structp png, png_const_charp text) {
  session *s = png_get_error_ptr(png);
  if (s->status == CPNG_OK) s->status = CPNG_MALFORMED;
  snprintf(s->message, CPNG_MESSAGE_LENGTH, "%s", text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void on_read(png_structp png, png_bytep target, size_t count) {
  session *s = png_get_io_ptr(png);
  if (count > s->input_count) png_error(png, "the file ends too soon");
  memcpy(target, s->input, count);
  s->input += count;
  s->input_count -= count;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  session *s = png_get_io_ptr(png);
  if (count > s->output_capacity - s->output_count) {
    size_t capacity = s->output_capacity + s->output_capacity / 2 + count + 4096;
    uint8_t *output = realloc(s->output, capacity);
    if (!output) {
      s->status = CPNG_OUT_OF_MEMORY;
      png_error(png, "out of memory");
    }
    s->output = output;
    s->output_capacity = capacity;
  }
  memcpy(s->output + s->output_count, bytes, count);
  s->output_count += count;
}

static void on_flush(png_structp png) { (void)png; }

static bool is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1;
}

// The progress of decoding, behind a pointer, so that it is known after a longjmp.
typedef struct {
  bool has_started;
  bool is_last_pass;
  uint32_t row;
  // A whole row, if only some columns are requested.
  uint8_t *scratch;
} decoding;

// Reads the header, and sets the samples up that are requested. May jump. Returns the number of passes.
static int set_up_decoding(session *s, png_structp png, png_infop info, const cpng_request *request) {
  png_set_read_fn(png, s, on_read);
  png_set_user_limits(png, request->width, request->height);
  // libpng drops a buffer that it cannot fill, so a small one loses less at the end of a truncated file.
  if (request->allows_incomplete) png_set_compression_buffer_size(png, 64);
  // The caller reads the metadata. Here compressed text and profiles are skipped, however large they would become. All
  // chunks but tRNS are skipped, because libpng allocates memory for the stated length of some before it reads them.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != request->width || png_get_image_height(png, info) != request->height) {
    png_error(png, "two headers of different sizes");
  }
  if ((png_get_bit_depth(png, info) == 16) != request->is_16_bit) png_error(png, "two headers of different depths");
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, request->is_16_bit ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  if (request->is_16_bit && is_little_endian()) png_set_swap(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return passes;
}

// Reads the rows of a pass up to the last one that is requested. May jump.
static void read_pass(
  png_structp png, const cpng_request *request, bool is_interlaced, uint8_t *target, size_t row_bytes,
  decoding *state) {
  size_t pixel_bytes = request->is_16_bit ? 8 : 4, whole_bytes = request->width * pixel_bytes;
  uint32_t end = request->y + request->rows;
  uint32_t last = state->is_last_pass ? end : request->height;
  for (uint32_t y = 0; y < last; y++) {
    state->row = y;
    if (y < request->y || y >= end) {
      png_read_row(png, NULL, NULL);
      continue;
    }
    uint8_t *output = target + (size_t)(y - request->y) * row_bytes;
    uint8_t *row = output;
    if (state->scratch) row = state->scratch + (is_interlaced ? (y - request->y) * whole_bytes : 0);
    // In an incomplete interlaced picture, each pixel of a pass also fills the block to its right and below.
    bool fills_blocks = is_interlaced && request->allows_incomplete;
    png_read_row(png, fills_blocks ? NULL : row, fills_blocks ? row : NULL);
    if (state->scratch) memcpy(output, row + request->x * pixel_bytes, request->columns * pixel_bytes);
  }
}

// The calls that may jump; `s`, `png`, `info` and `state` do not change between setjmp and longjmp.
static cpng_status decode(
  session *s, png_structp png, png_infop info, const cpng_request *request, uint8_t *target, size_t row_bytes,
  decoding *state) {
  if (setjmp(png_jmpbuf(png))) return s->status;
  int passes = set_up_decoding(s, png, info, request);
  size_t pixel_bytes = request->is_16_bit ? 8 : 4;
  size_t whole_bytes = png_get_rowbytes(png, info);
  if (whole_bytes != request->width * pixel_bytes) png_error(png, "rows of unexpected length");
  if (request->columns * pixel_bytes > row_bytes) png_error(png, "rows of unexpected length");

  uint32_t end = request->y + request->rows;
  bool is_direct = request->columns == request->width;
  // Each pass of an interlaced picture adds to the pixels of the row.
  bool is_interlaced = passes > 1;
  if (!is_direct) {
    state->scratch = calloc(is_interlaced ? request->rows : 1, whole_bytes);
    if (!state->scratch) {
      s->status = CPNG_OUT_OF_MEMORY;
      png_error(png, "out of memory");
    }
  }
  state->has_started = true;
  for (int pass = 0; pass < passes; pass++) {
    state->is_last_pass = pass == passes - 1;
    read_pass(png, request, is_interlaced, target, row_bytes, state);
  }
  state->row = end;
  if (end == request->height) png_read_end(png, NULL);
  return CPNG_OK;
}

cpng_status cpng_decode(
  const uint8_t *data, size_t count, const cpng_request *request, uint8_t *target, size_t row_bytes,
  cpng_outcome *outcome, char message[CPNG_MESSAGE_LENGTH]) {
  session s = {.input = data, .input_count = count, .status = CPNG_OK, .message = message};
  decoding state = {.has_started = false};
  snprintf(message, CPNG_MESSAGE_LENGTH, "out of memory");
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &s, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  cpng_status status = CPNG_OUT_OF_MEMORY;
  if (info) status = decode(&s, png, info, request, target, row_bytes, &state);
  png_destroy_read_struct(&png, &info, NULL);
  free(state.scratch);
  outcome->is_incomplete = false;
  outcome->complete_rows = request->height;
  // An error after the last row loses nothing of the picture.
  if (status == CPNG_MALFORMED && request->allows_incomplete && state.has_started) {
    outcome->is_incomplete = state.row < request->y + request->rows;
    outcome->complete_rows = state.is_last_pass ? state.row : 0;
    status = CPNG_OK;
  }
  return status;
}

static cpng_status encode(
  session *s, png_structp png, png_infop info, const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height,
  int components, bool is_16_bit, bool has_alpha, const cpng_chunk *chunks, size_t chunk_count) {
  if (setjmp(png_jmpbuf(png))) return s->status;
  png_set_write_fn(png, s, on_write, on_flush);
  png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
  int type = components == 1 ? PNG_COLOR_TYPE_GRAY : has_alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(
    png, info, width, height, is_16_bit ? 16 : 8, type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
    PNG_FILTER_TYPE_DEFAULT);
  // Higher levels of zlib take more time without smaller files; these two filters suit photos.
  png_set_compression_level(png, 4);
  png_set_filter(png, 0, PNG_FILTER_SUB | PNG_FILTER_UP);
  png_write_info(png, info);
  for (size_t i = 0; i < chunk_count; i++) {
    png_write_chunk(png, (png_const_bytep)chunks[i].type, chunks[i].data, chunks[i].count);
  }
  if (components == 4 && !has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
  if (is_16_bit && is_little_endian()) png_set_swap(png);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, rows + (size_t)y * row_bytes);
  png_write_end(png, NULL);
  return CPNG_OK;
}

cpng_status cpng_encode(
  const uint8_t *rows, size_t row_bytes, uint32_t width, uint32_t height, int components, bool is_16_bit, bool has_alpha,
  const cpng_chunk *chunks, size_t chunk_count, uint8_t **data, size_t *count, char message[CPNG_MESSAGE_LENGTH]) {
  session s = {.status = CPNG_OK, .message = message};
  snprintf(message, CPNG_MESSAGE_LENGTH, "out of memory");
  *data = NULL;
  *count = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &s, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  cpng_status status = CPNG_OUT_OF_MEMORY;
  if (info) {
    status = encode(
      &s, png, info, rows, row_bytes, width, height, components, is_16_bit, has_alpha, chunks, chunk_count);
  }
  png_destroy_write_struct(&png, &info);
  if (status == CPNG_OK) {
    *data = s.output;
    *count = s.output_count;
  } else {
    free(s.output);
  }
  return status;
}

cpng_status cpng_deflate(const uint8_t *bytes, size_t byte_count, uint8_t **data, size_t *count) {
  *data = NULL;
  *count = 0;
  uLongf length = compressBound(byte_count);
  uint8_t *output = malloc(length);
  if (!output || compress2(output, &length, bytes, byte_count, 9) != Z_OK) {
    free(output);
    return CPNG_OUT_OF_MEMORY;
  }
  *data = output;
  *count = length;
  return CPNG_OK;
}

// Doubles the room for inflated bytes, up to one byte more than the limit, so that a stream of exactly the limit
// reaches its end.
static cpng_status grow(uint8_t **bytes, size_t *capacity, size_t limit) {
  if (*capacity > limit) return CPNG_TOO_LARGE;
  size_t grown = *capacity ? *capacity * 2 : 4096;
  if (grown > limit + 1) grown = limit + 1;
  uint8_t *larger = realloc(*bytes, grown);
  if (!larger) return CPNG_OUT_OF_MEMORY;
  *bytes = larger;
  *capacity = grown;
  return CPNG_OK;
}

cpng_status cpng_inflate(const uint8_t *bytes, size_t byte_count, size_t limit, uint8_t **data, size_t *count) {
  *data = NULL;
  *count = 0;
  if (byte_count > 0x7FFFFFFF) return CPNG_TOO_LARGE;
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)byte_count;
  if (inflateInit(&stream) != Z_OK) return CPNG_OUT_OF_MEMORY;
  uint8_t *output = NULL;
  size_t capacity = 0, length = 0;
  cpng_status status = CPNG_OK;
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (length == capacity) {
      status = grow(&output, &capacity, limit);
      if (status != CPNG_OK) break;
    }
    size_t room = capacity - length;
    stream.next_out = output + length;
    stream.avail_out = room > 0x40000000 ? 0x40000000 : (uInt)room;
    uInt before = stream.avail_out;
    state = inflate(&stream, Z_NO_FLUSH);
    length += before - stream.avail_out;
    // If there is no progress, the input ends before the stream does.
    if ((state != Z_OK && state != Z_STREAM_END) || (state == Z_OK && before == stream.avail_out)) {
      status = CPNG_MALFORMED;
      break;
    }
  }
  inflateEnd(&stream);
  if (status == CPNG_OK && length > limit) status = CPNG_TOO_LARGE;
  if (status != CPNG_OK) {
    free(output);
    return status;
  }
  *data = output;
  *count = length;
  return CPNG_OK;
}

void cpng_release(uint8_t *data) { free(data); }
