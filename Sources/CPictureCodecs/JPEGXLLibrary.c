#include "JPEGXLLibrary.h"

JXLFunctions jxl;
static Library library = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  // Later versions have other structs.
  OPEN(handle, "libjxl.so.0.7", library)
  OPEN(threads, "libjxl_threads.so.0.7", library)
#define FIND_HERE(name) FIND(handle, jxl, name, library)
#define FIND_THREADS(name) FIND(threads, jxl, name, library)
  JXL_FUNCTIONS(FIND_HERE)
  JXL_THREAD_FUNCTIONS(FIND_THREADS)
  library.is_there = true;
}

bool jxl_is_there(cpic_message *message) { return library_is_there(&library, open_library, message); }

cpic_status cpic_jxl_version(int *version, cpic_message *message) {
  if (!jxl_is_there(message)) return CPIC_MISSING;
  *version = (int)jxl.JxlDecoderVersion();
  return CPIC_OK;
}

void cpic_jxl_release(cpic_jxl_info *info) {
  cpic_release(&info->profile);
  cpic_release(&info->coded_profile);
  cpic_release(&info->exif);
  cpic_release(&info->xmp);
}
