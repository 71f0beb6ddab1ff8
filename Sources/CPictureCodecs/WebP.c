#include "Library.h"
#include "WebPPictures.h"

#include <webp/decode.h>
#include <webp/encode.h>

#define FUNCTIONS(X)                                                                                        \
  X(WebPGetDecoderVersion) X(WebPInitDecoderConfigInternal) X(WebPDecode) X(WebPIDecode) X(WebPIAppend)     \
  X(WebPIDecGetRGB) X(WebPIDelete) X(WebPFreeDecBuffer) X(WebPConfigInitInternal) X(WebPConfigLosslessPreset) \
  X(WebPValidateConfig) X(WebPPictureInitInternal) X(WebPPictureImportRGBA) X(WebPPictureImportRGBX)        \
  X(WebPMemoryWriterInit) X(WebPMemoryWrite) X(WebPMemoryWriterClear) X(WebPEncode) X(WebPPictureFree)

static struct {
  FUNCTIONS(MEMBER)
} webp;
static Library library = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  OPEN(handle, "libwebp.so.7", library)
#define FIND_HERE(name) FIND(handle, webp, name, library)
  FUNCTIONS(FIND_HERE)
  library.is_there = true;
}

static bool is_there(cpic_message *message) { return library_is_there(&library, open_library, message); }

cpic_status cpic_webp_version(int *version, cpic_message *message) {
  if (!is_there(message)) return CPIC_MISSING;
  *version = webp.WebPGetDecoderVersion();
  return CPIC_OK;
}

static cpic_status decoding_failure(VP8StatusCode code, cpic_message *message) {
  switch (code) {
    case VP8_STATUS_OK: return CPIC_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return fail(message, CPIC_UNSUPPORTED, "it uses a feature of WebP that libwebp does not decode");
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return fail(message, CPIC_MALFORMED, "the data end too soon");
    default: return fail(message, CPIC_MALFORMED, "the coded picture breaks WebP's rules");
  }
}

static cpic_status decode_whole(
    const uint8_t *data, size_t count, uint32_t width, uint32_t height, WebPDecoderConfig *config,
    uint32_t *complete_rows, cpic_message *message) {
  VP8StatusCode code = webp.WebPDecode(data, count, config);
  webp.WebPFreeDecBuffer(&config->output);
  if (code != VP8_STATUS_OK) return decoding_failure(code, message);
  if (config->output.width != (int)width || config->output.height != (int)height) {
    return fail(message, CPIC_MALFORMED, "two headers of different sizes");
  }
  *complete_rows = height;
  return CPIC_OK;
}

// Decodes the rows before the damage, of which the message tells.
static cpic_status decode_incomplete(
    const uint8_t *data, size_t count, uint32_t height, WebPDecoderConfig *config, uint32_t *complete_rows,
    cpic_message *message) {
  WebPIDecoder *decoder = webp.WebPIDecode(NULL, 0, config);
  if (decoder == NULL) return fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  VP8StatusCode code = webp.WebPIAppend(decoder, data, count);
  int last = -1;
  bool has_started = webp.WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL) != NULL;
  webp.WebPIDelete(decoder);
  webp.WebPFreeDecBuffer(&config->output);
  if (code == VP8_STATUS_OUT_OF_MEMORY || code == VP8_STATUS_UNSUPPORTED_FEATURE || !has_started) {
    return decoding_failure(code == VP8_STATUS_OK ? VP8_STATUS_NOT_ENOUGH_DATA : code, message);
  }
  *complete_rows = code == VP8_STATUS_OK ? height : last > 0 ? (uint32_t)last : 0;
  if (code != VP8_STATUS_OK) decoding_failure(code, message);
  return CPIC_OK;
}

cpic_status cpic_webp_decode(
    const uint8_t *data, size_t count, uint32_t width, uint32_t height, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message) {
  *complete_rows = 0;
  if (!is_there(message)) return CPIC_MISSING;
  WebPDecoderConfig config;
  if (!webp.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
    return fail(message, CPIC_MISSING, "another version of libwebp than the headers'");
  }
  config.options.use_threads = 1;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = target.bytes;
  config.output.u.RGBA.stride = (int)target.row_bytes;
  // libwebp checks that the decoded picture fits.
  config.output.u.RGBA.size = target.row_bytes * height;
  config.output.width = (int)width;
  config.output.height = (int)height;
  return allows_incomplete ? decode_incomplete(data, count, height, &config, complete_rows, message)
                           : decode_whole(data, count, width, height, &config, complete_rows, message);
}

cpic_status cpic_webp_encode(
    const cpic_picture *picture, bool is_lossless, float quality, int effort, cpic_data *result, cpic_message *message) {
  if (!is_there(message)) return CPIC_MISSING;
  WebPConfig config;
  WebPPicture source;
  if (!webp.WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, quality, WEBP_ENCODER_ABI_VERSION)
      || !webp.WebPPictureInitInternal(&source, WEBP_ENCODER_ABI_VERSION)) {
    return fail(message, CPIC_MISSING, "another version of libwebp than the headers'");
  }
  config.thread_level = 1;
  config.method = effort;
  if (is_lossless) {
    config.lossless = 1;
    // The effort of the encoder. Colours under full transparency are kept.
    config.quality = 70;
    config.exact = 1;
  }
  if (!webp.WebPValidateConfig(&config)) return fail(message, CPIC_FAILED, "libwebp refuses the settings");
  source.width = (int)picture->width;
  source.height = (int)picture->height;
  source.use_argb = is_lossless;
  WebPMemoryWriter writer;
  webp.WebPMemoryWriterInit(&writer);
  source.writer = webp.WebPMemoryWrite;
  source.custom_ptr = &writer;
  int is_imported = picture->has_alpha
      ? webp.WebPPictureImportRGBA(&source, picture->bytes, (int)picture->row_bytes)
      : webp.WebPPictureImportRGBX(&source, picture->bytes, (int)picture->row_bytes);
  cpic_status status = CPIC_OK;
  if (!is_imported || !webp.WebPEncode(&config, &source)) {
    status = source.error_code == VP8_ENC_ERROR_BAD_DIMENSION
        ? fail(message, CPIC_FAILED, "WebP holds at most 16383x16383 pixels")
        : fail(message, CPIC_FAILED, "libwebp ends with its error %d", (int)source.error_code);
  } else {
    status = copy(writer.mem, writer.size, result, message);
  }
  webp.WebPPictureFree(&source);
  webp.WebPMemoryWriterClear(&writer);
  return status;
}
