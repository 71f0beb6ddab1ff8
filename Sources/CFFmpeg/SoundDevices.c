#include "SoundReading.h"

#include "Runtime.h"

cffmpeg_status cffmpeg_list_sound_devices(
    const char *system, cffmpeg_sound_devices **result, int32_t *count, cffmpeg_message *message) {
  *result = NULL;
  *count = 0;
  if (cffmpeg_camera_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  const AVInputFormat *kind = av()->av_find_input_format(system);
  if (kind == NULL) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "this FFmpeg knows no sound devices of the kind %s", system);
  }
  DeviceInfoList *devices = NULL;
  int error = av()->avdevice_list_input_sources(kind, NULL, NULL, &devices);
  if (error < 0 || devices == NULL) {
    cffmpeg_message words;
    if (devices != NULL) av()->avdevice_free_list_devices(&devices);
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "%s", cffmpeg_error_text(error, &words));
  }
  *count = devices->nb_devices;
  *result = (cffmpeg_sound_devices *)devices;
  return CFFMPEG_OK;
}

void cffmpeg_get_sound_device(
    const cffmpeg_sound_devices *devices, int32_t index, const char **name, const char **description) {
  const DeviceInfo *device = ((const DeviceInfoList *)devices)->devices[index];
  *name = device->device_name;
  *description = device->device_description;
}

int32_t cffmpeg_get_default_sound_device(const cffmpeg_sound_devices *devices) {
  return ((const DeviceInfoList *)devices)->default_device;
}

void cffmpeg_free_sound_devices(cffmpeg_sound_devices *devices) {
  DeviceInfoList *list = (DeviceInfoList *)devices;
  if (list != NULL) av()->avdevice_free_list_devices(&list);
}
