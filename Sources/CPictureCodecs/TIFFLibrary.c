#include "TIFFLibrary.h"

TIFFFunctions tiff;
static Library library = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  OPEN(handle, "libtiff.so.6", library)
#define FIND_HERE(name) FIND(handle, tiff, name, library)
  TIFF_FUNCTIONS(FIND_HERE)
  library.is_there = true;
}

bool tiff_is_there(cpic_message *message) { return library_is_there(&library, open_library, message); }

cpic_status cpic_tiff_version(char version[32], cpic_message *message) {
  if (!tiff_is_there(message)) return CPIC_MISSING;
  // libtiff returns "LIBTIFF, Version 4.5.0", and a copyright on further lines.
  const char *words = tiff.TIFFGetVersion();
  const char *number = strstr(words, "Version ");
  snprintf(version, 32, "%.*s", (int)strcspn(number ? number + 8 : words, "\n"), number ? number + 8 : words);
  return CPIC_OK;
}

static tmsize_t on_read(thandle_t handle, void *target, tmsize_t count) {
  TIFFFile *file = handle;
  const uint8_t *bytes = file->input ? file->input : file->output;
  if (count < 0 || file->position >= file->count) return 0;
  uint64_t rest = file->count - file->position;
  uint64_t taken = (uint64_t)count < rest ? (uint64_t)count : rest;
  memcpy(target, bytes + file->position, taken);
  file->position += taken;
  return (tmsize_t)taken;
}

static tmsize_t on_write(thandle_t handle, void *source, tmsize_t count) {
  TIFFFile *file = handle;
  if (file->input || count < 0) return 0;
  uint64_t end = file->position + (uint64_t)count;
  if (end > file->capacity) {
    uint64_t capacity = end + end / 2 + 65536;
    uint8_t *output = realloc(file->output, capacity);
    if (output == NULL) {
      file->is_out_of_memory = true;
      return 0;
    }
    file->output = output;
    file->capacity = capacity;
  }
  if (file->position > file->count) memset(file->output + file->count, 0, file->position - file->count);
  memcpy(file->output + file->position, source, (size_t)count);
  file->position = end;
  if (end > file->count) file->count = end;
  return count;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  TIFFFile *file = handle;
  uint64_t base = whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->count : 0;
  file->position = base + offset;
  return file->position;
}

static toff_t on_size(thandle_t handle) { return ((TIFFFile *)handle)->count; }
static int on_close(thandle_t handle) {
  (void)handle;
  return 0;
}

// The whole file is in memory already.
static int on_map(thandle_t handle, void **base, toff_t *size) {
  TIFFFile *file = handle;
  if (file->input == NULL) return 0;
  *base = (void *)file->input;
  *size = file->count;
  return 1;
}
static void on_unmap(thandle_t handle, void *base, toff_t size) {
  (void)handle;
  (void)base;
  (void)size;
}

// A handler for each file: nothing is printed, and threads share no state.
static int on_error(TIFF *handle, void *user, const char *module, const char *format, va_list arguments) {
  (void)handle;
  (void)module;
  TIFFFile *file = user;
  if (!file->has_failed) vsnprintf(file->failure.text, sizeof file->failure.text, format, arguments);
  file->has_failed = true;
  // 1 keeps libtiff from calling the global handler too.
  return 1;
}
static int on_warning(TIFF *handle, void *user, const char *module, const char *format, va_list arguments) {
  (void)handle;
  (void)user;
  (void)module;
  (void)format;
  (void)arguments;
  return 1;
}

TIFF *tiff_open(TIFFFile *file, const char *mode, size_t memory_limit) {
  TIFFOpenOptions *options = tiff.TIFFOpenOptionsAlloc();
  if (options == NULL) {
    file->is_out_of_memory = true;
    return NULL;
  }
  tiff.TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, file);
  tiff.TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, file);
  if (memory_limit > 0) tiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)memory_limit);
  TIFF *handle = tiff.TIFFClientOpenExt(
      "file", mode, file, on_read, on_write, on_seek, on_close, on_size, on_map, on_unmap, options);
  tiff.TIFFOpenOptionsFree(options);
  if (handle == NULL && !file->has_failed) fail(&file->failure, CPIC_MALFORMED, "the TIFF header is damaged");
  return handle;
}
