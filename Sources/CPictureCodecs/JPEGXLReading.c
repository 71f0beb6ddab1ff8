#include "JPEGXLLibrary.h"

// A box that is being read.
typedef struct {
  cpic_data *target;
  size_t capacity;
} Box;

static cpic_status grow(JxlDecoder *decoder, Box *box, size_t limit, cpic_message *message) {
  // The buffer is filled up to the part that the decoder returns as unused.
  size_t unused = jxl.JxlDecoderReleaseBoxBuffer(decoder);
  box->target->count = box->capacity - unused;
  size_t capacity = box->capacity ? 2 * box->capacity : 4096;
  if (box->target->count > limit) {
    return fail(message, CPIC_TOO_LARGE, "more than %zu bytes of EXIF or XMP", limit);
  }
  uint8_t *bytes = realloc(box->target->bytes, capacity);
  if (bytes == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  box->target->bytes = bytes;
  box->capacity = capacity;
  jxl.JxlDecoderSetBoxBuffer(decoder, bytes + box->target->count, capacity - box->target->count);
  return CPIC_OK;
}

static void finish(JxlDecoder *decoder, Box *box) {
  if (box->target == NULL) return;
  box->target->count = box->capacity - jxl.JxlDecoderReleaseBoxBuffer(decoder);
  if (box->target->count == 0) cpic_release(box->target);
  box->target = NULL;
}

// The code point in ITU-T H.273 of primaries; 0 for those that libjxl does not name.
static int primaries_code_point(JxlPrimaries primaries) {
  switch (primaries) {
    case JXL_PRIMARIES_SRGB: return 1;
    case JXL_PRIMARIES_2100: return 9;
    case JXL_PRIMARIES_P3: return 12;
    default: return 0;
  }
}

// Reads a profile into `result`, which stays empty if there is none.
static cpic_status read_profile(
    JxlDecoder *decoder, JxlColorProfileTarget target, size_t limit, cpic_data *result, cpic_message *message) {
  size_t size = 0;
  if (jxl.JxlDecoderGetICCProfileSize(decoder, NULL, target, &size) != JXL_DEC_SUCCESS || size == 0) return CPIC_OK;
  if (size > limit) return fail(message, CPIC_TOO_LARGE, "a colour profile of %zu bytes, %zu are allowed", size, limit);
  result->bytes = malloc(size);
  if (result->bytes == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  result->count = size;
  if (jxl.JxlDecoderGetColorAsICCProfile(decoder, NULL, target, result->bytes, size) != JXL_DEC_SUCCESS) {
    cpic_release(result);
  }
  return CPIC_OK;
}

// Whether the codestream has a profile, rather than code points.
static bool has_profile(JxlDecoder *decoder) {
  JxlColorEncoding color;
  return jxl.JxlDecoderGetColorAsEncodedProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &color)
         != JXL_DEC_SUCCESS;
}

// Has samples converted that libjxl would convert from a profile to linear light, in which 8 bits are too few.
static bool prefer_wide_colors(JxlDecoder *decoder) {
  JxlColorEncoding color;
  if (!has_profile(decoder)
      || jxl.JxlDecoderGetColorAsEncodedProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &color) != JXL_DEC_SUCCESS) {
    return false;
  }
  JxlColorEncoding wide = {
      .color_space = color.color_space, .white_point = JXL_WHITE_POINT_D65, .primaries = JXL_PRIMARIES_2100,
      .transfer_function = JXL_TRANSFER_FUNCTION_SRGB, .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
  return jxl.JxlDecoderSetPreferredColorProfile(decoder, &wide) == JXL_DEC_SUCCESS;
}

static cpic_status read_color(JxlDecoder *decoder, size_t limit, cpic_jxl_info *info, cpic_message *message) {
  JxlColorEncoding color;
  if (has_profile(decoder)) {
    cpic_status status = read_profile(decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, limit, &info->coded_profile, message);
    if (status != CPIC_OK) return status;
  }
  info->is_converted = prefer_wide_colors(decoder);
  if (jxl.JxlDecoderGetColorAsEncodedProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &color) == JXL_DEC_SUCCESS
      && (color.color_space == JXL_COLOR_SPACE_GRAY || color.white_point == JXL_WHITE_POINT_D65)) {
    bool is_gray = color.color_space == JXL_COLOR_SPACE_GRAY;
    bool is_rec709 = is_gray || color.primaries == JXL_PRIMARIES_SRGB;
    if (is_rec709 && color.transfer_function == JXL_TRANSFER_FUNCTION_SRGB) {
      info->color = CPIC_JXL_SRGB;
      return CPIC_OK;
    }
    if (is_rec709 && color.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR) {
      info->color = CPIC_JXL_LINEAR_SRGB;
      return CPIC_OK;
    }
    if (color.primaries == JXL_PRIMARIES_P3 && color.transfer_function == JXL_TRANSFER_FUNCTION_SRGB) {
      info->color = CPIC_JXL_DISPLAY_P3;
      return CPIC_OK;
    }
    bool is_pq = color.transfer_function == JXL_TRANSFER_FUNCTION_PQ;
    if (!is_gray && (is_pq || color.transfer_function == JXL_TRANSFER_FUNCTION_HLG)) {
      info->primaries = primaries_code_point(color.primaries);
      if (info->primaries != 0) {
        info->color = is_pq ? CPIC_JXL_PQ : CPIC_JXL_HLG;
        return CPIC_OK;
      }
    }
  }
  cpic_status status = read_profile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, limit, &info->profile, message);
  info->color = info->profile.bytes != NULL ? CPIC_JXL_PROFILE : CPIC_JXL_SRGB;
  return status;
}

