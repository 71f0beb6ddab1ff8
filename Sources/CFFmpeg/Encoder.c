#include "Encoder.h"

#include "Container.h"
#include "Matrix.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int DEFAULT_RATE_FACTOR = 20;

static enum AVCodecID codec_id(const cffmpeg_movie *movie, const AVOutputFormat *kind) {
  switch (movie->codec) {
    case CFFMPEG_MOVIE_H264: return AV_CODEC_ID_H264;
    case CFFMPEG_MOVIE_HEVC: return AV_CODEC_ID_HEVC;
    case CFFMPEG_MOVIE_VP9: return AV_CODEC_ID_VP9;
    case CFFMPEG_MOVIE_AV1: return AV_CODEC_ID_AV1;
    case CFFMPEG_MOVIE_PRORES_4444: return AV_CODEC_ID_PRORES;
    case CFFMPEG_MOVIE_FFV1: return AV_CODEC_ID_FFV1;
    case CFFMPEG_MOVIE_USUAL: break;
  }
  bool is_matroska = strcmp(kind->name, "matroska") == 0;
  if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA) {
    if (strcmp(kind->name, "webm") == 0) return AV_CODEC_ID_VP9;
    if (strcmp(kind->name, "mov") == 0) return AV_CODEC_ID_PRORES;
    if (is_matroska) return AV_CODEC_ID_FFV1;
  }
  if (is_matroska && movie->is_lossless && movie->content == CFFMPEG_CONTENT_GRAY) return AV_CODEC_ID_FFV1;
  // H.264 of 10 bits is a profile that hardly any player has, where that of HEVC is the one that cameras write.
  bool is_deep = kind->video_codec == AV_CODEC_ID_H264 && movie->depth > 8 && (container_is_mov(kind) || is_matroska);
  if (is_deep && av()->avcodec_find_encoder(AV_CODEC_ID_HEVC) != NULL) return AV_CODEC_ID_HEVC;
  return kind->video_codec;
}

/// The coder for a codec: FFmpeg has several for ProRes, of which one knows alpha.
static const AVCodec *find_coder(enum AVCodecID id) {
  if (id == AV_CODEC_ID_PRORES) return av()->avcodec_find_encoder_by_name("prores_ks");
  return id == AV_CODEC_ID_NONE ? NULL : av()->avcodec_find_encoder(id);
}

static bool takes(const AVCodec *codec, enum AVPixelFormat format) {
  for (const enum AVPixelFormat *known = codec->pix_fmts; known != NULL && *known != AV_PIX_FMT_NONE; known++) {
    if (*known == format) return true;
  }
  return false;
}

/// Y'CbCr where the pictures came as such, else R'G'B' as it is, so that nothing is lost, and gray.
static enum AVPixelFormat ffv1_format(const cffmpeg_movie *movie, cffmpeg_sample_layout *layout) {
  bool has_alpha = movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA;
  if (movie->content == CFFMPEG_CONTENT_GRAY) {
    *layout = CFFMPEG_LAYOUT_LUMA;
    return AV_PIX_FMT_GRAY8;
  }
  if (movie->source_chroma != 0 && !has_alpha) {
    // Gray is without colour in either.
    bool is_even = movie->width % 2 == 0 && movie->height % 2 == 0;
    bool is_reduced = is_even && (movie->source_chroma == 420 || movie->source_chroma == 400);
    *layout = CFFMPEG_LAYOUT_YCBCR;
    if (movie->depth > 8) return is_reduced ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV444P10;
    return is_reduced ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV444P;
  }
  if (movie->depth > 8) {
    *layout = has_alpha ? CFFMPEG_LAYOUT_RGBA64 : CFFMPEG_LAYOUT_RGB48;
    return has_alpha ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGB48;
  }
  *layout = CFFMPEG_LAYOUT_BGRA;
  return has_alpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0;
}

