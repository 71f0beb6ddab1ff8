// The functions of libcurl that are called, resolved at first use.
#pragma once

// curl.h's type-checking macros have the names of functions.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define CURL_FUNCTIONS(DO)                                                                                           \
  DO(curl_global_init)                                                                                               \
  DO(curl_version)                                                                                                   \
  DO(curl_easy_init)                                                                                                 \
  DO(curl_easy_setopt)                                                                                               \
  DO(curl_easy_getinfo)                                                                                              \
  DO(curl_easy_perform)                                                                                              \
  DO(curl_easy_reset)                                                                                                \
  DO(curl_easy_cleanup)                                                                                              \
  DO(curl_easy_strerror)                                                                                             \
  DO(curl_slist_append)                                                                                              \
  DO(curl_slist_free_all)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
  CURL_FUNCTIONS(MEMBER)
} CurlFunctions;
#undef MEMBER

// The functions; NULL with the reason in `*reason` if the library is missing. May be called from any thread.
const CurlFunctions *ccurl_functions(const char **reason);
