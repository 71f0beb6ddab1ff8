#include "CCurl.h"

#include "CurlFunctions.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// The most handles that are kept for later requests, each with its open connections, and the most bytes of a header.
enum { maximum_idle = 64, maximum_header = 256 << 10 };

struct ccurl_client {
  pthread_mutex_t lock;
  CURL *idle[maximum_idle];
  int count;
};

typedef struct {
  const ccurl_request *request;
  ccurl_response *response;
  size_t body_capacity, header_count, header_capacity;
  bool is_too_long, is_out_of_memory, is_refused;
} Exchange;

ccurl_client *ccurl_client_make(void) {
  ccurl_client *client = calloc(1, sizeof *client);
  if (client != NULL) pthread_mutex_init(&client->lock, NULL);
  return client;
}

void ccurl_client_release(ccurl_client *client) {
  if (client == NULL) return;
  const char *reason;
  const CurlFunctions *curl = client->count > 0 ? ccurl_functions(&reason) : NULL;
  for (int i = 0; curl != NULL && i < client->count; i++) curl->curl_easy_cleanup(client->idle[i]);
  pthread_mutex_destroy(&client->lock);
  free(client);
}

void ccurl_release(ccurl_response *response) {
  free(response->body);
  free(response->header);
  response->body = NULL;
  response->header = NULL;
}

static CURL *take(ccurl_client *client, const CurlFunctions *curl) {
  pthread_mutex_lock(&client->lock);
  CURL *handle = client->count > 0 ? client->idle[--client->count] : NULL;
  pthread_mutex_unlock(&client->lock);
  return handle != NULL ? handle : curl->curl_easy_init();
}

static void give_back(ccurl_client *client, const CurlFunctions *curl, CURL *handle) {
  curl->curl_easy_reset(handle);
  pthread_mutex_lock(&client->lock);
  bool is_kept = client->count < maximum_idle;
  if (is_kept) client->idle[client->count++] = handle;
  pthread_mutex_unlock(&client->lock);
  if (!is_kept) curl->curl_easy_cleanup(handle);
}

// Makes room for `more` bytes and a terminating zero after the first `count`.
static bool reserve(void **bytes, size_t *capacity, size_t count, size_t more) {
  if (more >= SIZE_MAX / 4 || count >= SIZE_MAX / 4) return false;
  if (count + more + 1 <= *capacity) return true;
  size_t wanted = *capacity * 2 > count + more + 1 ? *capacity * 2 : count + more + 1;
  void *larger = realloc(*bytes, wanted);
  if (larger == NULL) return false;
  *bytes = larger;
  *capacity = wanted;
  return true;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  Exchange *exchange = context;
  ccurl_response *response = exchange->response;
  count *= size;
  if (count > exchange->request->maximum_bytes - response->body_count) {
    exchange->is_too_long = true;
    return 0;
  }
  void *body = response->body;
  if (!reserve(&body, &exchange->body_capacity, response->body_count, count)) {
    exchange->is_out_of_memory = true;
    return 0;
  }
  response->body = body;
  memcpy(response->body + response->body_count, bytes, count);
  response->body_count += count;
  return count;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  Exchange *exchange = context;
  ccurl_response *response = exchange->response;
  count *= size;
  // A new response begins, as after a redirect or "100 Continue": the earlier one is dropped.
  if (count >= 5 && strncasecmp(bytes, "HTTP/", 5) == 0) {
    exchange->header_count = 0;
    response->body_count = 0;
  }
  if (count > (size_t)maximum_header - exchange->header_count) {
    exchange->is_too_long = true;
    return 0;
  }
  void *header = response->header;
  if (!reserve(&header, &exchange->header_capacity, exchange->header_count, count)) {
    exchange->is_out_of_memory = true;
    return 0;
  }
  response->header = header;
  memcpy(response->header + exchange->header_count, bytes, count);
  exchange->header_count += count;
  response->header[exchange->header_count] = 0;
  return count;
}