/// 4:2:0 where the codec and the size allow it, else 4:4:4; AV_PIX_FMT_NONE where the codec has neither.
static enum AVPixelFormat pixel_format(
    const AVCodec *codec, const cffmpeg_movie *movie, cffmpeg_sample_layout *layout) {
  if (codec->id == AV_CODEC_ID_FFV1) return ffv1_format(movie, layout);
  bool is_deep = movie->depth > 8, is_even = movie->width % 2 == 0 && movie->height % 2 == 0;
  *layout = movie->content == CFFMPEG_CONTENT_GRAY && !is_deep ? CFFMPEG_LAYOUT_LUMA : CFFMPEG_LAYOUT_YCBCR;
  if (codec->id == AV_CODEC_ID_PRORES) {
    *layout = CFFMPEG_LAYOUT_YCBCR;
    return movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA ? AV_PIX_FMT_YUVA444P10 : AV_PIX_FMT_YUV444P10;
  }
  if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA) {
    return codec->id == AV_CODEC_ID_VP9 && !is_deep ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_NONE;
  }
  enum AVPixelFormat reduced = is_deep ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P;
  enum AVPixelFormat whole = is_deep ? AV_PIX_FMT_YUV444P10 : AV_PIX_FMT_YUV444P;
  enum AVPixelFormat wanted[] = {is_even ? reduced : whole, is_even ? whole : reduced};
  for (int i = 0; i < 2; i++) {
    if (takes(codec, wanted[i])) return wanted[i];
  }
  return AV_PIX_FMT_NONE;
}

/// x264's factor on the scale of another codec, at about the same quality: x265's documentation puts its 28 beside
/// x264's 23; the scales of VP9 and AV1 end at 63, and 23 of AV1 is beside 19.
static int scaled_factor(enum AVCodecID id, int factor) {
  switch (id) {
    case AV_CODEC_ID_HEVC: return factor * 28 / 23 < 51 ? factor * 28 / 23 : 51;
    case AV_CODEC_ID_VP9:
    case AV_CODEC_ID_AV1: return (factor * 63 + 25) / 51;
    default: return factor;
  }
}

/// The step of a quantizer at x264's factor, for coders of MPEG-4 and before, whose steps are x264's own of so many pictures.
static int quantizer(int factor) {
  const double step = 0.85 * pow(2, (factor - 12) / 6.0);
  return (int)(FF_QP2LAMBDA * (step < 1 ? 1 : step > 31 ? 31 : step) + 0.5);
}

/// Whether a coder has x264's factor, or one like it.
static bool has_factor(const AVCodec *codec) {
  static const char *const names[] = {"libx264", "libx265", "libvpx", "libvpx-vp9", "libaom-av1", "libsvtav1"};
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
    if (strcmp(codec->name, names[at]) == 0) return true;
  }
  return false;
}

/// Whether a coder can lose nothing.
static bool can_be_lossless(const AVCodec *codec) {
  static const char *const names[] = {"libx264", "libx265", "libvpx-vp9", "libaom-av1", "ffv1"};
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
    if (strcmp(codec->name, names[at]) == 0) return true;
  }
  return false;
}

/// How many bits pictures take: by quality, by their mean, or by quality below a bound.
static void set_bits(
    AVDictionary **options, AVCodecContext *context, const AVCodec *codec, const cffmpeg_movie *movie) {
  int factor = movie->rate_factor < 0 ? DEFAULT_RATE_FACTOR : movie->rate_factor;
  if (movie->is_lossless) {
    av()->av_dict_set(options, strcmp(codec->name, "libx264") == 0 ? "qp" : "crf", "0", 0);
    return;
  }
  if (movie->average_bit_rate > 0) {
    context->bit_rate = movie->average_bit_rate;
  } else if (has_factor(codec)) {
    char text[16];
    snprintf(text, sizeof text, "%d", scaled_factor(codec->id, factor));
    av()->av_dict_set(options, "crf", text, 0);
  } else {
    // Without this FFmpeg takes 200,000 bits a second, whatever the size.
    context->flags |= AV_CODEC_FLAG_QSCALE;
    context->global_quality = quantizer(factor);
  }
  // Other coders have no bound beside a factor, but a mean that they keep to from the first picture on, which is coarse then.
  bool has_bound = strcmp(codec->name, "libx264") == 0 || strcmp(codec->name, "libx265") == 0;
  if (movie->maximum_bit_rate == 0 || !has_bound) return;
  context->rc_max_rate = movie->maximum_bit_rate;
  context->rc_buffer_size = movie->maximum_bit_rate > INT_MAX ? INT_MAX : (int)movie->maximum_bit_rate;
}

