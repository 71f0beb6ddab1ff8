#define _GNU_SOURCE
#include <errno.h>
#include <linux/videodev2.h>
#include <sys/mman.h>

#include "Device.h"

static struct v4l2_buffer buffer_at(uint32_t index) {
  return (struct v4l2_buffer){.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
}

int cv4l_start(cv4l_device *device, uint32_t buffers) {
  struct v4l2_requestbuffers wanted = {
      .count = buffers < CV4L_MOST_BUFFERS ? buffers : CV4L_MOST_BUFFERS, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
      .memory = V4L2_MEMORY_MMAP};
  int error = cv4l_call(device, VIDIOC_REQBUFS, &wanted);
  if (error != 0) return error;
  device->streams = true;
  uint32_t count = wanted.count < CV4L_MOST_BUFFERS ? wanted.count : CV4L_MOST_BUFFERS;
  if (count == 0) error = ENOMEM;
  for (uint32_t index = 0; index < count && error == 0; index++) {
    struct v4l2_buffer buffer = buffer_at(index);
    error = cv4l_call(device, VIDIOC_QUERYBUF, &buffer);
    if (error != 0) break;
    void *address =
        mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, device->descriptor, (off_t)buffer.m.offset);
    if (address == MAP_FAILED) {
      error = errno;
      break;
    }
    device->buffers[index].address = address;
    device->buffers[index].length = buffer.length;
    device->buffer_count = index + 1;
    error = cv4l_requeue(device, index);
  }
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (error == 0) error = cv4l_call(device, VIDIOC_STREAMON, &type);
  if (error != 0) cv4l_stop(device);
  return error;
}

int cv4l_stop(cv4l_device *device) {
  if (!device->streams) return 0;
  device->streams = false;
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  int error = cv4l_call(device, VIDIOC_STREAMOFF, &type);
  for (uint32_t index = 0; index < device->buffer_count; index++) {
    munmap(device->buffers[index].address, device->buffers[index].length);
  }
  device->buffer_count = 0;
  struct v4l2_requestbuffers none = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  cv4l_call(device, VIDIOC_REQBUFS, &none);
  return error;
}

int cv4l_wait(cv4l_device *device, int wake_up, int milliseconds) {
  struct pollfd descriptors[] = {
      {.fd = device->descriptor, .events = POLLIN}, {.fd = wake_up, .events = POLLIN}};
  int count;
  do {
    count = device->calls.poll(descriptors, wake_up < 0 ? 1 : 2, milliseconds);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return errno;
  if (wake_up >= 0 && descriptors[1].revents != 0) return ECANCELED;
  if (count == 0) return ETIMEDOUT;
  // A removed device reports POLLHUP; POLLERR alone means that it does not stream.
  if ((descriptors[0].revents & POLLIN) == 0) return (descriptors[0].revents & POLLHUP) != 0 ? ENODEV : EIO;
  return 0;
}

int cv4l_dequeue(cv4l_device *device, cv4l_buffer *result) {
  struct v4l2_buffer buffer = buffer_at(0);
  int error = cv4l_call(device, VIDIOC_DQBUF, &buffer);
  if (error != 0) return error;
  if (buffer.index >= device->buffer_count) return EIO;
  size_t length = device->buffers[buffer.index].length;
  *result = (cv4l_buffer){
      .index = buffer.index, .bytes = device->buffers[buffer.index].address,
      .count = buffer.bytesused < length ? buffer.bytesused : length, .sequence = buffer.sequence,
      .nanoseconds = (int64_t)buffer.timestamp.tv_sec * 1000000000 + (int64_t)buffer.timestamp.tv_usec * 1000,
      .has_monotonic_time = (buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC,
      .is_damaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0};
  return 0;
}

int cv4l_requeue(cv4l_device *device, uint32_t index) {
  struct v4l2_buffer buffer = buffer_at(index);
  return cv4l_call(device, VIDIOC_QBUF, &buffer);
}
