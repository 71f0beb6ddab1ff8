#include "Encoder.h"

#include "CodecSelection.h"
#include "EncoderOptions.h"
#include "Matrix.h"

#include <string.h>

static void set_color(AVCodecContext *context, const cffmpeg_movie *movie, bool is_rgb) {
  const cffmpeg_color *color = &movie->color;
  context->colorspace = is_rgb ? AVCOL_SPC_RGB : (enum AVColorSpace)color->matrix;
  context->color_primaries = (enum AVColorPrimaries)color->primaries;
  context->color_trc = (enum AVColorTransferCharacteristic)color->transfer;
  context->color_range = is_rgb || color->is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(context->pix_fmt);
  if (format != NULL && format->log2_chroma_w > 0) {
    context->chroma_sample_location = (enum AVChromaLocation)color->chroma_location;
  }
}

/// Makes room for the samples of a picture as the encoder takes it.
static int set_frame_up(AVFrame *frame, const AVCodecContext *context) {
  // Encoders of constant quality read it from each picture.
  frame->quality = context->global_quality;
  frame->format = context->pix_fmt;
  frame->width = context->width;
  frame->height = context->height;
  frame->sample_aspect_ratio = context->sample_aspect_ratio;
  frame->colorspace = context->colorspace;
  frame->color_primaries = context->color_primaries;
  frame->color_trc = context->color_trc;
  frame->color_range = context->color_range;
  frame->chroma_location = context->chroma_sample_location;
  return av()->av_frame_get_buffer(frame, 0);
}

cffmpeg_status encoder_open(
    Encoder *encoder, const cffmpeg_movie *movie, const AVOutputFormat *kind, cffmpeg_message *message) {
  const AVCodec *codec = codec_select(movie, kind);
  cffmpeg_status status = codec_check(movie, kind, codec, message);
  if (status != CFFMPEG_OK) return status;
  AVCodecContext *context = encoder->context = av()->avcodec_alloc_context3(codec);
  encoder->frame = av()->av_frame_alloc();
  if (context == NULL || encoder->frame == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  context->width = movie->width;
  context->height = movie->height;
  context->pix_fmt = codec_pixel_format(codec, movie, &encoder->layout);
  encoder->has_alpha = movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA;
  if (context->pix_fmt == AV_PIX_FMT_NONE || !codec_takes(codec, context->pix_fmt)) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "the codec %s takes no %d-bit Y'CbCr", codec->name, movie->depth);
  }
  context->time_base = (AVRational){movie->time_base.numerator, movie->time_base.denominator};
  context->framerate = (AVRational){movie->frame_rate.numerator, movie->frame_rate.denominator};
  context->sample_aspect_ratio =
      (AVRational){movie->pixel_aspect_ratio.numerator, movie->pixel_aspect_ratio.denominator};
  // Without reordering, the first picture's time needs no edit list, which some readers ignore.
  context->max_b_frames = 0;
  // Other encoders than x264 divide one picture among their threads, and hold back none for it.
  context->thread_count = strcmp(codec->name, "libx264") == 0 ? movie->threads : 0;
  if (codec->id == AV_CODEC_ID_FFV1) context->slices = 16;
  bool is_rgb = encoder->layout > CFFMPEG_LAYOUT_LUMA;
  set_color(context, movie, is_rgb);
  if (kind->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;

  AVDictionary *options = encoder_options(context, codec, movie);
  int error = av()->avcodec_open2(context, codec, &options);
  av()->av_dict_free(&options);
  if (error >= 0) error = set_frame_up(encoder->frame, context);
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "%s: %s", codec->name, cffmpeg_error_text(error, &words));
  }
  return CFFMPEG_OK;
}

/// Sets chroma to neutral, for pictures that have only luma.
static void clear_chroma(AVFrame *frame, const AVPixFmtDescriptor *format) {
  int rows = -(-frame->height >> format->log2_chroma_h);
  for (int i = 1; i < 3; i++) {
    if (frame->data[i] != NULL) memset(frame->data[i], 128, (size_t)frame->linesize[i] * (size_t)rows);
  }
}

