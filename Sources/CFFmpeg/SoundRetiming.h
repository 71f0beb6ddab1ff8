#pragma once

#include "SoundEncoder.h"
#include "TimeMap.h"
#include "TimeStretch.h"

/// A sound that is decoded, made longer or shorter where the movie is, and coded again.
typedef struct SoundRetiming SoundRetiming;

/// Makes a stream of the output for a sound of the source. On success `*retiming` is to be closed, otherwise it is NULL; a
/// codec that this FFmpeg does not decode is CFFMPEG_UNSUPPORTED.
cffmpeg_status sound_retiming_open(
    SoundRetiming **retiming, const AVStream *source, AVFormatContext *output, const TimeMap *map, cffmpeg_pitch pitch,
    cffmpeg_message *message);
AVStream *sound_retiming_stream(const SoundRetiming *retiming);
/// Takes a packet of the source, or NULL at its end, and writes what follows from it. `shift` is added to all times.
cffmpeg_status sound_retiming_send(
    SoundRetiming *retiming, const AVPacket *packet, int64_t shift, AVRational shift_base, AVFormatContext *output,
    cffmpeg_message *message);
void sound_retiming_close(SoundRetiming *retiming);
