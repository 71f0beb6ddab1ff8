#pragma once

// Cameras of Video4Linux by the kernel's own interface: what they are, their formats and controls, and the buffers of their
// stream. FFmpeg's demuxer lists no formats as data, sets no control, changes no rate while it runs and hides which frames
// were lost.
//
// Functions return 0 or an errno. A device is used by one thread at a time, except that `cv4l_wait` ends when its wake-up
// descriptor becomes readable.
//
// Reference: https://docs.kernel.org/userspace-api/media/v4l/v4l2.html

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The system's calls that reach a device. Tests give those of a camera without a driver.
typedef struct cv4l_calls {
  int (*open)(const char *path, int flags);
  int (*close)(int descriptor);
  int (*ioctl)(int descriptor, unsigned long request, void *data);
  int (*poll)(struct pollfd *descriptors, unsigned long count, int milliseconds);
} cv4l_calls;

/// Those of the C library.
cv4l_calls cv4l_system_calls(void);

/// An open device, which is to be closed.
typedef struct cv4l_device cv4l_device;

/// What a device says of itself; text ends with a 0.
typedef struct cv4l_description {
  char card[32];
  char bus[32];
  /// Whether this node gives pictures, by buffers that are mapped.
  bool captures;
} cv4l_description;

/// A pixel format of a device.
typedef struct cv4l_pixel_format {
  /// Four characters, the first in the lowest byte.
  uint32_t code;
  char name[32];
} cv4l_pixel_format;

/// One size, where the smallest is the largest, or all from the smallest to the largest in steps.
typedef struct cv4l_frame_sizes {
  uint32_t min_width, max_width, step_width;
  uint32_t min_height, max_height, step_height;
} cv4l_frame_sizes;

/// One duration of a frame, where the shortest is the longest, or a range; in seconds.
typedef struct cv4l_frame_interval {
  uint32_t min_numerator, min_denominator;
  uint32_t max_numerator, max_denominator;
} cv4l_frame_interval;

/// A format that is set. The driver may change all of it.
typedef struct cv4l_format {
  uint32_t code;
  uint32_t width, height;
  /// From a row to the next, in bytes; 0 for compressed pictures.
  uint32_t bytes_per_line;
  /// V4L2_QUANTIZATION_FULL_RANGE, stated or by the format's default.
  bool is_full_range;
} cv4l_format;

typedef enum cv4l_control_kind {
  CV4L_INTEGER,
  CV4L_BOOLEAN,
  CV4L_MENU,
  CV4L_BUTTON,
  CV4L_OTHER,
} cv4l_control_kind;

/// A control of a device.
typedef struct cv4l_control {
  uint32_t id;
  cv4l_control_kind kind;
  char name[32];
  int64_t minimum, maximum, step, default_value;
  /// Whether it can be set now: it is neither read-only nor switched off by another control.
  bool is_settable;
} cv4l_control;

/// A buffer that the driver has filled, which is to be given back by `cv4l_requeue`.
typedef struct cv4l_buffer {
  uint32_t index;
  const uint8_t *bytes;
  size_t count;
  /// Counts the frames of the sensor, those that were lost too.
  uint32_t sequence;
  /// On the monotonic clock, unless `has_monotonic_time` is false.
  int64_t nanoseconds;
  bool has_monotonic_time;
  /// The driver lost some of the picture.
  bool is_damaged;
} cv4l_buffer;

/// Opens a device for reading and for its controls.
int cv4l_open(const cv4l_calls *calls, const char *path, cv4l_device **device);
/// Ends the stream and closes the device; NULL is allowed.
void cv4l_close(cv4l_device *device);

int cv4l_describe(cv4l_device *device, cv4l_description *description);
/// The format at an index from 0 up; EINVAL behind the last.
int cv4l_get_pixel_format(cv4l_device *device, uint32_t index, cv4l_pixel_format *format);
int cv4l_get_frame_sizes(cv4l_device *device, uint32_t code, uint32_t index, cv4l_frame_sizes *sizes);
int cv4l_get_frame_interval(
    cv4l_device *device, uint32_t code, uint32_t width, uint32_t height, uint32_t index, cv4l_frame_interval *interval);

/// The control with the next higher number than `id`; EINVAL behind the last.
int cv4l_get_next_control(cv4l_device *device, uint32_t id, cv4l_control *control);
int cv4l_get_control(cv4l_device *device, uint32_t id, int64_t *value);
int cv4l_set_control(cv4l_device *device, uint32_t id, int64_t value);

/// Sets a format; `format` then says what the driver made of it.
int cv4l_set_format(cv4l_device *device, cv4l_format *format);
/// Sets the duration of a frame in seconds, which the driver may change. ENOTTY where it has none, EBUSY where not now.
int cv4l_set_interval(cv4l_device *device, uint32_t *numerator, uint32_t *denominator);

/// Maps buffers and starts the stream.
int cv4l_start(cv4l_device *device, uint32_t buffers);
/// Ends the stream and lets the buffers go; their bytes are gone.
int cv4l_stop(cv4l_device *device);
/// Waits for a frame. ECANCELED when `wake_up` can be read, ENODEV when the device is gone, ETIMEDOUT.
int cv4l_wait(cv4l_device *device, int wake_up, int milliseconds);
/// The next buffer; EAGAIN when there is none.
int cv4l_dequeue(cv4l_device *device, cv4l_buffer *buffer);
int cv4l_requeue(cv4l_device *device, uint32_t index);

/// Packed 4:2:2 to planes of 4:2:0: chroma is the mean of two rows, rounded up at one half.
///
/// `is_uyvy` tells U Y V Y from Y U Y V. Planes have no padding; those of chroma have half the size, rounded up. Rows hold
/// an even number of pixels, so that an odd width has one more in memory.
void cv4l_unpack_422(
    const uint8_t *packed, size_t bytes_per_line, uint32_t width, uint32_t height, bool is_uyvy, uint8_t *luma,
    uint8_t *cb, uint8_t *cr);

/// A plane of chroma that has all rows to one of half as many, as `cv4l_unpack_422` makes it.
void cv4l_halve_rows(const uint8_t *plane, size_t bytes_per_line, uint32_t width, uint32_t height, uint8_t *halved);

#ifdef __cplusplus
}
#endif
