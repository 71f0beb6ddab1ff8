#define _GNU_SOURCE
#include "Device.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int system_open(const char *path, int flags) { return open(path, flags); }
static int system_ioctl(int descriptor, unsigned long request, void *data) { return ioctl(descriptor, request, data); }
static int system_poll(struct pollfd *descriptors, unsigned long count, int milliseconds) {
  return poll(descriptors, count, milliseconds);
}

cv4l_calls cv4l_system_calls(void) {
  return (cv4l_calls){.open = system_open, .close = close, .ioctl = system_ioctl, .poll = system_poll};
}

int cv4l_call(cv4l_device *device, unsigned long request, void *data) {
  int result;
  do {
    result = device->calls.ioctl(device->descriptor, request, data);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

int cv4l_open(const cv4l_calls *calls, const char *path, cv4l_device **device) {
  *device = NULL;
  // Non-blocking, so that one poll waits for the stream and for the wake-up descriptor.
  int descriptor = calls->open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return errno;
  cv4l_device *opened = calloc(1, sizeof *opened);
  if (opened == NULL) {
    calls->close(descriptor);
    return ENOMEM;
  }
  opened->calls = *calls;
  opened->descriptor = descriptor;
  *device = opened;
  return 0;
}

void cv4l_close(cv4l_device *device) {
  if (device == NULL) return;
  cv4l_stop(device);
  device->calls.close(device->descriptor);
  free(device);
}

// Copies a driver's string, which may lack a terminating zero.
static void copy_text(char *to, size_t room, const void *from, size_t count) {
  size_t length = strnlen(from, count < room ? count : room - 1);
  if (length > room - 1) length = room - 1;
  memcpy(to, from, length);
  to[length] = 0;
}

int cv4l_describe(cv4l_device *device, cv4l_description *description) {
  struct v4l2_capability capability = {0};
  int error = cv4l_call(device, VIDIOC_QUERYCAP, &capability);
  if (error != 0) return error;
  memset(description, 0, sizeof *description);
  copy_text(description->card, sizeof description->card, capability.card, sizeof capability.card);
  copy_text(description->bus, sizeof description->bus, capability.bus_info, sizeof capability.bus_info);
  // The capabilities of this node, if the driver states them apart from those of the whole device.
  uint32_t own = (capability.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities;
  description->captures = (own & V4L2_CAP_VIDEO_CAPTURE) != 0 && (own & V4L2_CAP_STREAMING) != 0;
  return 0;
}

int cv4l_get_pixel_format(cv4l_device *device, uint32_t index, cv4l_pixel_format *format) {
  struct v4l2_fmtdesc found = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  int error = cv4l_call(device, VIDIOC_ENUM_FMT, &found);
  if (error != 0) return error;
  format->code = found.pixelformat;
  copy_text(format->name, sizeof format->name, found.description, sizeof found.description);
  return 0;
}

int cv4l_get_frame_sizes(cv4l_device *device, uint32_t code, uint32_t index, cv4l_frame_sizes *sizes) {
  struct v4l2_frmsizeenum found = {.index = index, .pixel_format = code};
  int error = cv4l_call(device, VIDIOC_ENUM_FRAMESIZES, &found);
  if (error != 0) return error;
  if (found.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    *sizes = (cv4l_frame_sizes){
        .min_width = found.discrete.width, .max_width = found.discrete.width, .step_width = 1,
        .min_height = found.discrete.height, .max_height = found.discrete.height, .step_height = 1};
  } else {
    // A range is a single entry; some drivers repeat it for every index.
    if (index > 0) return EINVAL;
    *sizes = (cv4l_frame_sizes){
        .min_width = found.stepwise.min_width, .max_width = found.stepwise.max_width,
        .step_width = found.stepwise.step_width, .min_height = found.stepwise.min_height,
        .max_height = found.stepwise.max_height, .step_height = found.stepwise.step_height};
  }
  return 0;
}

int cv4l_get_frame_interval(
    cv4l_device *device, uint32_t code, uint32_t width, uint32_t height, uint32_t index, cv4l_frame_interval *interval) {
  struct v4l2_frmivalenum found = {.index = index, .pixel_format = code, .width = width, .height = height};
  int error = cv4l_call(device, VIDIOC_ENUM_FRAMEINTERVALS, &found);
  if (error != 0) return error;
  if (found.type != V4L2_FRMIVAL_TYPE_DISCRETE && index > 0) return EINVAL;
  bool is_discrete = found.type == V4L2_FRMIVAL_TYPE_DISCRETE;
  struct v4l2_fract shortest = is_discrete ? found.discrete : found.stepwise.min;
  struct v4l2_fract longest = is_discrete ? found.discrete : found.stepwise.max;
  *interval = (cv4l_frame_interval){
      .min_numerator = shortest.numerator, .min_denominator = shortest.denominator,
      .max_numerator = longest.numerator, .max_denominator = longest.denominator};
  return 0;
}

int cv4l_set_format(cv4l_device *device, cv4l_format *format) {
  struct v4l2_format wanted = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  wanted.fmt.pix.width = format->width;
  wanted.fmt.pix.height = format->height;
  wanted.fmt.pix.pixelformat = format->code;
  wanted.fmt.pix.field = V4L2_FIELD_ANY;
  // Requests the members after it, among them the range of samples.
  wanted.fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  int error = cv4l_call(device, VIDIOC_S_FMT, &wanted);
  if (error != 0) return error;
  const struct v4l2_pix_format *pix = &wanted.fmt.pix;
  *format = (cv4l_format){
      .code = pix->pixelformat, .width = pix->width, .height = pix->height, .bytes_per_line = pix->bytesperline};
  // The members after `priv` are valid if it holds the magic number.
  bool is_stated = pix->priv == V4L2_PIX_FMT_PRIV_MAGIC && pix->quantization != V4L2_QUANTIZATION_DEFAULT;
  format->is_full_range =
      is_stated ? pix->quantization == V4L2_QUANTIZATION_FULL_RANGE : pix->colorspace == V4L2_COLORSPACE_JPEG;
  return 0;
}

int cv4l_set_interval(cv4l_device *device, uint32_t *numerator, uint32_t *denominator) {
  struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  int error = cv4l_call(device, VIDIOC_G_PARM, &parameters);
  if (error != 0) return error == EINVAL ? ENOTTY : error;
  if ((parameters.parm.capture.capability & V4L2_CAP_TIMEPERFRAME) == 0) return ENOTTY;
  parameters = (struct v4l2_streamparm){.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  parameters.parm.capture.timeperframe = (struct v4l2_fract){*numerator, *denominator};
  error = cv4l_call(device, VIDIOC_S_PARM, &parameters);
  if (error != 0) return error;
  struct v4l2_fract now = parameters.parm.capture.timeperframe;
  if (now.numerator != 0 && now.denominator != 0) (*numerator = now.numerator, *denominator = now.denominator);
  return 0;
}