/// How many pictures an encoder may hold back: in `lookahead`, by which it chooses where bits go, and in `threads`.
typedef struct Delay {
  int lookahead, threads;
} Delay;

/// A movie in fragments is to lose little: half of that is what the encoder may hold.
static Delay delay_of(const cffmpeg_movie *movie) {
  enum { USUAL_LOOKAHEAD = 10, MAXIMUM_THREADS = 16 };
  double rate = (double)movie->frame_rate.numerator / (double)movie->frame_rate.denominator;
  // One picture waits to be handed on, and by one the fragment is longer.
  int held = (int)(rate * movie->fragment_milliseconds / 2000) - 2;
  if (held < 0) held = 0;
  int lookahead = held * 2 / 3 < USUAL_LOOKAHEAD ? held * 2 / 3 : USUAL_LOOKAHEAD;
  long cores = sysconf(_SC_NPROCESSORS_ONLN) * 3 / 2;
  int threads = cores > MAXIMUM_THREADS ? MAXIMUM_THREADS : (int)cores;
  if (threads > held - lookahead + 1) threads = held - lookahead + 1;
  return (Delay){lookahead, threads > 1 ? threads : 1};
}

static void set_delay(AVDictionary **options, const AVCodec *codec, Delay delay) {
  char text[64];
  snprintf(text, sizeof text, "%d", delay.lookahead);
  if (strcmp(codec->name, "libx264") == 0) av()->av_dict_set(options, "rc-lookahead", text, 0);
  if (strncmp(codec->name, "libvpx", 6) == 0 || strcmp(codec->name, "libaom-av1") == 0) {
    av()->av_dict_set(options, "lag-in-frames", text, 0);
  }
  if (strcmp(codec->name, "libsvtav1") == 0) av()->av_dict_set(options, "la_depth", text, 0);
  if (strcmp(codec->name, "libx265") == 0) {
    snprintf(text, sizeof text, ":rc-lookahead=%d:bframes=0:frame-threads=%d", delay.lookahead, delay.threads);
    av()->av_dict_set(options, "x265-params", text, AV_DICT_APPEND);
  }
}

/// Codecs take the options that they know and leave the rest.
static void set_options(AVDictionary **options, const AVCodec *codec, const cffmpeg_movie *movie) {
  char parameters[64];
  bool is_x264 = strcmp(codec->name, "libx264") == 0, is_x265 = strcmp(codec->name, "libx265") == 0;
  if (is_x264 || is_x265) av()->av_dict_set(options, "preset", "veryfast", 0);
  if (is_x265) {
    av()->av_dict_set(
        options, "x265-params", movie->is_lossless ? "log-level=error:lossless=1" : "log-level=error", 0);
  }
  if (strncmp(codec->name, "libvpx", 6) == 0) {
    av()->av_dict_set(options, "deadline", "realtime", 0);
    av()->av_dict_set(options, "cpu-used", "6", 0);
    av()->av_dict_set(options, "row-mt", "1", 0);
    if (movie->is_lossless) av()->av_dict_set(options, "lossless", "1", 0);
    // Alpha is coded beside the pictures, which frames that are coded ahead do not allow.
    if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA) av()->av_dict_set(options, "auto-alt-ref", "0", 0);
  }
  if (strcmp(codec->name, "libaom-av1") == 0) {
    av()->av_dict_set(options, "usage", "realtime", 0);
    av()->av_dict_set(options, "cpu-used", "8", 0);
    av()->av_dict_set(options, "row-mt", "1", 0);
    // FFmpeg does not hand the place of chroma on.
    bool is_at_first = movie->color.chroma_location == AVCHROMA_LOC_TOPLEFT;
    snprintf(
        parameters, sizeof parameters, "chroma-sample-position=%s%s", is_at_first ? "colocated" : "vertical",
        movie->is_lossless ? ":lossless=1" : "");
    av()->av_dict_set(options, "aom-params", parameters, 0);
  }
  if (strcmp(codec->name, "libsvtav1") == 0) av()->av_dict_set(options, "preset", "10", 0);
  if (strcmp(codec->name, "prores_ks") == 0) {
    av()->av_dict_set(options, "profile", "4444", 0);
    av()->av_dict_set(options, "vendor", "apl0", 0);
    if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA) av()->av_dict_set(options, "alpha_bits", "16", 0);
  }
  // Version 3, with slices, which are coded on all cores and carry checksums.
  if (codec->id == AV_CODEC_ID_FFV1) av()->av_dict_set(options, "level", "3", 0);
}

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

