// HTTP requests with libcurl, which is opened at first use. Functions may be called from several threads.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A pool of connections that stay open between requests. Threads may share it.
typedef struct ccurl_client ccurl_client;

typedef enum {
  // A response was received, whatever its status code.
  CCURL_OK = 0,
  // The library is not installed.
  CCURL_MISSING = 1,
  // The URL is invalid.
  CCURL_BAD_ADDRESS = 2,
  // The host's address is not public, and only public ones are allowed.
  CCURL_PRIVATE_ADDRESS = 3,
  CCURL_TOO_MANY_REDIRECTS = 4,
  // The response is larger than allowed.
  CCURL_TOO_LONG = 5,
  CCURL_TIMEOUT = 6,
  // The server's certificate is not trusted.
  CCURL_NOT_TRUSTED = 7,
  // The host name cannot be resolved.
  CCURL_UNKNOWN_HOST = 8,
  // The connection failed or was closed.
  CCURL_BROKEN = 9,
  CCURL_OUT_OF_MEMORY = 10,
  // The protocol of the URL, or of a redirect, is not allowed.
  CCURL_PROTOCOL_NOT_ALLOWED = 11,
} ccurl_status;

typedef struct {
  const char *method;
  const char *url;
  // "Name: value" each; NULL after the last.
  const char *const *headers;
  // NULL for none.
  const uint8_t *body;
  size_t body_count;
  // The most bytes of the response's body.
  size_t maximum_bytes;
  // Time limits in seconds: for the whole request, for connecting, and without data. 0 for none; for
  // connecting, libcurl's default.
  double seconds, connection_seconds, stall_seconds;
  // 0 to return redirects as responses.
  int maximum_redirects;
  bool allows_http;
  // If false, only hosts with public addresses are connected to, also after each redirect, and no proxy is used.
  bool allows_private_addresses;
} ccurl_request;

typedef struct {
  long status;
  // The body, also as far as it was received before a failure. The caller frees it with ccurl_release.
  uint8_t *body;
  size_t body_count;
  // The header lines of the last response, with their line ends and a terminating zero; NULL for none.
  char *header;
  char message[256];
} ccurl_response;

// Creates a pool. The caller frees it with ccurl_client_release, after all its requests have returned. NULL if memory
// is short.
ccurl_client *ccurl_client_make(void);
void ccurl_client_release(ccurl_client *client);

// Sends a request and waits for the response. The caller calls ccurl_release, also on failure; `response->message` is
// then libcurl's reason, or empty.
ccurl_status ccurl_perform(ccurl_client *client, const ccurl_request *request, ccurl_response *response);
void ccurl_release(ccurl_response *response);

// Whether a socket address (struct sockaddr) is public.
bool ccurl_is_public(const void *address, size_t length);

// The library's version, a static string; NULL with the reason in `message` if the library is missing.
const char *ccurl_version(char message[256]);

#ifdef __cplusplus
}
#endif
