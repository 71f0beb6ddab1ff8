#define _GNU_SOURCE
#include <errno.h>
#include <linux/videodev2.h>
#include <string.h>

#include "Device.h"

static cv4l_control_kind kind_of(uint32_t type) {
  switch (type) {
    case V4L2_CTRL_TYPE_INTEGER:
    case V4L2_CTRL_TYPE_INTEGER64: return CV4L_INTEGER;
    case V4L2_CTRL_TYPE_BOOLEAN: return CV4L_BOOLEAN;
    case V4L2_CTRL_TYPE_MENU:
    case V4L2_CTRL_TYPE_INTEGER_MENU: return CV4L_MENU;
    case V4L2_CTRL_TYPE_BUTTON: return CV4L_BUTTON;
    default: return CV4L_OTHER;
  }
}

int cv4l_get_next_control(cv4l_device *device, uint32_t id, cv4l_control *control) {
  struct v4l2_queryctrl found = {.id = id};
  do {
    found = (struct v4l2_queryctrl){.id = found.id | V4L2_CTRL_FLAG_NEXT_CTRL};
    int error = cv4l_call(device, VIDIOC_QUERYCTRL, &found);
    // Drivers without controls may not implement the call.
    if (error != 0) return error == ENOTTY ? EINVAL : error;
  } while ((found.flags & V4L2_CTRL_FLAG_DISABLED) != 0 || found.type == V4L2_CTRL_TYPE_CTRL_CLASS);
  *control = (cv4l_control){
      .id = found.id, .kind = kind_of(found.type), .minimum = found.minimum, .maximum = found.maximum,
      .step = found.step, .default_value = found.default_value,
      .is_settable = (found.flags & (V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_INACTIVE | V4L2_CTRL_FLAG_GRABBED)) == 0};
  memcpy(control->name, found.name, sizeof control->name - 1);
  return 0;
}

// The extended calls reach controls of all classes; drivers with only the old calls answer ENOTTY.
static int change(cv4l_device *device, unsigned long extended, unsigned long plain, uint32_t id, int64_t *value) {
  struct v4l2_ext_control one = {.id = id, .value = (int32_t)*value};
  struct v4l2_ext_controls all = {.which = V4L2_CTRL_ID2WHICH(id), .count = 1, .controls = &one};
  int error = cv4l_call(device, extended, &all);
  if (error == 0) {
    *value = one.value;
    return 0;
  }
  if (error != ENOTTY) return error;
  struct v4l2_control old = {.id = id, .value = (int32_t)*value};
  error = cv4l_call(device, plain, &old);
  if (error == 0) *value = old.value;
  return error;
}

int cv4l_get_control(cv4l_device *device, uint32_t id, int64_t *value) {
  *value = 0;
  return change(device, VIDIOC_G_EXT_CTRLS, VIDIOC_G_CTRL, id, value);
}

int cv4l_set_control(cv4l_device *device, uint32_t id, int64_t value) {
  return change(device, VIDIOC_S_EXT_CTRLS, VIDIOC_S_CTRL, id, &value);
}