/// The width and height that a coder takes at least, which its own error does not say.
static int least_side(const AVCodec *codec) {
  if (strcmp(codec->name, "libx265") == 0) return 16;
  return strcmp(codec->name, "libsvtav1") == 0 ? 64 : 1;
}

static cffmpeg_status check(
    const cffmpeg_movie *movie, const AVOutputFormat *kind, const AVCodec *codec, cffmpeg_message *message) {
  if (codec == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "this FFmpeg cannot write video of the kind %s", container_name(kind));
  }
  if (!container_holds(kind, codec->id)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "a file of the kind %s cannot hold video coded as %s; %s", container_name(kind),
        av()->avcodec_get_name(codec->id), container_holders(codec->id));
  }
  int least = least_side(codec);
  if (movie->width < least || movie->height < least) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pictures are %dx%d pixels, and %s takes %dx%d at least; ask for larger ones or H.264",
        movie->width, movie->height, av()->avcodec_get_name(codec->id), least, least);
  }
  bool has_alpha = movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA;
  bool holds_alpha = codec->id == AV_CODEC_ID_PRORES || codec->id == AV_CODEC_ID_FFV1
                     || (codec->id == AV_CODEC_ID_VP9 && container_is_matroska(kind));
  if (has_alpha && (!holds_alpha || (codec->id == AV_CODEC_ID_VP9 && movie->depth > 8))) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED,
        "%s of %d bits in a file of the kind %s has no transparency; .webm (VP9 of 8 bits), .mov (ProRes 4444) and .mkv "
        "(FFV1) have",
        av()->avcodec_get_name(codec->id), movie->depth, container_name(kind));
  }
  if (movie->is_lossless && !can_be_lossless(codec)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "%s is never lossless; FFV1 in .mkv, and H.264, HEVC, VP9 and AV1 can be",
        codec->id == AV_CODEC_ID_PRORES ? "ProRes" : av()->avcodec_get_name(codec->id));
  }
  if (codec->id == AV_CODEC_ID_MPEG4 && movie->time_base.denominator > 65535) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED,
        "MPEG-4 counts at most 65535 units of time a second, not %d; ask for H.264, or for .mp4", movie->time_base.denominator);
  }
  bool has_bit_rate = !movie->is_lossless && codec->id != AV_CODEC_ID_PRORES && codec->id != AV_CODEC_ID_FFV1;
  if (movie->average_bit_rate > 0 && !has_bit_rate) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "%s has no bit rate to be set%s; leave that out",
        av()->avcodec_get_name(codec->id), movie->is_lossless ? " where nothing is to be lost" : "");
  }
  if (codec->id == AV_CODEC_ID_PRORES && movie->color.is_full_range) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "ProRes has no full-range samples; ask for limited range");
  }
  return CFFMPEG_OK;
}

