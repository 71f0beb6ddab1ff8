#include "EncoderOptions.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_RATE_FACTOR = 20 };

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
