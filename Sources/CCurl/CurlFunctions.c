#include "CurlFunctions.h"

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CurlFunctions functions;
static bool is_there;
static char why[256];

static void open_library(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(why, sizeof why, "%s", reason != NULL ? reason : "libcurl.so.4 is not there");
    return;
  }
#define FIND(name)                                                                                                   \
  functions.name = (__typeof__(&name))dlsym(handle, #name);                                                          \
  if (functions.name == NULL) {                                                                                      \
    snprintf(why, sizeof why, "libcurl.so.4 lacks %s", #name);                                                       \
    return;                                                                                                          \
  }
  CURL_FUNCTIONS(FIND)
#undef FIND
  if (functions.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(why, sizeof why, "libcurl cannot get ready");
    return;
  }
  is_there = true;
}

const CurlFunctions *ccurl_functions(const char **reason) {
  pthread_once(&once, open_library);
  *reason = is_there ? NULL : why;
  return is_there ? &functions : NULL;
}

const char *ccurl_version(char message[256]) {
  const char *reason;
  const CurlFunctions *curl = ccurl_functions(&reason);
  if (curl != NULL) return curl->curl_version();
  snprintf(message, 256, "%s", reason);
  return NULL;
}
