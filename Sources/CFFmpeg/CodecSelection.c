#include "CodecSelection.h"

#include "Container.h"

#include <string.h>

static enum AVCodecID select_id(const cffmpeg_movie *movie, const AVOutputFormat *kind) {
  switch (movie->codec) {
    case CFFMPEG_MOVIE_H264: return AV_CODEC_ID_H264;
    case CFFMPEG_MOVIE_HEVC: return AV_CODEC_ID_HEVC;
    case CFFMPEG_MOVIE_VP9: return AV_CODEC_ID_VP9;
    case CFFMPEG_MOVIE_AV1: return AV_CODEC_ID_AV1;
    case CFFMPEG_MOVIE_PRORES_4444: return AV_CODEC_ID_PRORES;
    case CFFMPEG_MOVIE_FFV1: return AV_CODEC_ID_FFV1;
    case CFFMPEG_MOVIE_DEFAULT: break;
  }
  bool is_matroska = strcmp(kind->name, "matroska") == 0;
  if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA) {
    if (strcmp(kind->name, "webm") == 0) return AV_CODEC_ID_VP9;
    if (strcmp(kind->name, "mov") == 0) return AV_CODEC_ID_PRORES;
    if (is_matroska) return AV_CODEC_ID_FFV1;
  }
  if (is_matroska && movie->is_lossless && movie->content == CFFMPEG_CONTENT_GRAY) return AV_CODEC_ID_FFV1;
  // Hardly any player has H.264's profile of 10 bits, but all have HEVC's, which cameras write.
  bool is_deep = kind->video_codec == AV_CODEC_ID_H264 && movie->depth > 8 && (container_is_mov(kind) || is_matroska);
  if (is_deep && av()->avcodec_find_encoder(AV_CODEC_ID_HEVC) != NULL) return AV_CODEC_ID_HEVC;
  return kind->video_codec;
}

/// The encoder for a codec. Of FFmpeg's several for ProRes, one supports alpha.
static const AVCodec *find_coder(enum AVCodecID id) {
  if (id == AV_CODEC_ID_PRORES) return av()->avcodec_find_encoder_by_name("prores_ks");
  return id == AV_CODEC_ID_NONE ? NULL : av()->avcodec_find_encoder(id);
}

const AVCodec *codec_select(const cffmpeg_movie *movie, const AVOutputFormat *kind) {
  return find_coder(select_id(movie, kind));
}

bool codec_takes(const AVCodec *codec, enum AVPixelFormat format) {
  for (const enum AVPixelFormat *known = codec->pix_fmts; known != NULL && *known != AV_PIX_FMT_NONE; known++) {
    if (*known == format) return true;
  }
  return false;
}

/// Y'CbCr if the source is Y'CbCr, else R'G'B' or gray, so that no conversion loses precision.
static enum AVPixelFormat ffv1_format(const cffmpeg_movie *movie, cffmpeg_sample_layout *layout) {
  bool has_alpha = movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA;
  if (movie->content == CFFMPEG_CONTENT_GRAY) {
    *layout = CFFMPEG_LAYOUT_LUMA;
    return AV_PIX_FMT_GRAY8;
  }
  if (movie->source_chroma != 0 && !has_alpha) {
    // Gray has no chroma, so 4:2:0 stores it too.
    bool is_even = movie->width % 2 == 0 && movie->height % 2 == 0, is_deep = movie->depth > 8;
    *layout = CFFMPEG_LAYOUT_YCBCR;
    if (is_even && (movie->source_chroma == 420 || movie->source_chroma == 400)) {
      return is_deep ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P;
    }
    if (movie->source_chroma == 422 && movie->width % 2 == 0) {
      return is_deep ? AV_PIX_FMT_YUV422P10 : AV_PIX_FMT_YUV422P;
    }
    return is_deep ? AV_PIX_FMT_YUV444P10 : AV_PIX_FMT_YUV444P;
  }
  if (movie->depth > 8) {
    *layout = has_alpha ? CFFMPEG_LAYOUT_RGBA64 : CFFMPEG_LAYOUT_RGB48;
    return has_alpha ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGB48;
  }
  *layout = CFFMPEG_LAYOUT_BGRA;
  return has_alpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0;
}

