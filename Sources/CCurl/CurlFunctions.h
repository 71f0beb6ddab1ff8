// The library's functions that are used, found at first use.
#pragma once

// The macros that check types would stand in the way of functions of the same names.
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

// NULL with the reason in `*reason` where the library is not there.
const CurlFunctions *ccurl_functions(const char **reason);
