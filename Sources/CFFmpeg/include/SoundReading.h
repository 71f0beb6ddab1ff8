#pragma once

// Reads sound with FFmpeg's libraries: from files, and from microphones through libavdevice. A reader may be used by
// several threads, but only by one at a time.

#include <stdint.h>

#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cffmpeg_sound_reader cffmpeg_sound_reader;

typedef struct cffmpeg_sound_info {
  int32_t sample_rate;
  int32_t channel_count;
} cffmpeg_sound_info;

/// The capture devices of a sound system.
typedef struct cffmpeg_sound_devices cffmpeg_sound_devices;

/// Lists the capture devices of a sound system, `count` of them. `system` is as in `cffmpeg_open_microphone`. On
/// success the caller frees `*devices` with `cffmpeg_free_sound_devices`, otherwise it is NULL.
cffmpeg_status cffmpeg_list_sound_devices(
    const char *system, cffmpeg_sound_devices **devices, int32_t *count, cffmpeg_message *message);

/// The system's name of the device at an index in `0..<count`, and its description for people. Both are valid as long
/// as the list.
void cffmpeg_get_sound_device(
    const cffmpeg_sound_devices *devices, int32_t index, const char **name, const char **description);

/// The index of the system's default device; less than 0 if the system does not say.
int32_t cffmpeg_get_default_sound_device(const cffmpeg_sound_devices *devices);

/// Frees a list; NULL is allowed.
void cffmpeg_free_sound_devices(cffmpeg_sound_devices *devices);

/// Opens the best sound stream of a file. On success the caller closes `*reader` with `cffmpeg_close_sound`, otherwise
/// it is NULL.
cffmpeg_status cffmpeg_open_sound(
    const char *path, cffmpeg_sound_reader **reader, cffmpeg_sound_info *info, cffmpeg_message *message);

/// Opens a microphone.
///
/// `system` is FFmpeg's name of the sound system, "alsa" or "pulse"; `device` is the system's name of the device.
/// `wake_up` is a descriptor that becomes readable to end the wait for sound, which then ends as at the end of a file;
/// less than 0 for none. The caller keeps it open as long as the reader.
cffmpeg_status cffmpeg_open_microphone(
    const char *system, const char *device, int wake_up, cffmpeg_sound_reader **reader, cffmpeg_sound_info *info,
    cffmpeg_message *message);

/// The next samples, interleaved, in -1...1; valid until the next call. After any status but CFFMPEG_OK there are no
/// more.
cffmpeg_status cffmpeg_next_sound(
    cffmpeg_sound_reader *reader, const float **samples, int32_t *count, cffmpeg_message *message);

/// Frees the reader; NULL is allowed.
void cffmpeg_close_sound(cffmpeg_sound_reader *reader);

#ifdef __cplusplus
}
#endif