static cpic_status read_basics(JxlDecoder *decoder, cpic_jxl_info *info, JxlBasicInfo *basic, cpic_message *message) {
  if (jxl.JxlDecoderGetBasicInfo(decoder, basic) != JXL_DEC_SUCCESS || basic->xsize == 0 || basic->ysize == 0
      || basic->xsize > 0x7FFFFFFF || basic->ysize > 0x7FFFFFFF) {
    return fail(message, CPIC_MALFORMED, "the size of the picture is missing");
  }
  info->width = basic->xsize;
  info->height = basic->ysize;
  info->bits = (int)basic->bits_per_sample;
  info->has_alpha = basic->alpha_bits > 0;
  info->is_gray = basic->num_color_channels == 1;
  info->orientation = basic->orientation >= 1 && basic->orientation <= 8 ? (int)basic->orientation : 1;
  return CPIC_OK;
}

// Begins to read the next box if it is the first of EXIF or of XMP. Others are skipped.
static cpic_status begin_box(
    JxlDecoder *decoder, Box *box, size_t limit, cpic_jxl_info *info, cpic_message *message) {
  JxlBoxType type;
  if (jxl.JxlDecoderGetBoxType(decoder, type, JXL_TRUE) != JXL_DEC_SUCCESS) return CPIC_OK;
  cpic_data *target = memcmp(type, "Exif", 4) == 0 ? &info->exif : memcmp(type, "xml ", 4) == 0 ? &info->xmp : NULL;
  if (target == NULL || target->bytes != NULL) return CPIC_OK;
  *box = (Box){target, 0};
  return grow(decoder, box, limit, message);
}

// What reading a header has found besides the values for the caller.
typedef struct {
  bool has_basics;
  int frames;
} Header;

// Reads events until the end of the file, or until its data end.
static cpic_status read_events(
    JxlDecoder *decoder, size_t limit, cpic_jxl_info *info, Box *box, Header *header, cpic_message *message) {
  JxlBasicInfo basic;
  cpic_status status = CPIC_OK;
  while (status == CPIC_OK) {
    switch (jxl.JxlDecoderProcessInput(decoder)) {
      case JXL_DEC_BASIC_INFO:
        status = read_basics(decoder, info, &basic, message);
        header->has_basics = status == CPIC_OK;
        break;
      case JXL_DEC_COLOR_ENCODING: status = read_color(decoder, limit, info, message); break;
      case JXL_DEC_FRAME:
        header->frames++;
        // Counting ends here.
        if (header->frames > 10000) return CPIC_OK;
        break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        if (jxl.JxlDecoderSkipCurrentFrame(decoder) != JXL_DEC_SUCCESS) return CPIC_OK;
        break;
      case JXL_DEC_BOX:
        finish(decoder, box);
        status = begin_box(decoder, box, limit, info, message);
        break;
      case JXL_DEC_BOX_NEED_MORE_OUTPUT: status = grow(decoder, box, limit, message); break;
      case JXL_DEC_SUCCESS: info->trailing_count = jxl.JxlDecoderReleaseInput(decoder); return CPIC_OK;
      // Missing data are reported when the picture is decoded.
      default: return CPIC_OK;
    }
  }
  return status;
}

cpic_status cpic_jxl_read(const uint8_t *data, size_t count, size_t limit, cpic_jxl_info *info, cpic_message *message) {
  memset(info, 0, sizeof *info);
  if (!jxl_is_there(message)) return CPIC_MISSING;
  JxlDecoder *decoder = jxl.JxlDecoderCreate(NULL);
  if (decoder == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  // Without a subscription to full images, the decoder reports success before it has read the last frame, and does not
  // say where the picture ends.
  jxl.JxlDecoderSubscribeEvents(
      decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE | JXL_DEC_BOX);
  jxl.JxlDecoderSetKeepOrientation(decoder, JXL_TRUE);
  jxl.JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE);
  // The input is not closed: libjxl prints a line about a closed input that ends too early.
  jxl.JxlDecoderSetInput(decoder, data, count);
  Box box = {NULL, 0};
  Header header = {.has_basics = false};
  cpic_status status = read_events(decoder, limit, info, &box, &header, message);
  finish(decoder, &box);
  jxl.JxlDecoderDestroy(decoder);
  if (status == CPIC_OK && !header.has_basics) status = fail(message, CPIC_MALFORMED, "the JPEG XL header is damaged");
  info->further_frames = header.frames > 1 ? header.frames - 1 : 0;
  return status;
}

