#pragma once

#include "CVideo4Linux.h"

enum { CV4L_MOST_BUFFERS = 32 };

struct cv4l_device {
  cv4l_calls calls;
  int descriptor;
  uint32_t buffer_count;
  bool streams;
  struct {
    void *address;
    size_t length;
  } buffers[CV4L_MOST_BUFFERS];
};

/// An ioctl that is repeated when a signal interrupts it; returns 0 or an errno.
int cv4l_call(cv4l_device *device, unsigned long request, void *data);
