#include "JPEGXLLibrary.h"

#define CHECK(call, what)                                                  \
  do {                                                                     \
    if ((call) != JXL_ENC_SUCCESS) return fail(message, CPIC_FAILED, what); \
  } while (0)

static bool is_hdr(const cpic_jxl_info *info) {
  return info->color == CPIC_JXL_PQ || info->color == CPIC_JXL_HLG;
}

static cpic_status set_color(
    JxlEncoder *encoder, const cpic_jxl_info *info, bool is_gray, cpic_message *message) {
  if (info->color == CPIC_JXL_PROFILE) {
    CHECK(jxl.JxlEncoderSetICCProfile(encoder, info->profile.bytes, info->profile.count), "libjxl refuses the profile");
    return CPIC_OK;
  }
  JxlColorEncoding color;
  if (info->color == CPIC_JXL_LINEAR_SRGB) {
    jxl.JxlColorEncodingSetToLinearSRGB(&color, is_gray);
  } else {
    jxl.JxlColorEncodingSetToSRGB(&color, is_gray);
  }
  if (info->color == CPIC_JXL_DISPLAY_P3) color.primaries = JXL_PRIMARIES_P3;
  if (is_hdr(info)) {
    color.primaries =
        info->primaries == 9 ? JXL_PRIMARIES_2100 : info->primaries == 12 ? JXL_PRIMARIES_P3 : JXL_PRIMARIES_SRGB;
    color.transfer_function = info->color == CPIC_JXL_PQ ? JXL_TRANSFER_FUNCTION_PQ : JXL_TRANSFER_FUNCTION_HLG;
  }
  CHECK(jxl.JxlEncoderSetColorEncoding(encoder, &color), "libjxl refuses the colour space");
  return CPIC_OK;
}

static cpic_status describe(
    JxlEncoder *encoder, const cpic_picture *picture, const cpic_jxl_info *info, bool is_lossless,
    cpic_message *message) {
  JxlBasicInfo basic;
  jxl.JxlEncoderInitBasicInfo(&basic);
  basic.xsize = picture->width;
  basic.ysize = picture->height;
  basic.bits_per_sample = picture->is_16_bit ? 16 : 8;
  basic.num_color_channels = picture->components == 1 ? 1 : 3;
  // Lossy pictures are encoded in XYB.
  basic.uses_original_profile = is_lossless;
  basic.orientation = (JxlOrientation)info->orientation;
  // The luminance of the largest sample in cd/m2 (BT.2100), which libjxl's visual model needs.
  if (is_hdr(info)) basic.intensity_target = info->color == CPIC_JXL_PQ ? 10000 : 1000;
  if (picture->components == 4 && picture->has_alpha) {
    basic.num_extra_channels = 1;
    basic.alpha_bits = basic.bits_per_sample;
  }
  CHECK(jxl.JxlEncoderSetBasicInfo(encoder, &basic), "libjxl refuses the size of the picture");
  if (jxl.JxlEncoderGetRequiredCodestreamLevel(encoder) == 10) jxl.JxlEncoderSetCodestreamLevel(encoder, 10);
  return set_color(encoder, info, picture->components == 1, message);
}

static cpic_status add(
    JxlEncoder *encoder, const cpic_picture *picture, const cpic_jxl_info *info, float distance, int effort,
    const uint8_t *rows, size_t size, cpic_message *message) {
  bool is_lossless = distance <= 0;
  if (info->exif.count > 0 || info->xmp.count > 0) {
    CHECK(jxl.JxlEncoderUseBoxes(encoder), "libjxl writes no boxes");
  }
  cpic_status status = describe(encoder, picture, info, is_lossless, message);
  if (status != CPIC_OK) return status;
  if (info->exif.count > 0) {
    CHECK(jxl.JxlEncoderAddBox(encoder, "Exif", info->exif.bytes, info->exif.count, JXL_FALSE), "EXIF does not fit");
  }
  if (info->xmp.count > 0) {
    CHECK(jxl.JxlEncoderAddBox(encoder, "xml ", info->xmp.bytes, info->xmp.count, JXL_FALSE), "XMP does not fit");
  }
  JxlEncoderFrameSettings *settings = jxl.JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (settings == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  CHECK(
      jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, effort), "libjxl refuses the effort");
  if (is_lossless) {
    CHECK(jxl.JxlEncoderSetFrameLossless(settings, JXL_TRUE), "libjxl refuses to code without loss");
    // Colours under full transparency are kept.
    jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_KEEP_INVISIBLE, 1);
  } else {
    CHECK(jxl.JxlEncoderSetFrameDistance(settings, distance), "libjxl refuses the quality");
  }
  uint32_t channels = picture->components == 1 ? 1 : picture->has_alpha ? 4 : 3;
  JxlPixelFormat format = {channels, picture->is_16_bit ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  CHECK(jxl.JxlEncoderAddImageFrame(settings, &format, rows, size), "libjxl could not take the picture");
  jxl.JxlEncoderCloseInput(encoder);
  return CPIC_OK;
}

