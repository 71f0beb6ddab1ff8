#include "CQRCode.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// The used part of qrencode.h, which is stable within the library's soname.
typedef struct {
  int version;
  int width;
  unsigned char *data;
} QRcode;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static QRcode *(*encode)(int size, const unsigned char *data, int version, int level);
static void (*release)(QRcode *code);

static void open_library(void) {
  void *handle = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  encode = (QRcode * (*)(int, const unsigned char *, int, int)) dlsym(handle, "QRcode_encodeData");
  release = (void (*)(QRcode *))dlsym(handle, "QRcode_free");
}

cqr_status cqr_encode(const uint8_t *bytes, size_t count, int level, uint8_t **modules, size_t *side) {
  *modules = NULL, *side = 0;
  pthread_once(&once, open_library);
  if (encode == NULL || release == NULL) return CQR_MISSING;
  if (count > INT_MAX) return CQR_TOO_LONG;
  QRcode *code = encode((int)count, bytes, 0, level);
  if (code == NULL) return errno == ERANGE ? CQR_TOO_LONG : CQR_FAILED;
  size_t width = (size_t)code->width;
  *modules = malloc(width * width);
  if (*modules != NULL) {
    // The lowest bit of a module is its colour.
    for (size_t i = 0; i < width * width; i++) (*modules)[i] = code->data[i] & 1;
    *side = width;
  }
  release(code);
  return *modules != NULL ? CQR_OK : CQR_FAILED;
}

void cqr_release(uint8_t *modules) { free(modules); }
