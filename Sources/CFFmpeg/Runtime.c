#include "Runtime.h"

#include "Concealment.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

Runtime cffmpeg_functions;

// The result of one call by `pthread_once`.
typedef struct Loading {
  pthread_once_t once;
  bool is_done;
  cffmpeg_message message;
} Loading;

static Loading codec_loading = {.once = PTHREAD_ONCE_INIT};
static Loading movie_loading = {.once = PTHREAD_ONCE_INIT};
static Loading camera_loading = {.once = PTHREAD_ONCE_INIT};

// The structs of FFmpeg keep their layout within a major version, so only the headers' own version can be loaded.
#define SONAME(library, major) "lib" #library ".so." AV_STRINGIFY(major)

#define OPEN(library, major, loading)                                                                        \
  void *library = dlopen(SONAME(library, major), RTLD_NOW | RTLD_LOCAL);                                     \
  if (library == NULL) {                                                                                     \
    const char *why = dlerror();                                                                             \
    cffmpeg_fail(                                                                                            \
        &loading.message, CFFMPEG_RUNTIME_MISSING, "%s", why != NULL ? why : SONAME(library, major));        \
    return;                                                                                                  \
  }
#define FIND(library, name, loading)                                                                         \
  cffmpeg_functions.name = (__typeof__(cffmpeg_functions.name))dlsym(library, #name);                                         \
  if (cffmpeg_functions.name == NULL) {                                                                      \
    cffmpeg_fail(&loading.message, CFFMPEG_RUNTIME_MISSING, "the library lib" #library " lacks " #name);     \
    return;                                                                                                  \
  }
#define FIND_FOR_CODECS(library, name) FIND(library, name, codec_loading)
#define FIND_FOR_MOVIES(library, name) FIND(library, name, movie_loading)
#define FIND_FOR_CAMERAS(library, name) FIND(library, name, camera_loading)

// The headers of libavdevice, which would state its major version, may be missing. It is the one that is released with
// this libavformat.
#define DEVICES_SONAME "libavdevice.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR)

static void load_codecs(void) {
  // If the program uses FFmpeg beside this module, the program configures FFmpeg's log. Otherwise errors are reported
  // by status alone.
  void *earlier = dlopen(SONAME(avutil, LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_NOLOAD);
  if (earlier != NULL) dlclose(earlier);
  OPEN(avutil, LIBAVUTIL_VERSION_MAJOR, codec_loading)
  OPEN(avcodec, LIBAVCODEC_VERSION_MAJOR, codec_loading)
  CFFMPEG_CODEC_FUNCTIONS(FIND_FOR_CODECS)
  if (earlier == NULL) {
    av()->av_log_set_level(AV_LOG_QUIET);
    av()->av_log_set_callback(concealment_on_log);
  }
  codec_loading.is_done = true;
}

static void load_movies(void) {
  if (cffmpeg_codec_runtime(&movie_loading.message) == NULL) return;
  OPEN(avutil, LIBAVUTIL_VERSION_MAJOR, movie_loading)
  OPEN(avcodec, LIBAVCODEC_VERSION_MAJOR, movie_loading)
  OPEN(avformat, LIBAVFORMAT_VERSION_MAJOR, movie_loading)
  OPEN(swscale, LIBSWSCALE_VERSION_MAJOR, movie_loading)
  OPEN(swresample, LIBSWRESAMPLE_VERSION_MAJOR, movie_loading)
  CFFMPEG_MOVIE_FUNCTIONS(FIND_FOR_MOVIES)
  CFFMPEG_WRITING_FUNCTIONS(FIND_FOR_MOVIES)
  movie_loading.is_done = true;
}

static void load_cameras(void) {
  if (cffmpeg_runtime(&camera_loading.message) == NULL) return;
  OPEN(avformat, LIBAVFORMAT_VERSION_MAJOR, camera_loading)
  void *devices = dlopen(DEVICES_SONAME, RTLD_NOW | RTLD_LOCAL);
  void (*register_all)(void) = devices == NULL ? NULL : (void (*)(void))dlsym(devices, "avdevice_register_all");
  if (register_all == NULL) {
    const char *why = dlerror();
    cffmpeg_fail(&camera_loading.message, CFFMPEG_RUNTIME_MISSING, "%s", why != NULL ? why : DEVICES_SONAME);
    return;
  }
  CFFMPEG_CAMERA_FUNCTIONS(FIND_FOR_CAMERAS)
  FIND_FOR_CAMERAS(devices, avdevice_list_input_sources)
  FIND_FOR_CAMERAS(devices, avdevice_free_list_devices)
  register_all();
  camera_loading.is_done = true;
}

static const Runtime *finish(const Loading *loading, cffmpeg_message *message) {
  if (loading->is_done) return &cffmpeg_functions;
  *message = loading->message;
  return NULL;
}

const Runtime *cffmpeg_codec_runtime(cffmpeg_message *message) {
  pthread_once(&codec_loading.once, load_codecs);
  return finish(&codec_loading, message);
}

const Runtime *cffmpeg_runtime(cffmpeg_message *message) {
  pthread_once(&movie_loading.once, load_movies);
  return finish(&movie_loading, message);
}

const Runtime *cffmpeg_camera_runtime(cffmpeg_message *message) {
  pthread_once(&camera_loading.once, load_cameras);
  return finish(&camera_loading, message);
}

cffmpeg_status cffmpeg_fail(cffmpeg_message *message, cffmpeg_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  message->system_error = 0;
  return status;
}

cffmpeg_status cffmpeg_fail_by(
    cffmpeg_message *message, cffmpeg_status status, int error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  // FFmpeg's own errors are four letters, far beyond those of the system.
  message->system_error = error < 0 && error > -4096 ? AVUNERROR(error) : 0;
  return status;
}

const char *cffmpeg_error_text(int error, cffmpeg_message *storage) {
  av()->av_strerror(error, storage->text, sizeof storage->text);
  return storage->text;
}
