#include "Runtime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

Runtime cffmpeg_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;
static cffmpeg_message load_message;

// The structs of FFmpeg keep their layout within a major version, so only that of the headers will do.
#define SONAME(library, major) "lib" #library ".so." AV_STRINGIFY(major)

static void load(void) {
  // A program that uses FFmpeg beside us has its own say about the log; otherwise errors are told by status alone.
  void *earlier = dlopen(SONAME(avutil, LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_NOLOAD);
  if (earlier != NULL) dlclose(earlier);

#define OPEN(library, major)                                                            \
  void *library = dlopen(SONAME(library, major), RTLD_NOW | RTLD_LOCAL);                \
  if (library == NULL) {                                                                \
    const char *why = dlerror();                                                        \
    cffmpeg_fail(&load_message, CFFMPEG_RUNTIME_MISSING, "%s", why != NULL ? why : SONAME(library, major)); \
    return;                                                                             \
  }
  OPEN(avutil, LIBAVUTIL_VERSION_MAJOR)
  OPEN(avcodec, LIBAVCODEC_VERSION_MAJOR)
  OPEN(avformat, LIBAVFORMAT_VERSION_MAJOR)
  OPEN(swscale, LIBSWSCALE_VERSION_MAJOR)
#undef OPEN

#define FIND(library, name)                                                                              \
  cffmpeg_functions.name = (__typeof__(&name))dlsym(library, #name);                                     \
  if (cffmpeg_functions.name == NULL) {                                                                  \
    cffmpeg_fail(&load_message, CFFMPEG_RUNTIME_MISSING, "the library lib" #library " lacks " #name);    \
    return;                                                                                              \
  }
  CFFMPEG_FUNCTIONS(FIND)
#undef FIND

  if (earlier == NULL) av()->av_log_set_level(AV_LOG_QUIET);
  is_loaded = true;
}

const Runtime *cffmpeg_runtime(cffmpeg_message *message) {
  pthread_once(&once, load);
  if (is_loaded) return &cffmpeg_functions;
  *message = load_message;
  return NULL;
}

cffmpeg_status cffmpeg_fail(cffmpeg_message *message, cffmpeg_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  return status;
}

const char *cffmpeg_words(int error, cffmpeg_message *storage) {
  av()->av_strerror(error, storage->text, sizeof storage->text);
  return storage->text;
}
