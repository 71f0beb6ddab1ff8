#pragma once

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_BUFFERS = 8, MOST_SIZES = 64, MOST_RATES = 8, MOST_CONTROLS = 32, MOST_FAULTS = 16 };

typedef struct size_line {
  uint32_t code, width, height;
  /// Where it is a range: the largest, the steps; else 0.
  uint32_t max_width, max_height, step_width, step_height;
  struct v4l2_fract rates[MOST_RATES];
  unsigned rate_count;
  char file[512];
} size_line;

typedef enum fault_kind { FAULT_FAILS, FAULT_DAMAGED, FAULT_EMPTY, FAULT_LEAP, FAULT_BACK } fault_kind;

typedef struct fault {
  fault_kind kind;
  unsigned frame;
  int value;
} fault;

typedef struct description {
  char card[32], bus[32], driver[16];
  bool outputs, is_free, is_patient, is_live, is_full, shrinks;
  int refused;
  long frames, stalls;
  size_line sizes[MOST_SIZES];
  unsigned size_count;
  struct {
    struct v4l2_queryctrl query;
  } controls[MOST_CONTROLS];
  unsigned control_count;
  fault faults[MOST_FAULTS];
  unsigned fault_count;
} description;

/// Reads a description; false if the file is none.
bool read_description(const char *path, description *result);

/// An opened camera.
typedef struct camera {
  int device, file, recording;
  char path[512];
  struct stat identity;
  description told;
  bool blocks, streams, has_buffers, is_locked;
  /// The size that is set, of `told.sizes`, and as it is.
  unsigned size, width, height;
  /// Frames a second.
  struct v4l2_fract rate;
  unsigned buffers, queued, taken, given, sequence;
  /// How far the clock was set back, in seconds.
  double lag;
  /// The moment, frame and place in the recording from which times and bytes count.
  struct timespec start;
  unsigned start_frame;
  double start_time;
  long offset;
  size_t stride;
  unsigned queue[MOST_BUFFERS];
} camera;

/// Answers an ioctl of an opened camera.
int answer(camera *camera, unsigned long request, void *data);
/// Milliseconds until the next frame; 0 where it is due, -1 where none comes.
int until_next(const camera *camera);
/// Whether its file was removed, or is another one.
bool is_unplugged(const camera *camera);