// libcurl calls this with each address that it connects to, after name resolution and after each redirect.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  Exchange *exchange = context;
  if (!exchange->request->allows_private_addresses && !ccurl_is_public(&address->addr, address->addrlen)) {
    exchange->is_refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static ccurl_status status_of(CURLcode code, const Exchange *exchange) {
  if (exchange->is_out_of_memory) return CCURL_OUT_OF_MEMORY;
  if (exchange->is_too_long) return CCURL_TOO_LONG;
  switch (code) {
    case CURLE_OK: return CCURL_OK;
    case CURLE_UNSUPPORTED_PROTOCOL: return CCURL_PROTOCOL_NOT_ALLOWED;
    case CURLE_URL_MALFORMAT: return CCURL_BAD_ADDRESS;
    case CURLE_TOO_MANY_REDIRECTS: return CCURL_TOO_MANY_REDIRECTS;
    case CURLE_FILESIZE_EXCEEDED: return CCURL_TOO_LONG;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMEOUT;
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_PEER_FAILED_VERIFICATION: return CCURL_NOT_TRUSTED;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_UNKNOWN_HOST;
    case CURLE_OUT_OF_MEMORY: return CCURL_OUT_OF_MEMORY;
    case CURLE_COULDNT_CONNECT: return exchange->is_refused ? CCURL_PRIVATE_ADDRESS : CCURL_BROKEN;
    default: return CCURL_BROKEN;
  }
}

static long milliseconds(double seconds) {
  if (!(seconds > 0)) return 0;
  return seconds < 1e6 ? (long)(seconds * 1000 + 0.5) : 1000000000L;
}

// Sets all options. Returns false if the library does not know one of them, because then a limit would not hold.
static bool prepare(
    const CurlFunctions *curl, CURL *handle, const ccurl_request *request, Exchange *exchange,
    struct curl_slist *headers, char *error) {
  const char *protocols = request->allows_http ? "http,https" : "https";
  bool is_head = strcmp(request->method, "HEAD") == 0;
  size_t limit = request->maximum_bytes < (size_t)INT64_MAX ? request->maximum_bytes : (size_t)INT64_MAX;
  bool ok = true;
#define SET(option, value) ok = curl->curl_easy_setopt(handle, option, value) == CURLE_OK && ok
  SET(CURLOPT_ERRORBUFFER, error);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_PROTOCOLS_STR, protocols);
  SET(CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  SET(CURLOPT_URL, request->url);
  // ".." in an object's key is an ordinary name, which is signed as it is.
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_FOLLOWLOCATION, request->maximum_redirects > 0 ? 1L : 0L);
  SET(CURLOPT_MAXREDIRS, (long)request->maximum_redirects);
  SET(CURLOPT_TIMEOUT_MS, milliseconds(request->seconds));
  SET(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request->connection_seconds));
  if (request->stall_seconds > 0) {
    SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
    SET(CURLOPT_LOW_SPEED_TIME, (long)(request->stall_seconds + 0.999));
  }
  if (!is_head) SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)limit);
  SET(CURLOPT_WRITEFUNCTION, receive_body);
  SET(CURLOPT_WRITEDATA, exchange);
  SET(CURLOPT_HEADERFUNCTION, receive_header);
  SET(CURLOPT_HEADERDATA, exchange);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, exchange);
  // A proxy would hide the address of the host.
  if (!request->allows_private_addresses) SET(CURLOPT_PROXY, "");
  if (is_head) {
    SET(CURLOPT_NOBODY, 1L);
  } else if (request->body_count > 0 || strcmp(request->method, "GET") != 0) {
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
    SET(CURLOPT_POSTFIELDS, request->body_count > 0 ? (const char *)request->body : "");
    SET(CURLOPT_CUSTOMREQUEST, request->method);
  }
#undef SET
  return ok;
}

ccurl_status ccurl_perform(ccurl_client *client, const ccurl_request *request, ccurl_response *response) {
  memset(response, 0, sizeof *response);
  const char *reason;
  const CurlFunctions *curl = ccurl_functions(&reason);
  if (curl == NULL) {
    snprintf(response->message, sizeof response->message, "%s", reason);
    return CCURL_MISSING;
  }
  struct curl_slist *headers = NULL;
  for (const char *const *header = request->headers; header != NULL && *header != NULL; header++) {
    struct curl_slist *longer = curl->curl_slist_append(headers, *header);
    if (longer == NULL) {
      curl->curl_slist_free_all(headers);
      return CCURL_OUT_OF_MEMORY;
    }
    headers = longer;
  }
  CURL *handle = take(client, curl);
  if (handle == NULL) {
    curl->curl_slist_free_all(headers);
    return CCURL_OUT_OF_MEMORY;
  }
  Exchange exchange = {.request = request, .response = response};
  char error[CURL_ERROR_SIZE] = "";
  ccurl_status status = CCURL_MISSING;
  if (prepare(curl, handle, request, &exchange, headers, error)) {
    CURLcode code = curl->curl_easy_perform(handle);
    curl->curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &response->status);
    status = status_of(code, &exchange);
    if (code != CURLE_OK) {
      snprintf(response->message, sizeof response->message, "%s", error[0] ? error : curl->curl_easy_strerror(code));
    }
  } else {
    snprintf(response->message, sizeof response->message, "libcurl is older than 7.85");
  }
  give_back(client, curl, handle);
  curl->curl_slist_free_all(headers);
  return status;
}
