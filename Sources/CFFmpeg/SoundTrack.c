#include "SoundTrack.h"

#include <stdlib.h>

enum { BLOCK = 4096 };

static cffmpeg_status failed(cffmpeg_message *message, int error) {
  cffmpeg_message words;
  return cffmpeg_fail_by(message, CFFMPEG_UNWRITABLE, error, "sound: %s", cffmpeg_error_text(error, &words));
}

cffmpeg_status sound_track_open(
    SoundTrack *track, AVFormatContext *output, int rate, int channels, cffmpeg_message *message) {
  *track = (SoundTrack){.rate = rate, .channels = channels};
  if (rate < 1 || channels < 1 || channels > CFFMPEG_SOUND_CHANNEL_LIMIT) {
    return cffmpeg_fail(
        message, CFFMPEG_UNSUPPORTED, "sound of %d channels and %d samples a second; 1 to %d channels are written", channels,
        rate, CFFMPEG_SOUND_CHANNEL_LIMIT);
  }
  AVChannelLayout layout;
  av()->av_channel_layout_default(&layout, channels);
  cffmpeg_status status = sound_encoder_open(&track->encoder, output, rate, &layout, message);
  if (status != CFFMPEG_OK) return status;
  int own = track->encoder.context->sample_rate;
  int error = av()->swr_alloc_set_opts2(
      &track->converter, &layout, AV_SAMPLE_FMT_FLTP, own, &layout, AV_SAMPLE_FMT_FLT, rate, 0, NULL);
  if (error >= 0) error = av()->swr_init(track->converter);
  if (error < 0) return failed(message, error);
  // A block at the codec's rate, and what the converter holds.
  track->room = (int)((int64_t)BLOCK * own / rate) + 1024;
  for (int i = 0; i < channels; i++) {
    track->planes[i] = malloc((size_t)track->room * sizeof(float));
    if (track->planes[i] == NULL) return failed(message, AVERROR(ENOMEM));
  }
  return CFFMPEG_OK;
}

/// Encodes the next samples.
static cffmpeg_status put(SoundTrack *track, const float *samples, int64_t count, PacketSink sink, cffmpeg_message *message) {
  static const float silence[BLOCK * CFFMPEG_SOUND_CHANNEL_LIMIT];
  while (count > 0) {
    int taken = count < BLOCK ? (int)count : BLOCK;
    const float *block = samples == NULL ? silence : samples;
    int made = av()->swr_convert(
        track->converter, (uint8_t **)track->planes, track->room, (const uint8_t **)&block, taken);
    if (made < 0) return failed(message, made);
    cffmpeg_status status = sound_encoder_write(&track->encoder, track->planes, 0, made, sink, message);
    if (status != CFFMPEG_OK) return status;
    if (samples != NULL) samples += (int64_t)taken * track->channels;
    count -= taken;
    track->time += taken;
  }
  return CFFMPEG_OK;
}

cffmpeg_status sound_track_write(
    SoundTrack *track, const float *samples, int64_t count, int64_t time, PacketSink sink, cffmpeg_message *message) {
  if (!track->has_begun) {
    int own = track->encoder.context->sample_rate;
    track->has_begun = true;
    track->time = time;
    track->encoder.time = av()->av_rescale_q(time, (AVRational){1, track->rate}, (AVRational){1, own});
  }
  int64_t early = track->time - time;
  if (early >= count) return CFFMPEG_OK;
  if (early > 0) {
    if (samples != NULL) samples += early * track->channels;
    count -= early;
  } else if (early < 0) {
    cffmpeg_status status = put(track, NULL, -early, sink, message);
    if (status != CFFMPEG_OK) return status;
  }
  return put(track, samples, count, sink, message);
}

cffmpeg_status sound_track_finish(SoundTrack *track, PacketSink sink, cffmpeg_message *message) {
  int made = track->has_begun ? av()->swr_convert(track->converter, (uint8_t **)track->planes, track->room, NULL, 0) : 0;
  if (made > 0) {
    cffmpeg_status status = sound_encoder_write(&track->encoder, track->planes, 0, made, sink, message);
    if (status != CFFMPEG_OK) return status;
  }
  return sound_encoder_finish(&track->encoder, sink, message);
}

void sound_track_close(SoundTrack *track) {
  for (int i = 0; i < CFFMPEG_SOUND_CHANNEL_LIMIT; i++) free(track->planes[i]);
  if (track->converter != NULL) av()->swr_free(&track->converter);
  sound_encoder_close(&track->encoder);
}