cffmpeg_status encoder_get_target(Encoder *encoder, PKYCbCrTarget *target, cffmpeg_message *message) {
  AVFrame *frame = encoder->frame;
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(frame->format);
  int error = av()->av_frame_make_writable(frame);
  if (error < 0 || format == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  if (encoder->layout == CFFMPEG_LAYOUT_LUMA) clear_chroma(frame, format);
  enum AVChromaLocation place = frame->chroma_location;
  *target = (PKYCbCrTarget){
      .width = frame->width, .height = frame->height, .depth = format->comp[0].depth,
      .luma = frame->data[0], .cb = frame->data[1], .cr = frame->data[2],
      .alpha = encoder->has_alpha ? frame->data[3] : NULL,
      .lumaStride = frame->linesize[0], .cbStride = frame->linesize[1], .crStride = frame->linesize[2],
      .alphaStride = frame->linesize[3],
      .isWhole = format->log2_chroma_w == 0,
      .hasAllRows = format->log2_chroma_w == 1 && format->log2_chroma_h == 0,
      .isCenteredX = place == AVCHROMA_LOC_CENTER || place == AVCHROMA_LOC_TOP || place == AVCHROMA_LOC_BOTTOM,
      .isCenteredY = place != AVCHROMA_LOC_TOPLEFT && place != AVCHROMA_LOC_TOP,
      .isFullRange = frame->color_range == AVCOL_RANGE_JPEG,
  };
  matrix_weights(matrix_meant(frame->colorspace, frame->width, frame->height), &target->kr, &target->kb);
  return CFFMPEG_OK;
}

bool encoder_accepts_planes(const Encoder *encoder) {
  // x264 copies the picture that it is given; other encoders may keep a reference.
  return encoder->layout == CFFMPEG_LAYOUT_YCBCR && strcmp(encoder->context->codec->name, "libx264") == 0;
}

/// The planes belong to the caller.
static void do_not_free(void *opaque, uint8_t *data) {
  (void)opaque;
  (void)data;
}

AVFrame *encoder_borrow_planes(Encoder *encoder, const PKYCbCrPlanes *planes) {
  AVFrame *frame = encoder->borrowed, *own = encoder->frame;
  if (frame == NULL) frame = encoder->borrowed = av()->av_frame_alloc();
  if (frame == NULL) return NULL;
  av()->av_frame_unref(frame);
  if (av()->av_frame_copy_props(frame, own) < 0) return NULL;
  (frame->format = own->format), (frame->width = own->width), (frame->height = own->height);
  const void *data[] = {planes->luma, planes->cb, planes->cr};
  const ptrdiff_t strides[] = {planes->lumaStride, planes->cbStride, planes->crStride};
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(own->format);
  if (format == NULL) return NULL;
  for (int i = 0; i < 3; i++) {
    int rows = i == 0 ? own->height : -(-own->height >> format->log2_chroma_h);
    // The encoder only reads the buffer.
    frame->data[i] = (uint8_t *)data[i];
    frame->linesize[i] = (int)strides[i];
    frame->buf[i] = av()->av_buffer_create(
        frame->data[i], (size_t)strides[i] * (size_t)rows, do_not_free, NULL, AV_BUFFER_FLAG_READONLY);
    if (frame->buf[i] == NULL) return NULL;
  }
  frame->extended_data = frame->data;
  return frame;
}

void encoder_return_planes(Encoder *encoder) { av()->av_frame_unref(encoder->borrowed); }

void encoder_close(Encoder *encoder) {
  if (encoder->borrowed != NULL) av()->av_frame_free(&encoder->borrowed);
  if (encoder->frame != NULL) av()->av_frame_free(&encoder->frame);
  if (encoder->context != NULL) av()->avcodec_free_context(&encoder->context);
}
