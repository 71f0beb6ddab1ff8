#include "EncoderOptions.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_RATE_FACTOR = 20 };

/// The rate factor of another codec for about the quality of x264's. x265's documentation equates its 28 with x264's
/// 23. The scales of VP9 and AV1 end at 63, and AV1's 23 is about x264's 19.
static int scaled_factor(enum AVCodecID id, int factor) {
  switch (id) {
    case AV_CODEC_ID_HEVC: return factor * 28 / 23 < 51 ? factor * 28 / 23 : 51;
    case AV_CODEC_ID_VP9:
    case AV_CODEC_ID_AV1: return (factor * 63 + 25) / 51;
    default: return factor;
  }
}

/// The quantizer for a rate factor, for encoders of MPEG-4 Part 2 and older codecs, by x264's formula for its quantizer
/// step.
static int quantizer(int factor) {
  const double step = 0.85 * pow(2, (factor - 12) / 6.0);
  return (int)(FF_QP2LAMBDA * (step < 1 ? 1 : step > 31 ? 31 : step) + 0.5);
}

/// Whether an encoder has a rate factor like x264's.
static bool has_factor(const AVCodec *codec) {
  static const char *const names[] = {"libx264", "libx265", "libvpx", "libvpx-vp9", "libaom-av1", "libsvtav1"};
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
    if (strcmp(codec->name, names[at]) == 0) return true;
  }
  return false;
}

/// Sets rate control: constant quality, an average bit rate, or constant quality with a maximum bit rate.
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
    // Otherwise FFmpeg encodes at 200,000 bits per second, whatever the size.
    context->flags |= AV_CODEC_FLAG_QSCALE;
    context->global_quality = quantizer(factor);
  }
  // Other encoders cannot combine a maximum with a rate factor. They would keep to an average from the first picture
  // on, which makes the beginning coarse.
  bool has_bound = strcmp(codec->name, "libx264") == 0 || strcmp(codec->name, "libx265") == 0;
  if (movie->maximum_bit_rate == 0 || !has_bound) return;
  context->rc_max_rate = movie->maximum_bit_rate;
  context->rc_buffer_size = movie->maximum_bit_rate > INT_MAX ? INT_MAX : (int)movie->maximum_bit_rate;
}

/// How many pictures an encoder may hold back: by `lookahead`, for rate control, and by `threads`.
typedef struct Delay {
  int lookahead, threads;
} Delay;

/// The delay for a movie in fragments: the encoder may hold back half of the time that may be lost.
static Delay delay_of(const cffmpeg_movie *movie) {
  enum { USUAL_LOOKAHEAD = 10, MAXIMUM_THREADS = 16 };
  double rate = (double)movie->frame_rate.numerator / (double)movie->frame_rate.denominator;
  // One picture waits for the muxer, and a fragment can be one picture longer.
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

/// Sets the encoder's own options. Each encoder ignores the names that it does not know.
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
    // libvpx encodes alpha as a second stream, which alternate reference frames do not allow.
    if (movie->content == CFFMPEG_CONTENT_COLOR_WITH_ALPHA) av()->av_dict_set(options, "auto-alt-ref", "0", 0);
  }
  if (strcmp(codec->name, "libaom-av1") == 0) {
    // In real time libaom 3.6 loses samples of soft pictures even where it is told to lose none (63 to 67 dB). Pictures
    // are held back in neither case.
    av()->av_dict_set(options, movie->is_lossless ? "lag-in-frames" : "usage", movie->is_lossless ? "0" : "realtime", 0);
    av()->av_dict_set(options, "cpu-used", "8", 0);
    av()->av_dict_set(options, "row-mt", "1", 0);
    // FFmpeg does not pass the chroma location to libaom.
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
  // Version 3 has slices, which are encoded in parallel and carry checksums.
  if (codec->id == AV_CODEC_ID_FFV1) av()->av_dict_set(options, "level", "3", 0);
}

AVDictionary *encoder_options(AVCodecContext *context, const AVCodec *codec, const cffmpeg_movie *movie) {
  AVDictionary *options = NULL;
  set_options(&options, codec, movie);
  set_bits(&options, context, codec, movie);
  if (movie->fragment_milliseconds > 0) {
    Delay delay = delay_of(movie);
    set_delay(&options, codec, delay);
    context->thread_count = delay.threads;
  }
  return options;
}
