#pragma once

// Cameras through the kernel's Video4Linux interface: properties, formats, controls, and the buffers of the stream.
// (FFmpeg's demuxer lists no formats, sets no controls, cannot change the rate while it runs, and does not report lost
// frames.)
//
// Functions return 0 or an errno. A device is used by one thread at a time. To end a `cv4l_wait` from another thread,
// make its wake-up descriptor readable.
//
// Reference: https://docs.kernel.org/userspace-api/media/v4l/v4l2.html

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The system calls that reach a device. Tests replace them to emulate a camera.
typedef struct cv4l_calls {
  int (*open)(const char *path, int flags);
  int (*close)(int descriptor);
  int (*ioctl)(int descriptor, unsigned long request, void *data);
  int (*poll)(struct pollfd *descriptors, unsigned long count, int milliseconds);
} cv4l_calls;

/// Those of the C library.
cv4l_calls cv4l_system_calls(void);

/// An open device. The caller closes it with `cv4l_close`.
typedef struct cv4l_device cv4l_device;

/// The driver's description of a device; strings end with a zero.
typedef struct cv4l_description {
  char card[32];
  char bus[32];
  /// Whether this node captures video in mapped buffers.
  bool captures;
} cv4l_description;

/// A pixel format of a device.
typedef struct cv4l_pixel_format {
  /// A four-character code, the first character in the lowest byte.
  uint32_t code;
  char name[32];
} cv4l_pixel_format;

/// One size, if minimum and maximum are equal, or all sizes between them in steps.
typedef struct cv4l_frame_sizes {
  uint32_t min_width, max_width, step_width;
  uint32_t min_height, max_height, step_height;
} cv4l_frame_sizes;

/// One frame duration, if minimum and maximum are equal, or a range; in seconds.
typedef struct cv4l_frame_interval {
  uint32_t min_numerator, min_denominator;
  uint32_t max_numerator, max_denominator;
} cv4l_frame_interval;

/// The format of the stream. The driver may change any of it.
typedef struct cv4l_format {
  uint32_t code;
  uint32_t width, height;
  /// Bytes from one row to the next; 0 for compressed formats.
  uint32_t bytes_per_line;
  /// Whether samples have full range, as the driver states or by the format's default.
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
  /// Whether it can be set now: it is not read-only, and no other control disables it.
  bool is_settable;
} cv4l_control;

/// A buffer that the driver has filled. The caller returns it with `cv4l_requeue`.
typedef struct cv4l_buffer {
  uint32_t index;
  const uint8_t *bytes;
  size_t count;
  /// The number of the frame, which counts lost frames too.
  uint32_t sequence;
  /// The time in nanoseconds, of the monotonic clock if `has_monotonic_time`.
  int64_t nanoseconds;
  bool has_monotonic_time;
  /// Whether the driver lost a part of the picture.
  bool is_damaged;
} cv4l_buffer;

/// Opens a device for capture and for its controls.
int cv4l_open(const cv4l_calls *calls, const char *path, cv4l_device **device);
/// Stops the stream, closes the device and frees it; NULL is allowed.
void cv4l_close(cv4l_device *device);

int cv4l_describe(cv4l_device *device, cv4l_description *description);
/// The format at an index from 0; EINVAL after the last.
int cv4l_get_pixel_format(cv4l_device *device, uint32_t index, cv4l_pixel_format *format);
int cv4l_get_frame_sizes(cv4l_device *device, uint32_t code, uint32_t index, cv4l_frame_sizes *sizes);
int cv4l_get_frame_interval(
    cv4l_device *device, uint32_t code, uint32_t width, uint32_t height, uint32_t index, cv4l_frame_interval *interval);

/// The control with the next number above `id`; EINVAL after the last.
int cv4l_get_next_control(cv4l_device *device, uint32_t id, cv4l_control *control);
int cv4l_get_control(cv4l_device *device, uint32_t id, int64_t *value);
int cv4l_set_control(cv4l_device *device, uint32_t id, int64_t value);

/// Sets a format; `format` then is what the driver has chosen.
int cv4l_set_format(cv4l_device *device, cv4l_format *format);
/// Sets the frame duration in seconds, which the driver may change. ENOTTY if it cannot be set, EBUSY if not at
/// present.
int cv4l_set_interval(cv4l_device *device, uint32_t *numerator, uint32_t *denominator);

/// Maps `buffers` buffers and starts the stream.
int cv4l_start(cv4l_device *device, uint32_t buffers);
/// Stops the stream and unmaps the buffers; pointers to their bytes become invalid.
int cv4l_stop(cv4l_device *device);
/// Waits for a frame. ECANCELED if `wake_up` becomes readable, ENODEV if the device is removed, ETIMEDOUT.
int cv4l_wait(cv4l_device *device, int wake_up, int milliseconds);
/// Takes the next filled buffer; EAGAIN if there is none.
int cv4l_dequeue(cv4l_device *device, cv4l_buffer *buffer);
int cv4l_requeue(cv4l_device *device, uint32_t index);

/// Converts packed 4:2:2 to planes of 4:2:0. Chroma is the mean of two rows, rounded half up.
///
/// `is_uyvy`: the order is U Y V Y rather than Y U Y V. Planes have no padding; those of chroma have half the size,
/// rounded up. Rows in memory hold an even number of pixels.
void cv4l_unpack_422(
    const uint8_t *packed, size_t bytes_per_line, uint32_t width, uint32_t height, bool is_uyvy, uint8_t *luma,
    uint8_t *cb, uint8_t *cr);

/// Halves the number of rows of a chroma plane, with the rounding of `cv4l_unpack_422`.
void cv4l_halve_rows(const uint8_t *plane, size_t bytes_per_line, uint32_t width, uint32_t height, uint8_t *halved);

#ifdef __cplusplus
}
#endif
