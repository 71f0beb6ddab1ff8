#include "Libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static Libraries libraries;
static bool is_there;
static char reason[256];

// Opens a library; if it is missing, records the reason and returns from the calling function.
#define OPEN(handle, soname, package)                                                                        \
  void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);                                                      \
  if (handle == NULL) {                                                                                      \
    snprintf(reason, sizeof reason, "%s is not installed: install Debian's %s", soname, package);            \
    return;                                                                                                  \
  }

#define FIND(handle, name)                                                                                   \
  libraries.name = (__typeof__(&name))dlsym(handle, #name);                                                  \
  if (libraries.name == NULL) {                                                                              \
    snprintf(reason, sizeof reason, "the library lacks %s", #name);                                          \
    return;                                                                                                  \
  }

static void open_libraries(void) {
  OPEN(freetype, "libfreetype.so.6", "libfreetype6")
  OPEN(harfbuzz, "libharfbuzz.so.0", "libharfbuzz0b")
  OPEN(fribidi, "libfribidi.so.0", "libfribidi0")
  OPEN(fontconfig, "libfontconfig.so.1", "libfontconfig1")
#define FIND_FREETYPE(name) FIND(freetype, name)
#define FIND_HARFBUZZ(name) FIND(harfbuzz, name)
#define FIND_FRIBIDI(name) FIND(fribidi, name)
#define FIND_FONTCONFIG(name) FIND(fontconfig, name)
  FREETYPE_FUNCTIONS(FIND_FREETYPE)
  HARFBUZZ_FUNCTIONS(FIND_HARFBUZZ)
  FRIBIDI_FUNCTIONS(FIND_FRIBIDI)
  FONTCONFIG_FUNCTIONS(FIND_FONTCONFIG)
  is_there = true;
}

const Libraries *ctext_libraries(char *message) {
  pthread_once(&once, open_libraries);
  if (is_there) return &libraries;
  snprintf(message, 256, "%s", reason);
  return NULL;
}
