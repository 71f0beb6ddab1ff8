#pragma once

#include <stdatomic.h>

#include "Runtime.h"

/// More packets than a decoder ever holds at once.
enum { CONCEALMENT_PACKETS = 512 };

/// The packets of which a decoder concealed an error. FFmpeg 5.1 sets a picture's error flags when it is decoded. With
/// threads that can be after the picture's properties were copied to its user, but the message in FFmpeg's log always
/// comes before. Threads of the decoder write this record while one thread reads it.
typedef struct Concealment {
  struct Concealment *next;
  int64_t packet;
  _Atomic int64_t concealed[CONCEALMENT_PACKETS];
  // The packets of which a part could not be decoded. FFmpeg does not conceal such a part in a field of H.264.
  _Atomic int64_t failed[CONCEALMENT_PACKETS];
} Concealment;

/// Begins to record the errors that a decoder conceals. Call it before the decoder is opened, and `concealment_stop`
/// after the decoder is freed.
void concealment_watch(Concealment *concealment, AVCodecContext *decoder);
/// Call this before each packet is sent.
void concealment_number_packet(Concealment *concealment, AVCodecContext *decoder);
/// Whether a part of the picture was concealed, or is missing from one of its fields. Where fields have packets of
/// their own, the second field's packet is the next one; where they do not, the picture before a damaged one counts as
/// damaged too.
bool concealment_holds(const Concealment *concealment, const AVFrame *frame);
void concealment_stop(Concealment *concealment);

/// The callback for FFmpeg's log: records what a decoder conceals, and passes every message on to FFmpeg's own
/// callback. May run on any thread.
void concealment_on_log(void *context, int level, const char *format, va_list arguments);
