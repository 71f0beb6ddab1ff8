#include "Concealment.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

// Decoders that are watched. Others' decoders have pointers of their own where ours have these.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Concealment *watched;

void concealment_watch(Concealment *concealment, AVCodecContext *decoder) {
  *concealment = (Concealment){0};
  decoder->opaque = concealment;
  pthread_mutex_lock(&mutex);
  concealment->next = watched;
  watched = concealment;
  pthread_mutex_unlock(&mutex);
}

void concealment_stop(Concealment *concealment) {
  pthread_mutex_lock(&mutex);
  Concealment **place = &watched;
  while (*place != NULL && *place != concealment) place = &(*place)->next;
  if (*place != NULL) *place = concealment->next;
  pthread_mutex_unlock(&mutex);
}

void concealment_number_packet(Concealment *concealment, AVCodecContext *decoder) {
  // A decoder gives its pictures the number of their packets, and each of its threads has that of its own.
  decoder->reordered_opaque = ++concealment->packet;
}

static size_t place_of(int64_t packet) { return (size_t)(packet % CONCEALMENT_PACKETS); }

bool concealment_holds(const Concealment *concealment, const AVFrame *frame) {
  int64_t packet = frame->reordered_opaque;
  return packet > 0 && atomic_load(&concealment->concealed[place_of(packet)]) == packet;
}

static void note(const AVCodecContext *decoder) {
  int64_t packet = decoder->reordered_opaque;
  if (packet <= 0) return;
  pthread_mutex_lock(&mutex);
  Concealment *concealment = watched;
  while (concealment != NULL && concealment != decoder->opaque) concealment = concealment->next;
  if (concealment != NULL) atomic_store(&concealment->concealed[place_of(packet)], packet);
  pthread_mutex_unlock(&mutex);
}

void concealment_on_log(void *context, int level, const char *format, va_list arguments) {
  // "concealing %d DC, %d AC, %d MV errors in %c frame", of all decoders that conceal.
  bool is_concealment = context != NULL && strncmp(format, "concealing ", strlen("concealing ")) == 0;
  if (is_concealment && *(const AVClass *const *)context == av()->avcodec_get_class()) note(context);
  av()->av_log_default_callback(context, level, format, arguments);
}
