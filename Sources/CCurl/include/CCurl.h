// HTTP by libcurl, which is opened at first use. May be called from several threads.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Connections that are kept open between requests, one for each thread that asks at the same time.
typedef struct ccurl_client ccurl_client;

typedef enum {
  // There is an answer, whatever its status.
  CCURL_OK = 0,
  // The library is not installed.
  CCURL_MISSING = 1,
  // The address is none, or of another protocol than is allowed.
  CCURL_BAD_ADDRESS = 2,
  // The host's address is not one of the public network, and only those are allowed.
  CCURL_PRIVATE_ADDRESS = 3,
  CCURL_TOO_MANY_REDIRECTS = 4,
  // The answer is longer than allowed.
  CCURL_TOO_LONG = 5,
  CCURL_TIMEOUT = 6,
  // The server's certificate is not trusted.
  CCURL_NOT_TRUSTED = 7,
  // The host is not known.
  CCURL_UNKNOWN_HOST = 8,
  // The connection failed or broke off.
  CCURL_BROKEN = 9,
  CCURL_OUT_OF_MEMORY = 10,
} ccurl_status;

typedef struct {
  const char *method;
  const char *url;
  // "Name: value" each, NULL after the last.
  const char *const *headers;
  // NULL for none.
  const uint8_t *body;
  size_t body_count;
  // The size limit of the answer's body.
  size_t maximum_bytes;
  // For the whole request, for the connection, and without a byte.
  double seconds, connection_seconds, stall_seconds;
  // 0 returns redirects as they are.
  int maximum_redirects;
  bool allows_http;
  // Without, nobody but the public network is connected to, after each redirect too, and no proxy is used.
  bool allows_private_addresses;
} ccurl_request;

typedef struct {
  long status;
  // Also what came before a failure. Belongs to the caller until ccurl_release.
  uint8_t *body;
  size_t body_count;
  // The lines of the last answer's header, with their line ends, and a zero at the end; NULL for none.
  char *header;
  char message[256];
} ccurl_response;

// NULL where memory is short.
ccurl_client *ccurl_client_make(void);
void ccurl_client_release(ccurl_client *client);

// Sends a request and waits for the answer.
ccurl_status ccurl_perform(ccurl_client *client, const ccurl_request *request, ccurl_response *response);
void ccurl_release(ccurl_response *response);

// Whether an address of a socket (struct sockaddr) is one of the public network.
bool ccurl_is_public(const void *address, size_t length);

// The library's version; NULL with the reason in `message` where it is not there.
const char *ccurl_version(char message[256]);

#ifdef __cplusplus
}
#endif
