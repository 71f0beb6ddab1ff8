#include "TimeStretch.h"

#include "RubberBand.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

/// A buffer for one block of each channel.
typedef struct Block {
  float *planes[CFFMPEG_SOUND_CHANNEL_LIMIT];
  int count;
} Block;

static bool block_open(Block *block, int channels) {
  *block = (Block){0};
  float *samples = calloc((size_t)channels * BLOCK, sizeof *samples);
  if (samples == NULL) return false;
  for (int i = 0; i < channels; i++) block->planes[i] = samples + (size_t)i * BLOCK;
  return true;
}

static void block_close(Block *block) { free(block->planes[0]); }

cffmpeg_status time_stretch_open(
    TimeStretch *stretch, cffmpeg_pitch pitch, int rate, int channels, cffmpeg_message *message) {
  *stretch = (TimeStretch){.pitch = pitch, .rate = rate, .channels = channels};
  if (pitch != CFFMPEG_PITCH_VARIED && rubberband(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  stretch->spool = tmpfile();
  if (stretch->spool == NULL) {
    int error = errno;
    return cffmpeg_fail_by(
        message, CFFMPEG_UNWRITABLE, AVERROR(error), "no temporary file for its sound: %s", strerror(error));
  }
  return CFFMPEG_OK;
}

void time_stretch_close(TimeStretch *stretch) {
  if (stretch->spool != NULL) fclose(stretch->spool);
  *stretch = (TimeStretch){0};
}

cffmpeg_status time_stretch_put(
    TimeStretch *stretch, float *const *planes, int64_t offset, int64_t count, cffmpeg_message *message) {
  static const float silence[BLOCK];
  bool is_written = true;
  while (count > 0 && is_written) {
    int taken = count < BLOCK ? (int)count : BLOCK;
    is_written = fwrite(&taken, sizeof taken, 1, stretch->spool) == 1;
    for (int i = 0; i < stretch->channels && is_written; i++) {
      const float *samples = planes == NULL ? silence : planes[i] + offset;
      is_written = fwrite(samples, sizeof *samples, (size_t)taken, stretch->spool) == (size_t)taken;
    }
    offset += taken;
    count -= taken;
    stretch->count += taken;
  }
  if (is_written) return CFFMPEG_OK;
  int error = errno;
  return cffmpeg_fail_by(
      message, CFFMPEG_UNWRITABLE, AVERROR(error), "the temporary file for its sound: %s", strerror(error));
}

/// Reads the next block from the spool; false at its end.
static bool next(TimeStretch *stretch, Block *block) {
  if (fread(&block->count, sizeof block->count, 1, stretch->spool) != 1) return false;
  for (int i = 0; i < stretch->channels; i++) {
    if (fread(block->planes[i], sizeof(float), (size_t)block->count, stretch->spool) != (size_t)block->count) return false;
  }
  return true;
}

/// Passes samples of the result to the sink, no more than `*left`.
static cffmpeg_status give(float *const *planes, int64_t count, int64_t *left, SampleSink sink, cffmpeg_message *message) {
  if (count > *left) count = *left;
  *left -= count;
  return count > 0 ? sink.take(sink.context, planes, count, message) : CFFMPEG_OK;
}

static cffmpeg_status keep_pitch(
    TimeStretch *stretch, int64_t *left, SampleSink sink, Block *input, Block *output, cffmpeg_message *message) {
  const RubberBand *library = rubberband(message);
  if (library == NULL) return CFFMPEG_RUNTIME_MISSING;
  double ratio = (double)*left / (double)stretch->count;
  int engine = stretch->pitch == CFFMPEG_PITCH_KEPT ? RUBBERBAND_ENGINE_FINER : RUBBERBAND_ENGINE_FASTER;
  void *state = library->rubberband_new((unsigned)stretch->rate, (unsigned)stretch->channels, engine, ratio, 1);
  if (state == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  library->rubberband_set_max_process_size(state, BLOCK);
  const float *planes[CFFMPEG_SOUND_CHANNEL_LIMIT];
  for (int i = 0; i < stretch->channels; i++) planes[i] = input->planes[i];
  int64_t rest = stretch->count;
  rewind(stretch->spool);
  while (next(stretch, input)) {
    rest -= input->count;
    library->rubberband_study(state, planes, (unsigned)input->count, rest <= 0);
  }
  rest = stretch->count;
  rewind(stretch->spool);
  cffmpeg_status status = CFFMPEG_OK;
  while (status == CFFMPEG_OK && next(stretch, input)) {
    rest -= input->count;
    library->rubberband_process(state, planes, (unsigned)input->count, rest <= 0);
    for (int count; status == CFFMPEG_OK && (count = library->rubberband_available(state)) > 0;) {
      count = (int)library->rubberband_retrieve(state, output->planes, (unsigned)(count < BLOCK ? count : BLOCK));
      status = give(output->planes, count, left, sink, message);
    }
  }
  library->rubberband_delete(state);
  return status;
}

static cffmpeg_status vary_pitch(
    TimeStretch *stretch, int64_t *left, SampleSink sink, Block *input, Block *output, cffmpeg_message *message) {
  // Resampling from another nominal rate changes the speed.
  AVRational ratio;
  av()->av_reduce(&ratio.num, &ratio.den, *left, stretch->count, INT32_MAX / 4096);
  SwrContext *resampler = NULL;
  AVChannelLayout layout;
  av()->av_channel_layout_default(&layout, stretch->channels);
  int error = av()->swr_alloc_set_opts2(
      &resampler, &layout, AV_SAMPLE_FMT_FLTP, ratio.num, &layout, AV_SAMPLE_FMT_FLTP, ratio.den, 0, NULL);
  if (error >= 0) error = av()->swr_init(resampler);
  rewind(stretch->spool);
  cffmpeg_status status = CFFMPEG_OK;
  for (bool is_rest = false; error >= 0 && status == CFFMPEG_OK && *left > 0;) {
    bool has_block = !is_rest && next(stretch, input);
    // At the end the resampler returns what it still holds.
    is_rest = !has_block;
    int count = av()->swr_convert(
        resampler, (uint8_t **)output->planes, BLOCK, has_block ? (const uint8_t **)input->planes : NULL,
        has_block ? input->count : 0);
    while (count > 0 && status == CFFMPEG_OK) {
      status = give(output->planes, count, left, sink, message);
      // The resampler's result for the input so far.
      const uint8_t **no_input = is_rest ? NULL : (const uint8_t **)input->planes;
      count = av()->swr_convert(resampler, (uint8_t **)output->planes, BLOCK, no_input, 0);
    }
    if (count < 0) error = count;
    if (is_rest) break;
  }
  if (resampler != NULL) av()->swr_free(&resampler);
  cffmpeg_message words;
  return error < 0 ? cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "its sound: %s", cffmpeg_error_text(error, &words)) : status;
}

cffmpeg_status time_stretch_finish(TimeStretch *stretch, int64_t total, SampleSink sink, cffmpeg_message *message) {
  int64_t left = total;
  cffmpeg_status status = CFFMPEG_OK;
  if (stretch->count > 0 && left > 0) {
    Block input, output;
    bool has_room = block_open(&input, stretch->channels);
    has_room = block_open(&output, stretch->channels) && has_room;
    bool keeps = stretch->pitch != CFFMPEG_PITCH_VARIED;
    if (!has_room) status = cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
    else status = (keeps ? keep_pitch : vary_pitch)(stretch, &left, sink, &input, &output, message);
    block_close(&input);
    block_close(&output);
  }
  // A few samples, or a part too short to have a pitch.
  if (status == CFFMPEG_OK && left > 0) status = sink.take(sink.context, NULL, left, message);
  return status;
}