enum AVPixelFormat codec_pixel_format(
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
  // H.264 and HEVC crop by whole samples of chroma, so they have odd sides in 4:4:4 alone.
  bool is_reduced = is_even || codec->id == AV_CODEC_ID_VP9 || codec->id == AV_CODEC_ID_AV1;
  enum AVPixelFormat wanted[] = {is_reduced ? reduced : whole, is_reduced ? whole : reduced};
  for (int i = 0; i < 2; i++) {
    if (codec_takes(codec, wanted[i])) return wanted[i];
  }
  return AV_PIX_FMT_NONE;
}

/// Whether an encoder has a lossless mode.
static bool can_be_lossless(const AVCodec *codec) {
  static const char *const names[] = {"libx264", "libx265", "libvpx-vp9", "libaom-av1", "ffv1"};
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
    if (strcmp(codec->name, names[at]) == 0) return true;
  }
  return false;
}

/// The smallest width and height that an encoder accepts; its own error does not name it.
static int least_side(const AVCodec *codec) {
  if (strcmp(codec->name, "libx265") == 0) return 16;
  return strcmp(codec->name, "libsvtav1") == 0 ? 64 : 1;
}

/// Whether a file can hold transparent pictures of a codec.
static cffmpeg_status check_transparency(
    const cffmpeg_movie *movie, const AVOutputFormat *kind, const AVCodec *codec, cffmpeg_message *message) {
  if (movie->content != CFFMPEG_CONTENT_COLOR_WITH_ALPHA) return CFFMPEG_OK;
  bool holds_alpha = codec->id == AV_CODEC_ID_PRORES || codec->id == AV_CODEC_ID_FFV1
                     || (codec->id == AV_CODEC_ID_VP9 && container_is_matroska(kind));
  if (holds_alpha && (codec->id != AV_CODEC_ID_VP9 || movie->depth <= 8)) return CFFMPEG_OK;
  return cffmpeg_fail(
      message, CFFMPEG_UNSUPPORTED,
      "%s of %d bits in a file of the kind %s has no transparency; .webm (VP9 of 8 bits), .mov (ProRes 4444) and .mkv "
      "(FFV1) have",
      av()->avcodec_get_name(codec->id), movie->depth, container_name(kind));
}

/// Whether an encoder can do what the movie's settings request.
static cffmpeg_status check_settings(const cffmpeg_movie *movie, const AVCodec *codec, cffmpeg_message *message) {
  const char *name = av()->avcodec_get_name(codec->id);
  if (movie->is_lossless && !can_be_lossless(codec)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "%s is never lossless; FFV1 in .mkv, and H.264, HEVC, VP9 and AV1 can be",
        codec->id == AV_CODEC_ID_PRORES ? "ProRes" : name);
  }
  if (codec->id == AV_CODEC_ID_MPEG4 && movie->time_base.denominator > 65535) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED,
        "MPEG-4 counts at most 65535 units of time a second, not %d; ask for H.264, or for .mp4", movie->time_base.denominator);
  }
  bool has_bit_rate = !movie->is_lossless && codec->id != AV_CODEC_ID_PRORES && codec->id != AV_CODEC_ID_FFV1;
  if (movie->average_bit_rate > 0 && !has_bit_rate) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "%s has no bit rate to be set%s; leave that out", name,
        movie->is_lossless ? " where nothing is to be lost" : "");
  }
  if (codec->id == AV_CODEC_ID_PRORES && movie->color.is_full_range) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "ProRes has no full-range samples; ask for limited range");
  }
  return CFFMPEG_OK;
}

cffmpeg_status codec_check(
    const cffmpeg_movie *movie, const AVOutputFormat *kind, const AVCodec *codec, cffmpeg_message *message) {
  if (codec == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "this FFmpeg cannot write video of the kind %s", container_name(kind));
  }
  if (!container_holds(kind, codec->id)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "a file of the kind %s cannot hold video coded as %s; %s", container_name(kind),
        av()->avcodec_get_name(codec->id), container_alternatives(codec->id));
  }
  int least = least_side(codec);
  if (movie->width < least || movie->height < least) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "its pictures are %dx%d pixels, and %s takes %dx%d at least; ask for larger ones or H.264",
        movie->width, movie->height, av()->avcodec_get_name(codec->id), least, least);
  }
  cffmpeg_status status = check_transparency(movie, kind, codec, message);
  return status == CFFMPEG_OK ? check_settings(movie, codec, message) : status;
}
