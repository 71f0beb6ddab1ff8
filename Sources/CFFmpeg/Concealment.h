#pragma once

#include <stdatomic.h>

#include "Runtime.h"

/// How many packets may be in a decoder at once, by far.
enum { CONCEALMENT_PACKETS = 512 };

/// Of which packets a decoder has made up what their pictures lack. FFmpeg 5.1 notes that on a picture when it is decoded,
/// which with threads can be after the picture's properties were copied for who gets it; what it writes to its log it
/// writes before. Threads of the decoder add to it, while one thread asks.
typedef struct Concealment {
  struct Concealment *next;
  int64_t packet;
  _Atomic int64_t concealed[CONCEALMENT_PACKETS];
  // Of which a part could not be decoded. That of a field of H.264 is not concealed.
  _Atomic int64_t failed[CONCEALMENT_PACKETS];
} Concealment;

/// Begins to note what a decoder that was not opened yet conceals. To be stopped after the decoder was freed.
void concealment_watch(Concealment *concealment, AVCodecContext *decoder);
/// To be called before each packet is sent.
void concealment_number_packet(Concealment *concealment, AVCodecContext *decoder);
/// Whether a part of the picture was made up, or of one of its fields is missing. Where fields have packets of their own, the
/// second one's is the next; where they do not, the picture before one that is damaged counts, too.
bool concealment_holds(const Concealment *concealment, const AVFrame *frame);
void concealment_stop(Concealment *concealment);

/// FFmpeg's log: what a decoder conceals is noted, and all goes to FFmpeg's own.
void concealment_on_log(void *context, int level, const char *format, va_list arguments);
