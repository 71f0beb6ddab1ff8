#pragma once

// Reads sound with FFmpeg's libraries: of files, and of microphones by FFmpeg's library of devices. A reader may be handed from
// thread to thread, but is used by one at a time.

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

/// The devices of a sound system that give sound.
typedef struct cffmpeg_sound_devices cffmpeg_sound_devices;

/// Asks a sound system for its devices, `count` of them. `system` is as for `cffmpeg_open_microphone`. On success `*devices` is
/// to be freed, otherwise it is NULL.
cffmpeg_status cffmpeg_list_sound_devices(
    const char *system, cffmpeg_sound_devices **devices, int32_t *count, cffmpeg_message *message);

/// The name by which the system knows the device at an index below the count, and the one for people; both live as long as the
/// list.
void cffmpeg_get_sound_device(
    const cffmpeg_sound_devices *devices, int32_t index, const char **name, const char **description);

/// The device that is taken where none is named; less than 0 where the system does not say.
int32_t cffmpeg_get_default_sound_device(const cffmpeg_sound_devices *devices);

/// Frees a list; NULL is allowed.
void cffmpeg_free_sound_devices(cffmpeg_sound_devices *devices);

/// Opens the best sound of a file. On success `*reader` is to be closed, otherwise it is NULL.
cffmpeg_status cffmpeg_open_sound(
    const char *path, cffmpeg_sound_reader **reader, cffmpeg_sound_info *info, cffmpeg_message *message);

/// Opens a microphone.
///
/// `system` is FFmpeg's name of the sound system, "alsa" or "pulse"; `device` the system's of the device. `wake_up` is a
/// descriptor that can be read from when the waiting for sound is to end, for then it ends as at the end of a file; less than 0
/// for none. It stays the caller's, and open as long as the reader.
cffmpeg_status cffmpeg_open_microphone(
    const char *system, const char *device, int wake_up, cffmpeg_sound_reader **reader, cffmpeg_sound_info *info,
    cffmpeg_message *message);

/// The next samples, channel after channel for each moment, of -1...1; valid until the next call. After any status but OK
/// there are no more.
cffmpeg_status cffmpeg_next_sound(
    cffmpeg_sound_reader *reader, const float **samples, int32_t *count, cffmpeg_message *message);

/// Frees everything; NULL is allowed.
void cffmpeg_close_sound(cffmpeg_sound_reader *reader);

#ifdef __cplusplus
}
#endif
