#include "Converter.h"

#include "Matrix.h"

#include <string.h>

bool converter_is_full_range(enum AVColorRange range, const AVPixFmtDescriptor *format) {
  if (range != AVCOL_RANGE_UNSPECIFIED || format == NULL) return range == AVCOL_RANGE_JPEG;
  return format->nb_components <= 2 || (format->flags & AV_PIX_FMT_FLAG_RGB) != 0
         || strncmp(format->name, "yuvj", 4) == 0;
}

/// swscale's constant for the frame's matrix.
static int swscale_matrix(const AVFrame *frame) {
  switch (matrix_meant(frame->colorspace, frame->width, frame->height)) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_FCC: return SWS_CS_FCC;
    case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
    default: return SWS_CS_ITU601;
  }
}

/// Whether each of the first three components has a plane of its own, of bytes or of 16-bit words in native byte order.
static bool is_planar(const AVPixFmtDescriptor *format) {
  const uint64_t others = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_BITSTREAM
                          | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
  if ((format->flags & others) != 0 || format->log2_chroma_w > 1 || format->log2_chroma_h > 1
      || strncmp(format->name, "xyz", 3) == 0) {
    return false;
  }
  int depth = format->comp[0].depth, planes = format->nb_components >= 3 ? 3 : 1;
  if (depth < 8 || depth > 16) return false;
  for (int i = 0; i < planes; i++) {
    const AVComponentDescriptor *component = &format->comp[i];
    if (component->plane != i || component->depth != depth || component->shift != 0
        || component->step != (depth > 8 ? 2 : 1)) {
      return false;
    }
  }
  return true;
}

bool converter_get_planes(const AVFrame *frame, PKYCbCrPlanes *planes) {
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(frame->format);
  if (format == NULL || !is_planar(format)) return false;
  enum AVChromaLocation place = frame->chroma_location;
  bool has_color = format->nb_components >= 3;
  *planes = (PKYCbCrPlanes){
      .width = frame->width, .height = frame->height, .depth = format->comp[0].depth,
      .luma = frame->data[0], .cb = has_color ? frame->data[1] : NULL, .cr = has_color ? frame->data[2] : NULL,
      .lumaStride = frame->linesize[0], .cbStride = frame->linesize[1], .crStride = frame->linesize[2],
      .halvesWidth = format->log2_chroma_w == 1, .halvesHeight = format->log2_chroma_h == 1,
      .isCenteredX = place == AVCHROMA_LOC_CENTER || place == AVCHROMA_LOC_TOP || place == AVCHROMA_LOC_BOTTOM,
      .isCenteredY = place != AVCHROMA_LOC_TOPLEFT && place != AVCHROMA_LOC_TOP,
      .isFullRange = converter_is_full_range(frame->color_range, format),
  };
  matrix_weights(matrix_meant(frame->colorspace, frame->width, frame->height), &planes->kr, &planes->kb);
  return true;
}

/// Sets the siting of chroma, in 1/256 of a luma sample from the first. Video's default is "left".
static void set_chroma_place(struct SwsContext *context, enum AVChromaLocation location, bool halves_rows) {
  int x = 0, y = 128;
  if (location == AVCHROMA_LOC_CENTER || location == AVCHROMA_LOC_TOP || location == AVCHROMA_LOC_BOTTOM) x = 128;
  if (location == AVCHROMA_LOC_TOPLEFT || location == AVCHROMA_LOC_TOP) y = 0;
  if (location == AVCHROMA_LOC_BOTTOMLEFT || location == AVCHROMA_LOC_BOTTOM) y = 256;
  av()->av_opt_set_int(context, "src_h_chr_pos", x, 0);
  if (halves_rows) av()->av_opt_set_int(context, "src_v_chr_pos", y, 0);
}

/// Whether a converter is set up for pictures like a frame.
static bool fits(
    const Converter *converter, const AVFrame *frame, int matrix, int is_full_range, enum AVPixelFormat output) {
  return converter->context != NULL && converter->width == frame->width && converter->height == frame->height
         && converter->format == frame->format && converter->matrix == matrix
         && converter->is_full_range == is_full_range && converter->chroma_location == (int)frame->chroma_location
         && converter->output == (int)output;
}

