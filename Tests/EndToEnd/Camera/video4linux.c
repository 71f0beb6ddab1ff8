// A Video4Linux camera without a driver, to be preloaded: answers what a process asks of /dev/video-simulated with the frames of
// a file, at their rate, and is unplugged after the last one.
//
// VIDEO_FRAMES_STALL, if given, is how many frames come before the camera gives nothing any more.
// VIDEO_FRAMES is the file, packed RGB24; VIDEO_FRAMES_SIZE its frames' size ("320x240"); VIDEO_FRAMES_RATE how many come a second.
// Reference: https://docs.kernel.org/userspace-api/media/v4l/v4l2.html

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BUFFERS = 8 };

static struct {
  int device, recording;
  bool waits;
  unsigned stall;
  unsigned width, height, buffers, queued, taken, given;
  double rate;
  size_t stride;
  unsigned queue[MOST_BUFFERS];
  struct timespec start;
} camera = {.device = -1, .recording = -1};

static size_t frame_bytes(void) { return (size_t)camera.width * camera.height * 3; }

static int plug_in(int flags) {
  const char *recording = getenv("VIDEO_FRAMES"), *size = getenv("VIDEO_FRAMES_SIZE"), *rate = getenv("VIDEO_FRAMES_RATE");
  if (recording == NULL || size == NULL || rate == NULL || sscanf(size, "%ux%u", &camera.width, &camera.height) != 2) {
    errno = ENOENT;
    return -1;
  }
  camera.rate = atof(rate);
  const char *stall = getenv("VIDEO_FRAMES_STALL");
  camera.stall = stall == NULL ? ~0u : (unsigned)atoi(stall);
  camera.waits = (flags & O_NONBLOCK) == 0;
  camera.recording = (int)openat(AT_FDCWD, recording, O_RDONLY | O_CLOEXEC);
  camera.device = memfd_create("camera", MFD_CLOEXEC);
  return camera.recording < 0 ? -1 : camera.device;
}

static int opened(const char *path, int flags, va_list rest, const char *symbol) {
  if (strcmp(path, "/dev/video-simulated") == 0) return plug_in(flags);
  int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, symbol);
  return flags & (O_CREAT | __O_TMPFILE) ? next(path, flags, va_arg(rest, mode_t)) : next(path, flags);
}

#define OPENING(name)                                            \
  int name(const char *path, int flags, ...) {                   \
    va_list rest;                                                \
    va_start(rest, flags);                                       \
    int result = opened(path, flags, rest, #name);               \
    va_end(rest);                                                \
    return result;                                               \
  }
OPENING(open)
OPENING(open64)

static void describe(struct v4l2_format *format) {
  format->fmt.pix = (struct v4l2_pix_format){
      .width = camera.width, .height = camera.height, .pixelformat = V4L2_PIX_FMT_RGB24, .field = V4L2_FIELD_NONE,
      .bytesperline = camera.width * 3, .sizeimage = (unsigned)frame_bytes(), .colorspace = V4L2_COLORSPACE_SRGB};
}

static int make_buffers(struct v4l2_requestbuffers *wanted) {
  long page = sysconf(_SC_PAGESIZE);
  camera.stride = (frame_bytes() + (size_t)page - 1) / (size_t)page * (size_t)page;
  camera.buffers = wanted->count = wanted->count < MOST_BUFFERS ? wanted->count : MOST_BUFFERS;
  return ftruncate(camera.device, (off_t)(camera.stride * camera.buffers));
}

static void place(struct v4l2_buffer *buffer) {
  buffer->length = (unsigned)frame_bytes();
  buffer->m.offset = (unsigned)(camera.stride * buffer->index);
}

/// The next frame in the buffer that has waited longest. A camera does not wait for who is late: frames go by.
static int take(struct v4l2_buffer *buffer) {
  if (camera.taken == camera.queued) {
    errno = EAGAIN;
    return -1;
  }
  if (camera.given >= camera.stall) {
    if (camera.waits) pause();
    errno = EAGAIN;
    return -1;
  }
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double since = (double)(now.tv_sec - camera.start.tv_sec) + 1e-9 * (double)(now.tv_nsec - camera.start.tv_nsec);
  unsigned due = (unsigned)(since * camera.rate);
  if (due < camera.given) {
    if (!camera.waits) {
      errno = EAGAIN;
      return -1;
    }
    double wait = (double)camera.given / camera.rate - since;
    nanosleep(&(struct timespec){.tv_sec = (time_t)wait, .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)}, NULL);
  } else {
    camera.given = due;
  }
  unsigned index = camera.queue[camera.taken % MOST_BUFFERS];
  void *memory = mmap(NULL, frame_bytes(), PROT_WRITE, MAP_SHARED, camera.device, (off_t)(camera.stride * index));
  if (memory == MAP_FAILED) return -1;
  ssize_t count = pread(camera.recording, memory, frame_bytes(), (off_t)(frame_bytes() * camera.given));
  munmap(memory, frame_bytes());
  if (count != (ssize_t)frame_bytes()) {
    errno = ENODEV;
    return -1;
  }
  double time = (double)camera.start.tv_sec + 1e-9 * (double)camera.start.tv_nsec + (double)camera.given / camera.rate;
  camera.taken++;
  buffer->index = index;
  buffer->bytesused = (unsigned)frame_bytes();
  buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  buffer->sequence = camera.given++;
  buffer->timestamp.tv_sec = (time_t)time;
  buffer->timestamp.tv_usec = (suseconds_t)((time - (double)(time_t)time) * 1e6);
  place(buffer);
  return 0;
}

static int answer(unsigned long request, void *data) {
  switch (request) {
    case VIDIOC_QUERYCAP: {
      struct v4l2_capability *capability = data;
      memset(capability, 0, sizeof *capability);
      strcpy((char *)capability->card, "simulated");
      capability->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
      return 0;
    }
    case VIDIOC_G_INPUT: *(int *)data = 0; return 0;
    case VIDIOC_ENUMINPUT: {
      struct v4l2_input *input = data;
      *input = (struct v4l2_input){.index = input->index, .name = "simulated", .type = V4L2_INPUT_TYPE_CAMERA};
      return 0;
    }
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT: describe(data); return 0;
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
      struct v4l2_captureparm *capture = &((struct v4l2_streamparm *)data)->parm.capture;
      capture->capability = V4L2_CAP_TIMEPERFRAME;
      capture->timeperframe = (struct v4l2_fract){1000, (unsigned)(camera.rate * 1000)};
      return 0;
    }
    case VIDIOC_REQBUFS: return make_buffers(data);
    case VIDIOC_QUERYBUF: place(data); return 0;
    case VIDIOC_QBUF: camera.queue[camera.queued++ % MOST_BUFFERS] = ((struct v4l2_buffer *)data)->index; return 0;
    case VIDIOC_DQBUF: return take(data);
    case VIDIOC_STREAMON: return clock_gettime(CLOCK_MONOTONIC, &camera.start);
    case VIDIOC_STREAMOFF: return 0;
    default: errno = ENOTTY; return -1;
  }
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *data = va_arg(rest, void *);
  va_end(rest);
  if (descriptor >= 0 && descriptor == camera.device) return answer(request & 0xffffffff, data);
  int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  return next(descriptor, request, data);
}
