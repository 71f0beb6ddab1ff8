#include "Concealment.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

// Guards the list of watched decoders. Decoders of other code in the process have other values in `opaque`.
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
  // A decoder copies this number to the picture of the packet, and each of its threads has that of its own packet.
  decoder->reordered_opaque = ++concealment->packet;
}

static size_t place_of(int64_t packet) { return (size_t)(packet % CONCEALMENT_PACKETS); }

static bool is_noted(const _Atomic int64_t *packets, int64_t packet) {
  return atomic_load(&packets[place_of(packet)]) == packet;
}

bool concealment_holds(const Concealment *concealment, const AVFrame *frame) {
  const int64_t packet = frame->reordered_opaque;
  if (packet <= 0) return false;
  if (is_noted(concealment->concealed, packet)) return true;
  if (frame->interlaced_frame == 0) return false;
  // An error that was also concealed was not one of a field.
  const int64_t next = packet + 1;
  return is_noted(concealment->failed, packet)
      || (is_noted(concealment->failed, next) && !is_noted(concealment->concealed, next));
}

static void note(const AVCodecContext *decoder, bool is_concealed) {
  int64_t packet = decoder->reordered_opaque;
  if (packet <= 0) return;
  pthread_mutex_lock(&mutex);
  Concealment *concealment = watched;
  while (concealment != NULL && concealment != decoder->opaque) concealment = concealment->next;
  if (concealment != NULL) {
    atomic_store(&(is_concealed ? concealment->concealed : concealment->failed)[place_of(packet)], packet);
  }
  pthread_mutex_unlock(&mutex);
}

void concealment_on_log(void *context, int level, const char *format, va_list arguments) {
  // FFmpeg logs "concealing %d DC, %d AC, %d MV errors in %c frame" for every decoder that conceals errors, and "error
  // while decoding MB %d %d".
  bool is_concealment = strncmp(format, "concealing ", strlen("concealing ")) == 0;
  bool is_failure = strncmp(format, "error while decoding MB", strlen("error while decoding MB")) == 0;
  if ((is_concealment || is_failure) && context != NULL
      && *(const AVClass *const *)context == av()->avcodec_get_class()) {
    note(context, is_concealment);
  }
  av()->av_log_default_callback(context, level, format, arguments);
}
