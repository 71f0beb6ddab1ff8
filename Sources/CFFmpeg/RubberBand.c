#include "RubberBand.h"

#include "Runtime.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static RubberBand functions;
static bool is_loaded;
static cffmpeg_message reason;

static void load(void) {
  void *library = dlopen("librubberband.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *why = dlerror();
    cffmpeg_fail(&reason, CFFMPEG_RUNTIME_MISSING, "%s", why != NULL ? why : "librubberband.so.2");
    return;
  }
#define FIND(name)                                                                                    \
  functions.name = (__typeof__(functions.name))dlsym(library, #name);                                 \
  if (functions.name == NULL) {                                                                       \
    cffmpeg_fail(&reason, CFFMPEG_RUNTIME_MISSING, "the library librubberband lacks " #name);         \
    return;                                                                                           \
  }
  FIND(rubberband_new)
  FIND(rubberband_delete)
  FIND(rubberband_set_max_process_size)
  FIND(rubberband_study)
  FIND(rubberband_process)
  FIND(rubberband_available)
  FIND(rubberband_retrieve)
  FIND(rubberband_set_default_debug_level)
#undef FIND
  // At level 0 it writes warnings to standard error.
  functions.rubberband_set_default_debug_level(-1);
  is_loaded = true;
}

const RubberBand *rubberband(cffmpeg_message *message) {
  pthread_once(&once, load);
  if (!is_loaded) *message = reason;
  return is_loaded ? &functions : NULL;
}
