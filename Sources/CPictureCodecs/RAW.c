#include "Library.h"
#include "RAWPictures.h"

#include <libraw/libraw.h>

#define FUNCTIONS(X)                                                                                        \
  X(libraw_init) X(libraw_close) X(libraw_version) X(libraw_strerror) X(libraw_open_buffer) X(libraw_unpack) \
  X(libraw_adjust_sizes_info_only) X(libraw_dcraw_process) X(libraw_dcraw_make_mem_image)                   \
  X(libraw_dcraw_clear_mem) X(libraw_set_dataerror_handler)

static struct {
  FUNCTIONS(MEMBER)
} raw;
static Library library = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  // The reentrant build of libraw.
  OPEN(handle, "libraw_r.so.20", library)
#define FIND_HERE(name) FIND(handle, raw, name, library)
  FUNCTIONS(FIND_HERE)
  library.is_there = true;
}

static bool is_there(cpic_message *message) { return library_is_there(&library, open_library, message); }

cpic_status cpic_raw_version(char version[32], cpic_message *message) {
  if (!is_there(message)) return CPIC_MISSING;
  snprintf(version, 32, "%s", raw.libraw_version());
  return CPIC_OK;
}

static cpic_status failure(int error, cpic_message *message) {
  switch (error) {
    case LIBRAW_UNSUFFICIENT_MEMORY: return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
    case LIBRAW_TOO_BIG: return fail(message, CPIC_TOO_LARGE, "the sensor has more samples than allowed");
    case LIBRAW_FILE_UNSUPPORTED:
    case LIBRAW_NOT_IMPLEMENTED:
      return fail(message, CPIC_UNSUPPORTED, "libraw knows no camera that writes such a file");
    default: return fail(message, CPIC_MALFORMED, "%s", raw.libraw_strerror(error));
  }
}

// Replaces a callback that prints to standard error. Damage is reported by the count of missing data.
static void on_damage(void *data, const char *file, const int offset) {
  (void)file;
  (void)offset;
  *(bool *)data = true;
}

static libraw_data_t *start(const uint8_t *data, size_t count, bool *is_damaged, int *error) {
  libraw_data_t *picture = raw.libraw_init(0);
  if (picture == NULL) {
    *error = LIBRAW_UNSUFFICIENT_MEMORY;
    return NULL;
  }
  raw.libraw_set_dataerror_handler(picture, on_damage, is_damaged);
  *error = raw.libraw_open_buffer(picture, (void *)data, count);
  return picture;
}

cpic_status cpic_raw_read(const uint8_t *data, size_t count, cpic_raw_info *info, cpic_message *message) {
  memset(info, 0, sizeof *info);
  if (!is_there(message)) return CPIC_MISSING;
  bool is_damaged = false;
  int error;
  libraw_data_t *picture = start(data, count, &is_damaged, &error);
  if (error == LIBRAW_SUCCESS) {
    // dcraw's codes for rotations by 180 degrees, to the left and to the right.
    int flip = picture->sizes.flip;
    info->orientation = flip == 3 ? 3 : flip == 5 ? 8 : flip == 6 ? 6 : 1;
    picture->params.user_flip = 0;
    error = raw.libraw_adjust_sizes_info_only(picture);
    info->width = picture->sizes.iwidth;
    info->height = picture->sizes.iheight;
  }
  if (picture) raw.libraw_close(picture);
  if (error != LIBRAW_SUCCESS) return failure(error, message);
  if (info->width == 0 || info->height == 0) return fail(message, CPIC_MALFORMED, "a picture without pixels");
  return CPIC_OK;
}

static cpic_status take(
    const libraw_processed_image_t *image, uint32_t width, uint32_t height, cpic_rows target, cpic_message *message) {
  if (image->type != LIBRAW_IMAGE_BITMAP || image->bits != 16 || (image->colors != 3 && image->colors != 1)) {
    return fail(message, CPIC_UNSUPPORTED, "a sensor of %d colours", image->colors);
  }
  if (image->width != width || image->height != height) {
    return fail(message, CPIC_UNSUPPORTED, "the developed picture has %dx%d pixels, not %ux%u", image->width,
        image->height, width, height);
  }
  const uint8_t *source = image->data;
  const size_t pixel = 2 * (size_t)image->colors;
  const uint16_t opaque = 0xFFFF;
  for (uint32_t y = 0; y < height; y++) {
    uint8_t *row = target.bytes + y * target.row_bytes;
    for (uint32_t x = 0; x < width; x++, source += pixel, row += 8) {
      for (int c = 0; c < 3; c++) memcpy(row + 2 * c, source + (image->colors == 3 ? 2 * c : 0), 2);
      memcpy(row + 6, &opaque, 2);
    }
  }
  return CPIC_OK;
}

cpic_status cpic_raw_decode(
    const uint8_t *data, size_t count, const cpic_raw_info *info, bool is_half, uint32_t memory_limit, cpic_rows target,
    cpic_message *message) {
  if (!is_there(message)) return CPIC_MISSING;
  bool is_damaged = false;
  int error;
  libraw_data_t *picture = start(data, count, &is_damaged, &error);
  if (error == LIBRAW_SUCCESS) {
    libraw_output_params_t *params = &picture->params;
    params->use_camera_wb = 1;
    params->output_color = 1;
    params->output_bps = 16;
    params->gamm[0] = 1 / 2.4;
    params->gamm[1] = 12.92;
    params->user_flip = 0;
    params->half_size = is_half;
    params->max_raw_memory_mb = memory_limit;
    error = raw.libraw_unpack(picture);
  }
  if (error == LIBRAW_SUCCESS) error = raw.libraw_dcraw_process(picture);
  libraw_processed_image_t *image = NULL;
  if (error == LIBRAW_SUCCESS) image = raw.libraw_dcraw_make_mem_image(picture, &error);
  cpic_status status;
  if (is_damaged) {
    status = fail(message, CPIC_MALFORMED, "the sensor's samples are damaged or end too soon");
  } else if (error != LIBRAW_SUCCESS || image == NULL) {
    status = failure(error == LIBRAW_SUCCESS ? LIBRAW_UNSUFFICIENT_MEMORY : error, message);
  } else {
    uint32_t divisor = is_half ? 2 : 1;
    status = take(
        image, (info->width + divisor - 1) / divisor, (info->height + divisor - 1) / divisor, target, message);
  }
  if (image) raw.libraw_dcraw_clear_mem(image);
  if (picture) raw.libraw_close(picture);
  return status;
}