static void begin_decoding(
    JxlDecoder *decoder, void *runner, const uint8_t *data, size_t count, const cpic_jxl_info *info) {
  jxl.JxlResizableParallelRunnerSetThreads(
      runner, jxl.JxlResizableParallelRunnerSuggestThreads(info->width, info->height));
  jxl.JxlDecoderSetParallelRunner(decoder, jxl.JxlResizableParallelRunner, runner);
  jxl.JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
  jxl.JxlDecoderSetKeepOrientation(decoder, JXL_TRUE);
  jxl.JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE);
  // The input is not closed: libjxl prints a line about a closed input that ends too early.
  jxl.JxlDecoderSetInput(decoder, data, count);
}

// Checks that the header states the size that the caller has made room for.
static cpic_status check_size(JxlDecoder *decoder, const cpic_jxl_info *info, cpic_message *message) {
  cpic_jxl_info again = {.width = 0};
  JxlBasicInfo basic;
  cpic_status status = read_basics(decoder, &again, &basic, message);
  if (status == CPIC_OK && (again.width != info->width || again.height != info->height)) {
    return fail(message, CPIC_MALFORMED, "two headers of different sizes");
  }
  return status;
}

static cpic_status set_target(
    JxlDecoder *decoder, const cpic_jxl_info *info, cpic_rows target, cpic_message *message) {
  JxlPixelFormat format = {4, info->bits > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  size_t size = 0;
  jxl.JxlDecoderImageOutBufferSize(decoder, &format, &size);
  size_t room = target.row_bytes * info->height;
  if (size > room || jxl.JxlDecoderSetImageOutBuffer(decoder, &format, target.bytes, room) != JXL_DEC_SUCCESS) {
    return fail(message, CPIC_MALFORMED, "a frame of another size than the picture");
  }
  return CPIC_OK;
}

// Decodes the first frame.
static cpic_status decode_frame(
    JxlDecoder *decoder, const cpic_jxl_info *info, bool allows_incomplete, cpic_rows target, uint32_t *complete_rows,
    cpic_message *message) {
  bool has_buffer = false;
  cpic_status status = CPIC_OK;
  while (status == CPIC_OK) {
    switch (jxl.JxlDecoderProcessInput(decoder)) {
      case JXL_DEC_BASIC_INFO: status = check_size(decoder, info, message); break;
      case JXL_DEC_COLOR_ENCODING:
        if (info->is_converted && !prefer_wide_colors(decoder)) {
          status = fail(message, CPIC_MALFORMED, "two headers of different colours");
        }
        break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        status = set_target(decoder, info, target, message);
        has_buffer = true;
        break;
      case JXL_DEC_FULL_IMAGE: *complete_rows = info->height; return CPIC_OK;
      case JXL_DEC_ERROR:
        if (allows_incomplete && has_buffer) return CPIC_OK;
        return fail(message, CPIC_MALFORMED, "the coded picture is damaged");
      default:
        // The data end, or the file has no frame. The message is a warning if the incomplete picture is returned.
        fail(message, CPIC_MALFORMED, "the data end too soon");
        if (!allows_incomplete || !has_buffer) return CPIC_MALFORMED;
        jxl.JxlDecoderFlushImage(decoder);
        return CPIC_OK;
    }
  }
  return status;
}

cpic_status cpic_jxl_decode(
    const uint8_t *data, size_t count, const cpic_jxl_info *info, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message) {
  *complete_rows = 0;
  if (!jxl_is_there(message)) return CPIC_MISSING;
  JxlDecoder *decoder = jxl.JxlDecoderCreate(NULL);
  void *runner = jxl.JxlResizableParallelRunnerCreate(NULL);
  if (decoder == NULL || runner == NULL) {
    if (decoder) jxl.JxlDecoderDestroy(decoder);
    if (runner) jxl.JxlResizableParallelRunnerDestroy(runner);
    return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  }
  begin_decoding(decoder, runner, data, count, info);
  cpic_status status = decode_frame(decoder, info, allows_incomplete, target, complete_rows, message);
  jxl.JxlDecoderDestroy(decoder);
  jxl.JxlResizableParallelRunnerDestroy(runner);
  return status;
}