/// Opens swscale for pictures like a frame, and gets memory for the result.
///
/// - Returns: 0, or a negative error of FFmpeg.
static int open_scaler(
    struct SwsContext *context, AVFrame *result, const AVFrame *frame, const AVPixFmtDescriptor *format, int matrix,
    int is_full_range, enum AVPixelFormat output) {
  const char *names[] = {"srcw", "srch", "src_format", "dstw", "dsth", "dst_format", "sws_flags", "threads"};
  // Without these flags swscale repeats chroma samples, and errs by up to 3 of 255.
  int64_t flags = SWS_BILINEAR | SWS_FULL_CHR_H_INT | SWS_ACCURATE_RND;
  int64_t values[] = {
      frame->width, frame->height, frame->format, frame->width, frame->height, output, flags, 0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    av()->av_opt_set_int(context, names[i], values[i], 0);
  }
  if (format->log2_chroma_w == 1) {
    set_chroma_place(context, frame->chroma_location, format->log2_chroma_h == 1);
  }
  int error = av()->sws_init_context(context, NULL, NULL);
  if (error < 0) return error;
  av()->sws_setColorspaceDetails(
      context, av()->sws_getCoefficients(matrix), is_full_range, av()->sws_getCoefficients(SWS_CS_DEFAULT), 1, 0,
      1 << 16, 1 << 16);
  result->width = frame->width;
  result->height = frame->height;
  result->format = output;
  return av()->av_frame_get_buffer(result, 0);
}

static cffmpeg_status set_up(
    Converter *converter, const AVFrame *frame, enum AVPixelFormat output, cffmpeg_message *message) {
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(frame->format);
  if (format == NULL || !av()->sws_isSupportedInput(frame->format)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pixel format %s cannot be converted", format ? format->name : "is unknown");
  }
  int matrix = swscale_matrix(frame), full = converter_is_full_range(frame->color_range, format);
  if (fits(converter, frame, matrix, full, output)) return CFFMPEG_OK;
  converter_free(converter);
  converter->context = av()->sws_alloc_context();
  converter->result = av()->av_frame_alloc();
  if (converter->context == NULL || converter->result == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  int error = open_scaler(converter->context, converter->result, frame, format, matrix, full, output);
  if (error < 0) {
    cffmpeg_message words;
    cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pixels (%s) cannot be converted: %s", format->name,
        cffmpeg_error_text(error, &words));
    converter_free(converter);
    return CFFMPEG_UNSUPPORTED;
  }
  converter->width = frame->width;
  converter->height = frame->height;
  converter->format = frame->format;
  converter->output = output;
  converter->matrix = matrix;
  converter->is_full_range = full;
  converter->chroma_location = (int)frame->chroma_location;
  return CFFMPEG_OK;
}

bool converter_has_alpha(int format) {
  const AVPixFmtDescriptor *descriptor = av()->av_pix_fmt_desc_get(format);
  return format == AV_PIX_FMT_PAL8 || (descriptor != NULL && (descriptor->flags & AV_PIX_FMT_FLAG_ALPHA) != 0);
}

cffmpeg_status converter_copy_rgba(
    Converter *converter, const AVFrame *frame, int bits, bool keeps_alpha, uint8_t *rgba, cffmpeg_message *message) {
  cffmpeg_status status = set_up(converter, frame, bits == 8 ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGBA64, message);
  if (status != CFFMPEG_OK) return status;

  int error = av()->sws_scale_frame(converter->context, converter->result, frame);
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pixels cannot be converted: %s", cffmpeg_error_text(error, &words));
  }
  size_t sample_bytes = (size_t)bits / 8, row_bytes = (size_t)frame->width * 4 * sample_bytes;
  bool is_to_be_opaque = !keeps_alpha && converter_has_alpha(frame->format);
  for (int y = 0; y < frame->height; y++) {
    uint8_t *row = rgba + (size_t)y * row_bytes;
    memcpy(row, converter->result->data[0] + (ptrdiff_t)y * converter->result->linesize[0], row_bytes);
    if (is_to_be_opaque) {
      for (size_t x = 3 * sample_bytes; x < row_bytes; x += 4 * sample_bytes) memset(row + x, 255, sample_bytes);
    }
  }
  return CFFMPEG_OK;
}

void converter_free(Converter *converter) {
  if (converter->context != NULL) av()->sws_freeContext(converter->context);
  converter->context = NULL;
  if (converter->result != NULL) av()->av_frame_free(&converter->result);
}
