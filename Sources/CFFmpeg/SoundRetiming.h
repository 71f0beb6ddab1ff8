#pragma once

#include "SoundEncoder.h"
#include "TimeMap.h"
#include "TimeStretch.h"

/// Decodes a sound, stretches the parts that the movie shows slower or faster, and encodes the result.
typedef struct SoundRetiming SoundRetiming;

/// Adds a stream for a sound of the source to the output. On success the caller closes `*retiming`, otherwise it is
/// NULL. Fails with CFFMPEG_UNSUPPORTED if this FFmpeg cannot decode the codec.
cffmpeg_status sound_retiming_open(
    SoundRetiming **retiming, const AVStream *source, AVFormatContext *output, const TimeMap *map, cffmpeg_pitch pitch,
    cffmpeg_message *message);
AVStream *sound_retiming_stream(const SoundRetiming *retiming);
/// Takes a packet of the source, or NULL at its end, and writes the packets that follow from it. `shift` is added to
/// all times.
cffmpeg_status sound_retiming_send(
    SoundRetiming *retiming, const AVPacket *packet, int64_t shift, AVRational shift_base, AVFormatContext *output,
    cffmpeg_message *message);
void sound_retiming_close(SoundRetiming *retiming);