static cpic_status take(JxlEncoder *encoder, cpic_data *result, cpic_message *message) {
  size_t capacity = 1 << 20;
  uint8_t *bytes = malloc(capacity);
  size_t count = 0;
  for (;;) {
    if (bytes == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
    uint8_t *next = bytes + count;
    size_t room = capacity - count;
    JxlEncoderStatus status = jxl.JxlEncoderProcessOutput(encoder, &next, &room);
    count = (size_t)(next - bytes);
    if (status == JXL_ENC_SUCCESS) break;
    if (status != JXL_ENC_NEED_MORE_OUTPUT) {
      free(bytes);
      return fail(message, CPIC_FAILED, "libjxl could not code the picture");
    }
    capacity *= 2;
    uint8_t *larger = realloc(bytes, capacity);
    if (larger == NULL) free(bytes);
    bytes = larger;
  }
  result->bytes = bytes;
  result->count = count;
  return CPIC_OK;
}

// The rows without padding, and without the fourth component of an opaque picture; NULL if memory is short. The caller
// frees them.
static uint8_t *packed(const cpic_picture *picture, size_t *size) {
  size_t bytes = picture->is_16_bit ? 2 : 1;
  size_t channels = picture->components == 1 ? 1 : picture->has_alpha ? 4 : 3;
  size_t row_bytes = picture->width * bytes * channels;
  *size = row_bytes * picture->height;
  uint8_t *rows = malloc(*size);
  if (rows == NULL) return NULL;
  for (uint32_t y = 0; y < picture->height; y++) {
    const uint8_t *source = picture->bytes + (size_t)y * picture->row_bytes;
    uint8_t *target = rows + y * row_bytes;
    if (channels != 3) {
      memcpy(target, source, row_bytes);
    } else if (bytes == 1) {
      for (size_t x = 0; x < picture->width; x++) {
        target[3 * x] = source[4 * x];
        target[3 * x + 1] = source[4 * x + 1];
        target[3 * x + 2] = source[4 * x + 2];
      }
    } else {
      for (size_t x = 0; x < picture->width; x++) memcpy(target + 6 * x, source + 8 * x, 6);
    }
  }
  return rows;
}

cpic_status cpic_jxl_encode(
    const cpic_picture *picture, const cpic_jxl_info *info, float distance, int effort, cpic_data *result,
    cpic_message *message) {
  if (!jxl_is_there(message)) return CPIC_MISSING;
  size_t size = 0;
  uint8_t *rows = packed(picture, &size);
  JxlEncoder *encoder = jxl.JxlEncoderCreate(NULL);
  void *runner = jxl.JxlResizableParallelRunnerCreate(NULL);
  cpic_status status = CPIC_OK;
  if (rows == NULL || encoder == NULL || runner == NULL) {
    status = fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  } else {
    jxl.JxlResizableParallelRunnerSetThreads(
        runner, jxl.JxlResizableParallelRunnerSuggestThreads(picture->width, picture->height));
    jxl.JxlEncoderSetParallelRunner(encoder, jxl.JxlResizableParallelRunner, runner);
    status = add(encoder, picture, info, distance, effort, rows, size, message);
  }
  // libjxl has copied the rows.
  free(rows);
  if (status == CPIC_OK) status = take(encoder, result, message);
  if (encoder) jxl.JxlEncoderDestroy(encoder);
  if (runner) jxl.JxlResizableParallelRunnerDestroy(runner);
  return status;
}
