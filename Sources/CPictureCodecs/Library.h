// Opens libraries at first use.
#pragma once

#include "PictureStatus.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The state of a library that is opened once.
typedef struct {
  pthread_once_t once;
  bool is_there;
  cpic_message message;
} Library;

// Writes a message and returns `status`.
__attribute__((format(printf, 3, 4))) static inline cpic_status fail(
    cpic_message *message, cpic_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  return status;
}

// Opens a library at the first call, by a function that records the outcome. Returns false with a message if the
// library is missing. May be called from any thread.
static inline bool library_is_there(Library *library, void (*open)(void), cpic_message *message) {
  pthread_once(&library->once, open);
  if (!library->is_there) *message = library->message;
  return library->is_there;
}

// Opens a library; if it is missing, records the reason and returns from the calling function.
#define OPEN(handle, soname, library)                                                      \
  void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);                                    \
  if (handle == NULL) {                                                                    \
    const char *why = dlerror();                                                           \
    fail(&(library).message, CPIC_MISSING, "%s", why != NULL ? why : soname);              \
    return;                                                                                \
  }

// Resolves a function; if it is missing, records the reason and returns from the calling function.
#define FIND(handle, functions, name, library)                                             \
  (functions).name = (__typeof__(&name))dlsym(handle, #name);                              \
  if ((functions).name == NULL) {                                                          \
    fail(&(library).message, CPIC_MISSING, "the library lacks %s", #name);                 \
    return;                                                                                \
  }

#define MEMBER(name) __typeof__(&name) name;

// Copies bytes to `target`. Does nothing if there are none.
static inline cpic_status copy(const void *bytes, size_t count, cpic_data *target, cpic_message *message) {
  if (bytes == NULL || count == 0) return CPIC_OK;
  target->bytes = malloc(count);
  if (target->bytes == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  memcpy(target->bytes, bytes, count);
  target->count = count;
  return CPIC_OK;
}
