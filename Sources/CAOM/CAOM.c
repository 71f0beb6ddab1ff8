#include "CAOM.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>

struct caom_picture {
  aom_image_t *image;
  int depth;
};

caom_picture *caom_picture_create(uint32_t width, uint32_t height, int depth, bool is_gray) {
  caom_picture *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  aom_img_fmt_t format = depth > 8 ? AOM_IMG_FMT_I42016 : AOM_IMG_FMT_I420;
  picture->depth = depth;
  picture->image = aom_img_alloc(NULL, format, width, height, 32);
  if (!picture->image) {
    free(picture);
    return NULL;
  }
  aom_image_t *image = picture->image;
  image->range = AOM_CR_FULL_RANGE;
  image->mc = is_gray ? AOM_CICP_MC_UNSPECIFIED : AOM_CICP_MC_BT_601;
  image->monochrome = is_gray;
  if (is_gray) {
    // libaom reads the chroma planes of monochrome pictures too, so they are neutral.
    for (int plane = 1; plane < 3; plane++) {
      for (uint32_t y = 0; y < (height + 1) / 2; y++) {
        uint8_t *row = image->planes[plane] + (size_t)y * (size_t)image->stride[plane];
        for (uint32_t x = 0; x < (width + 1) / 2; x++) {
          if (depth > 8)
            ((uint16_t *)row)[x] = (uint16_t)(1 << (depth - 1));
          else
            row[x] = 128;
        }
      }
    }
  }
  return picture;
}

void caom_picture_destroy(caom_picture *picture) {
  if (!picture) return;
  aom_img_free(picture->image);
  free(picture);
}

void *caom_picture_plane(caom_picture *picture, int index, size_t *stride) {
  *stride = (size_t)picture->image->stride[index];
  return picture->image->planes[index];
}

static bool fail(char message[CAOM_MESSAGE_LENGTH], aom_codec_ctx_t *codec, const char *action) {
  const char *detail = aom_codec_error_detail(codec);
  snprintf(
    message, CAOM_MESSAGE_LENGTH, "libaom could not %s: %s%s%s", action, aom_codec_error(codec), detail ? ": " : "",
    detail ? detail : "");
  return false;
}

// Appends the data of all packets that the encoder has ready to `*bytes`.
static bool collect(aom_codec_ctx_t *codec, uint8_t **bytes, size_t *count, char message[CAOM_MESSAGE_LENGTH]) {
  aom_codec_iter_t iterator = NULL;
  const aom_codec_cx_pkt_t *packet;
  while ((packet = aom_codec_get_cx_data(codec, &iterator))) {
    if (packet->kind != AOM_CODEC_CX_FRAME_PKT) continue;
    uint8_t *longer = realloc(*bytes, *count + packet->data.frame.sz);
    if (!longer) {
      snprintf(message, CAOM_MESSAGE_LENGTH, "no memory for the coded picture");
      return false;
    }
    memcpy(longer + *count, packet->data.frame.buf, packet->data.frame.sz);
    *bytes = longer;
    *count += packet->data.frame.sz;
  }
  return true;
}

static bool encode(
  aom_codec_ctx_t *codec, const caom_picture *picture, const caom_settings *settings, uint8_t **bytes, size_t *count,
  char message[CAOM_MESSAGE_LENGTH]) {
  const aom_image_t *image = picture->image;
  bool is_set = !aom_codec_control(codec, AOME_SET_CPUUSED, settings->speed) &&
                !aom_codec_control(codec, AV1E_SET_COLOR_RANGE, AOM_CR_FULL_RANGE) &&
                !aom_codec_control(codec, AV1E_SET_MATRIX_COEFFICIENTS, image->mc) &&
                // The filters after encoding serve only the prediction of later pictures.
                !aom_codec_control(codec, AV1E_SET_SKIP_POSTPROC_FILTERING, 1);
  if (is_set && settings->is_lossless) is_set = !aom_codec_control(codec, AV1E_SET_LOSSLESS, 1);
  if (is_set && !settings->is_lossless) is_set = !aom_codec_control(codec, AOME_SET_CQ_LEVEL, settings->quantizer);
  if (!is_set) return fail(message, codec, "be set up");
  if (aom_codec_encode(codec, image, 0, 1, 0)) return fail(message, codec, "code the picture");
  if (!collect(codec, bytes, count, message)) return false;
  // Without a picture the encoder returns what it has held back.
  if (aom_codec_encode(codec, NULL, 0, 1, 0)) return fail(message, codec, "end the picture");
  if (!collect(codec, bytes, count, message)) return false;
  if (*count == 0) {
    snprintf(message, CAOM_MESSAGE_LENGTH, "libaom gave nothing");
    return false;
  }
  return true;
}

bool caom_encode(
  caom_picture *picture, const caom_settings *settings, uint8_t **bytes, size_t *count,
  char message[CAOM_MESSAGE_LENGTH]) {
  *bytes = NULL;
  *count = 0;
  aom_codec_iface_t *interface = aom_codec_av1_cx();
  aom_codec_enc_cfg_t configuration;
  if (aom_codec_enc_config_default(interface, &configuration, AOM_USAGE_ALL_INTRA)) {
    snprintf(message, CAOM_MESSAGE_LENGTH, "libaom has no defaults for stills");
    return false;
  }
  const aom_image_t *image = picture->image;
  configuration.g_w = image->d_w;
  configuration.g_h = image->d_h;
  // One frame only, which gets the short header of still pictures.
  configuration.g_limit = 1;
  configuration.g_lag_in_frames = 0;
  configuration.g_threads = 1;
  // Main profile, or Professional for 12 bits.
  configuration.g_profile = picture->depth > 10 ? 2 : 0;
  configuration.g_bit_depth = (aom_bit_depth_t)picture->depth;
  configuration.g_input_bit_depth = (unsigned)picture->depth;
  configuration.monochrome = (unsigned)image->monochrome;
  configuration.rc_end_usage = AOM_Q;
  configuration.rc_min_quantizer = 0;
  configuration.rc_max_quantizer = 63;

  aom_codec_ctx_t codec;
  if (aom_codec_enc_init(&codec, interface, &configuration, picture->depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0))
    return fail(message, &codec, "start");
  bool is_coded = encode(&codec, picture, settings, bytes, count, message);
  aom_codec_destroy(&codec);
  if (!is_coded) {
    free(*bytes);
    *bytes = NULL;
    *count = 0;
  }
  return is_coded;
}

void caom_free(uint8_t *bytes) { free(bytes); }

const char *caom_version(void) { return aom_codec_version_str(); }
