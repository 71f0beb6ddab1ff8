#include "Converter.h"

#include <string.h>

/// The matrix from Y'CbCr to R'G'B', one of swscale's numbers. Where the stream is silent it is BT.709 for high
/// definition and BT.601 below, as players have it.
static int matrix_of(const AVFrame *frame) {
  switch (frame->colorspace) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_FCC: return SWS_CS_FCC;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601;
    case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
    default: return frame->width >= 1280 || frame->height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601;
  }
}

/// Whether samples use 0...255 rather than 16...235. Where the stream is silent, gray and the "yuvj" formats do.
static bool is_full_range(const AVFrame *frame, const AVPixFmtDescriptor *format) {
  if (frame->color_range != AVCOL_RANGE_UNSPECIFIED) return frame->color_range == AVCOL_RANGE_JPEG;
  return format->nb_components <= 2 || strncmp(format->name, "yuvj", 4) == 0;
}

/// The shares of red and blue that make one of swscale's matrices.
static void set_weights(PKYCbCrPlanes *planes, int matrix) {
  switch (matrix) {
    case SWS_CS_ITU709: planes->kr = 0.2126, planes->kb = 0.0722; break;
    case SWS_CS_FCC: planes->kr = 0.30, planes->kb = 0.11; break;
    case SWS_CS_SMPTE240M: planes->kr = 0.212, planes->kb = 0.087; break;
    case SWS_CS_BT2020: planes->kr = 0.2627, planes->kb = 0.0593; break;
    default: planes->kr = 0.299, planes->kb = 0.114; break;
  }
}

bool converter_get_planes(const AVFrame *frame, PKYCbCrPlanes *planes) {
  switch (frame->format) {
    case AV_PIX_FMT_YUV420P: case AV_PIX_FMT_YUVJ420P: case AV_PIX_FMT_YUV422P: case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUV444P: case AV_PIX_FMT_YUVJ444P: break;
    default: return false;
  }
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(frame->format);
  if (format == NULL) return false;
  enum AVChromaLocation place = frame->chroma_location;
  *planes = (PKYCbCrPlanes){
      .width = frame->width, .height = frame->height,
      .luma = frame->data[0], .cb = frame->data[1], .cr = frame->data[2],
      .lumaStride = frame->linesize[0], .cbStride = frame->linesize[1], .crStride = frame->linesize[2],
      .halvesWidth = format->log2_chroma_w == 1, .halvesHeight = format->log2_chroma_h == 1,
      .isCenteredX = place == AVCHROMA_LOC_CENTER || place == AVCHROMA_LOC_TOP || place == AVCHROMA_LOC_BOTTOM,
      .isCenteredY = place != AVCHROMA_LOC_TOPLEFT && place != AVCHROMA_LOC_TOP,
      .isFullRange = is_full_range(frame, format),
  };
  set_weights(planes, matrix_of(frame));
  return true;
}

/// Where the chroma samples stand, in 1/256 of a luma sample from the first; video's default is "left".
static void set_chroma_place(struct SwsContext *context, enum AVChromaLocation location, bool halves_rows) {
  int x = 0, y = 128;
  if (location == AVCHROMA_LOC_CENTER || location == AVCHROMA_LOC_TOP || location == AVCHROMA_LOC_BOTTOM) x = 128;
  if (location == AVCHROMA_LOC_TOPLEFT || location == AVCHROMA_LOC_TOP) y = 0;
  if (location == AVCHROMA_LOC_BOTTOMLEFT || location == AVCHROMA_LOC_BOTTOM) y = 256;
  av()->av_opt_set_int(context, "src_h_chr_pos", x, 0);
  if (halves_rows) av()->av_opt_set_int(context, "src_v_chr_pos", y, 0);
}

static cffmpeg_status set_up(Converter *converter, const AVFrame *frame, cffmpeg_message *message) {
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(frame->format);
  if (format == NULL || !av()->sws_isSupportedInput(frame->format)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pixel format %s cannot be converted", format ? format->name : "is unknown");
  }
  int matrix = matrix_of(frame), full = is_full_range(frame, format);
  if (converter->context != NULL && converter->width == frame->width && converter->height == frame->height
      && converter->format == frame->format && converter->matrix == matrix && converter->is_full_range == full
      && converter->chroma_location == (int)frame->chroma_location) {
    return CFFMPEG_OK;
  }
  converter_free(converter);

  struct SwsContext *context = converter->context = av()->sws_alloc_context();
  AVFrame *result = converter->result = av()->av_frame_alloc();
  if (context == NULL || result == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");

  const char *names[] = {"srcw", "srch", "src_format", "dstw", "dsth", "dst_format", "sws_flags", "threads"};
  // Without these flags swscale repeats chroma samples and is off by up to 3 of 255.
  int64_t flags = SWS_BILINEAR | SWS_FULL_CHR_H_INT | SWS_ACCURATE_RND;
  int64_t values[] = {
      frame->width, frame->height, frame->format, frame->width, frame->height, AV_PIX_FMT_RGBA, flags, 0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    av()->av_opt_set_int(context, names[i], values[i], 0);
  }
  if (format->log2_chroma_w == 1) {
    set_chroma_place(context, frame->chroma_location, format->log2_chroma_h == 1);
  }
  int error = av()->sws_init_context(context, NULL, NULL);
  if (error >= 0) {
    av()->sws_setColorspaceDetails(
        context, av()->sws_getCoefficients(matrix), full, av()->sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16,
        1 << 16);
    result->width = frame->width;
    result->height = frame->height;
    result->format = AV_PIX_FMT_RGBA;
    error = av()->av_frame_get_buffer(result, 0);
  }
  if (error < 0) {
    cffmpeg_message words;
    cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pixels (%s) cannot be converted: %s", format->name,
        cffmpeg_words(error, &words));
    converter_free(converter);
    return CFFMPEG_UNSUPPORTED;
  }
  converter->width = frame->width;
  converter->height = frame->height;
  converter->format = frame->format;
  converter->matrix = matrix;
  converter->is_full_range = full;
  converter->chroma_location = (int)frame->chroma_location;
  return CFFMPEG_OK;
}

/// Whether pixels of the format may be translucent.
static bool has_alpha(int format) {
  const AVPixFmtDescriptor *descriptor = av()->av_pix_fmt_desc_get(format);
  return format == AV_PIX_FMT_PAL8 || (descriptor != NULL && (descriptor->flags & AV_PIX_FMT_FLAG_ALPHA) != 0);
}

cffmpeg_status converter_copy_rgba(
    Converter *converter, const AVFrame *frame, uint8_t *rgba, cffmpeg_message *message) {
  cffmpeg_status status = set_up(converter, frame, message);
  if (status != CFFMPEG_OK) return status;

  int error = av()->sws_scale_frame(converter->context, converter->result, frame);
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pixels cannot be converted: %s", cffmpeg_words(error, &words));
  }
  size_t row_bytes = (size_t)frame->width * 4;
  bool is_to_be_opaque = has_alpha(frame->format);
  for (int y = 0; y < frame->height; y++) {
    uint8_t *row = rgba + (size_t)y * row_bytes;
    memcpy(row, converter->result->data[0] + (ptrdiff_t)y * converter->result->linesize[0], row_bytes);
    if (is_to_be_opaque) {
      for (size_t x = 3; x < row_bytes; x += 4) row[x] = 255;
    }
  }
  return CFFMPEG_OK;
}

void converter_free(Converter *converter) {
  if (converter->context != NULL) av()->sws_freeContext(converter->context);
  converter->context = NULL;
  if (converter->result != NULL) av()->av_frame_free(&converter->result);
}