cffmpeg_status encoder_open(
    Encoder *encoder, const cffmpeg_movie *movie, const AVOutputFormat *kind, cffmpeg_message *message) {
  const AVCodec *codec = find_coder(codec_id(movie, kind));
  cffmpeg_status status = check(movie, kind, codec, message);
  if (status != CFFMPEG_OK) return status;
  AVCodecContext *context = encoder->context = av()->avcodec_alloc_context3(codec);
  encoder->frame = av()->av_frame_alloc();
  if (context == NULL || encoder->frame == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  context->width = movie->width;
  context->height = movie->height;
  context->pix_fmt = pixel_format(codec, movie, &encoder->layout);
  encoder->has_alpha = movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA;
  if (context->pix_fmt == AV_PIX_FMT_NONE || !takes(codec, context->pix_fmt)) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "the codec %s takes no %d-bit Y'CbCr", codec->name, movie->depth);
  }
  context->time_base = (AVRational){movie->time_base.numerator, movie->time_base.denominator};
  context->framerate = (AVRational){movie->frame_rate.numerator, movie->frame_rate.denominator};
  context->sample_aspect_ratio =
      (AVRational){movie->pixel_aspect_ratio.numerator, movie->pixel_aspect_ratio.denominator};
  // Pictures stay in the order of showing: so the first one's time needs no edit list, which some readers leave out.
  context->max_b_frames = 0;
  context->thread_count = 0;
  if (codec->id == AV_CODEC_ID_FFV1) context->slices = 16;
  bool is_rgb = encoder->layout > CFFMPEG_LAYOUT_LUMA;
  set_color(context, movie, is_rgb);
  if (kind->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;

  AVDictionary *options = NULL;
  set_options(&options, codec, movie);
  set_bits(&options, context, codec, movie);
  if (movie->fragment_milliseconds > 0) {
    Delay delay = delay_of(movie);
    set_delay(&options, codec, delay);
    context->thread_count = delay.threads;
  }
  int error = av()->avcodec_open2(context, codec, &options);
  av()->av_dict_free(&options);
  AVFrame *frame = encoder->frame;
  if (error >= 0) {
    // With a fixed quality, encoders read it from each picture.
    frame->quality = context->global_quality;
    frame->format = context->pix_fmt;
    frame->width = movie->width;
    frame->height = movie->height;
    frame->sample_aspect_ratio = context->sample_aspect_ratio;
    frame->colorspace = context->colorspace;
    frame->color_primaries = context->color_primaries;
    frame->color_trc = context->color_trc;
    frame->color_range = context->color_range;
    frame->chroma_location = context->chroma_sample_location;
    error = av()->av_frame_get_buffer(frame, 0);
  }
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "%s: %s", codec->name, cffmpeg_words(error, &words));
  }
  return CFFMPEG_OK;
}

/// Chroma of no colour, where luma alone is written.
static void clear_chroma(AVFrame *frame, const AVPixFmtDescriptor *format) {
  int rows = -(-frame->height >> format->log2_chroma_h);
  for (int i = 1; i < 3; i++) {
    if (frame->data[i] != NULL) memset(frame->data[i], 128, (size_t)frame->linesize[i] * (size_t)rows);
  }
}

cffmpeg_status encoder_get_room(Encoder *encoder, PKYCbCrTarget *target, cffmpeg_message *message) {
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
      .isCenteredX = place == AVCHROMA_LOC_CENTER || place == AVCHROMA_LOC_TOP || place == AVCHROMA_LOC_BOTTOM,
      .isCenteredY = place != AVCHROMA_LOC_TOPLEFT && place != AVCHROMA_LOC_TOP,
      .isFullRange = frame->color_range == AVCOL_RANGE_JPEG,
  };
  matrix_weights(matrix_meant(frame->colorspace, frame->width, frame->height), &target->kr, &target->kb);
  return CFFMPEG_OK;
}

bool encoder_takes_planes(const Encoder *encoder) {
  // x264 copies a picture when it is given one; others may keep it.
  return encoder->layout == CFFMPEG_LAYOUT_YCBCR && strcmp(encoder->context->codec->name, "libx264") == 0;
}

static void keep(void *opaque, uint8_t *data) {
  (void)opaque;
  (void)data;
}

AVFrame *encoder_borrow(Encoder *encoder, const PKYCbCrPlanes *planes) {
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
    // The buffer is only read.
    frame->data[i] = (uint8_t *)data[i];
    frame->linesize[i] = (int)strides[i];
    frame->buf[i] = av()->av_buffer_create(
        frame->data[i], (size_t)strides[i] * (size_t)rows, keep, NULL, AV_BUFFER_FLAG_READONLY);
    if (frame->buf[i] == NULL) return NULL;
  }
  frame->extended_data = frame->data;
  return frame;
}

void encoder_give_back(Encoder *encoder) { av()->av_frame_unref(encoder->borrowed); }

void encoder_close(Encoder *encoder) {
  if (encoder->borrowed != NULL) av()->av_frame_free(&encoder->borrowed);
  if (encoder->frame != NULL) av()->av_frame_free(&encoder->frame);
  if (encoder->context != NULL) av()->avcodec_free_context(&encoder->context);
}
