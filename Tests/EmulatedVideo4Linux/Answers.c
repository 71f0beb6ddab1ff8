#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Emulation.h"

static int fail(int error) {
  errno = error;
  return -1;
}

bool is_unplugged(const camera *camera) {
  struct stat now;
  return stat(camera->path, &now) != 0 || now.st_ino != camera->identity.st_ino || now.st_dev != camera->identity.st_dev ||
         now.st_ctim.tv_sec != camera->identity.st_ctim.tv_sec || now.st_ctim.tv_nsec != camera->identity.st_ctim.tv_nsec;
}

static const size_line *size_of(const camera *camera) { return &camera->told.sizes[camera->size]; }
static bool is_compressed(const camera *camera) {
  uint32_t code = size_of(camera)->code;
  return code == V4L2_PIX_FMT_MJPEG || code == V4L2_PIX_FMT_H264;
}

static unsigned bytes_per_line(const camera *camera) {
  switch (size_of(camera)->code) {
    case V4L2_PIX_FMT_RGB24:
    case V4L2_PIX_FMT_BGR24: return camera->width * 3;
    case V4L2_PIX_FMT_YUYV:
    case V4L2_PIX_FMT_UYVY: return (camera->width + 1) / 2 * 4;
    default: return is_compressed(camera) ? 0 : camera->width;
  }
}

static size_t frame_bytes(const camera *camera) {
  // Room for any picture that a test compresses.
  if (is_compressed(camera)) return (size_t)camera->width * camera->height * 3 + 65536;
  size_t chroma = 2 * (size_t)((camera->width + 1) / 2) * ((camera->height + 1) / 2);
  uint32_t code = size_of(camera)->code;
  bool is_planar = code == V4L2_PIX_FMT_YUV420 || code == V4L2_PIX_FMT_NV12;
  return (size_t)bytes_per_line(camera) * camera->height + (is_planar ? chroma : 0);
}

static void describe(const camera *camera, struct v4l2_format *format) {
  format->fmt.pix = (struct v4l2_pix_format){
      .width = camera->width, .height = camera->height, .pixelformat = size_of(camera)->code, .field = V4L2_FIELD_NONE,
      .bytesperline = bytes_per_line(camera), .sizeimage = (unsigned)frame_bytes(camera),
      .colorspace = V4L2_COLORSPACE_SRGB, .priv = V4L2_PIX_FMT_PRIV_MAGIC,
      .quantization = camera->told.is_full ? V4L2_QUANTIZATION_FULL_RANGE : V4L2_QUANTIZATION_DEFAULT};
}

/// Takes the size that is asked for, or the first of its code, as a driver does.
static int set_format(camera *camera, struct v4l2_format *format) {
  if (camera->has_buffers) return fail(EBUSY);
  const struct v4l2_pix_format *wanted = &format->fmt.pix;
  unsigned best = 0;
  bool has_code = false;
  camera->width = camera->height = 0;
  for (unsigned index = 0; index < camera->told.size_count; index++) {
    const size_line *size = &camera->told.sizes[index];
    if (size->code != wanted->pixelformat) continue;
    if (!has_code) best = index;
    has_code = true;
    bool fits = size->step_width == 0
                    ? size->width == wanted->width && size->height == wanted->height
                    : wanted->width >= size->width && wanted->width <= size->max_width && wanted->height >= size->height &&
                          wanted->height <= size->max_height;
    if (!fits) continue;
    best = index;
    camera->width = wanted->width;
    camera->height = wanted->height;
    break;
  }
  camera->size = best;
  if (camera->width == 0) (camera->width = size_of(camera)->width, camera->height = size_of(camera)->height);
  if (camera->told.shrinks) (camera->width /= 2, camera->height /= 2);
  camera->rate = size_of(camera)->rates[0];
  describe(camera, format);
  return 0;
}

static double rate_value(struct v4l2_fract rate) { return (double)rate.numerator / rate.denominator; }

static double seconds_since(struct timespec start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
}

static double time_of(const camera *camera, unsigned frame) {
  return camera->start_time + (frame - camera->start_frame) / rate_value(camera->rate);
}

static int set_rate(camera *camera, struct v4l2_captureparm *capture) {
  if (camera->streams && !camera->told.is_live) return fail(EBUSY);
  struct v4l2_fract wanted = {capture->timeperframe.denominator, capture->timeperframe.numerator};
  const size_line *size = size_of(camera);
  if (wanted.numerator == 0 || wanted.denominator == 0) wanted = size->rates[0];
  struct v4l2_fract best = size->rates[0];
  for (unsigned index = 0; index < size->rate_count; index++) {
    double distance = rate_value(size->rates[index]) - rate_value(wanted), least = rate_value(best) - rate_value(wanted);
    if (distance * distance < least * least) best = size->rates[index];
  }
  if (size->step_width != 0 && rate_value(wanted) >= rate_value(size->rates[0]) &&
      rate_value(wanted) <= rate_value(size->rates[1])) {
    best = wanted;
  }
  double now = time_of(camera, camera->given);
  camera->start_frame = camera->given;
  camera->start_time = now;
  camera->rate = best;
  capture->timeperframe = (struct v4l2_fract){best.denominator, best.numerator};
  return 0;
}

static int make_buffers(camera *camera, struct v4l2_requestbuffers *wanted) {
  if (wanted->count == 0) {
    camera->has_buffers = false;
    flock(camera->file, LOCK_UN);
    return 0;
  }
  // Whoever has buffers keeps all others out.
  if (flock(camera->file, LOCK_EX | LOCK_NB) != 0) return fail(EBUSY);
  long page = sysconf(_SC_PAGESIZE);
  camera->has_buffers = true;
  camera->stride = (frame_bytes(camera) + (size_t)page - 1) / (size_t)page * (size_t)page;
  camera->buffers = wanted->count = wanted->count < MOST_BUFFERS ? wanted->count : MOST_BUFFERS;
  return ftruncate(camera->device, (off_t)(camera->stride * camera->buffers));
}

static void place(const camera *camera, struct v4l2_buffer *buffer) {
  buffer->length = (unsigned)frame_bytes(camera);
  buffer->m.offset = (unsigned)(camera->stride * buffer->index);
}

/// Copies the next frame of the recording, or makes one; its number of bytes, or -1 behind the last.
static ssize_t fill(camera *camera, uint8_t *memory) {
  size_t room = frame_bytes(camera);
  if (camera->told.frames > 0 && camera->given >= (unsigned long)camera->told.frames) return -1;
  if (camera->recording < 0) {
    memset(memory, (int)(camera->given & 0xff), room);
    return (ssize_t)room;
  }
  if (!is_compressed(camera)) {
    return pread(camera->recording, memory, room, (off_t)(room * camera->given)) == (ssize_t)room ? (ssize_t)room : -1;
  }
  uint32_t count = 0;
  if (pread(camera->recording, &count, 4, camera->offset) != 4 || count > room) return -1;
  ssize_t done = pread(camera->recording, memory, count, camera->offset + 4);
  camera->offset += 4 + (long)count;
  return done;
}

static bool is_stalled(const camera *camera) {
  return camera->told.stalls > 0 && camera->given >= (unsigned long)camera->told.stalls;
}

int until_next(const camera *camera) {
  if (!camera->streams || camera->taken == camera->queued || is_stalled(camera)) return -1;
  if (camera->told.is_free) return 0;
  double wait = time_of(camera, camera->given) - seconds_since(camera->start);
  return wait <= 0 ? 0 : (int)(wait * 1000) + 1;
}

/// The next frame in the buffer that has waited longest. A camera does not wait for who is late: frames go by.
static int take(camera *camera, struct v4l2_buffer *buffer) {
  if (!camera->streams) return fail(EINVAL);
  if (camera->taken == camera->queued) return fail(EAGAIN);
  if (is_stalled(camera)) {
    if (camera->blocks) pause();
    return fail(EAGAIN);
  }
  if (!camera->told.is_free) {
    double since = seconds_since(camera->start), due = time_of(camera, camera->given);
    if (since < due) {
      if (!camera->blocks) return fail(EAGAIN);
      double wait = due - since;
      nanosleep(&(struct timespec){(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)}, NULL);
    } else {
      unsigned late = (unsigned)((since - due) * rate_value(camera->rate));
      // Compressed frames are read one after the other.
      for (; late > 0 && !is_compressed(camera) && !camera->told.is_patient; late--) (camera->given++, camera->sequence++);
    }
  }
  int error = 0;
  bool is_damaged = false, is_empty = false;
  for (unsigned index = 0; index < camera->told.fault_count; index++) {
    const fault *fault = &camera->told.faults[index];
    if (fault->frame != camera->given) continue;
    switch (fault->kind) {
      case FAULT_FAILS: error = fault->value; break;
      case FAULT_DAMAGED: is_damaged = true; break;
      case FAULT_EMPTY: is_empty = true; break;
      case FAULT_LEAP:
        camera->sequence += (unsigned)fault->value;
        camera->start_time += fault->value / rate_value(camera->rate);
        break;
      case FAULT_BACK: camera->lag += fault->value / 1000.0; break;
    }
  }
  if (error != 0) {
    camera->given++;
    return fail(error);
  }
  unsigned index = camera->queue[camera->taken % MOST_BUFFERS];
  size_t room = frame_bytes(camera);
  void *memory = mmap(NULL, room, PROT_WRITE, MAP_SHARED, camera->device, (off_t)(camera->stride * index));
  if (memory == MAP_FAILED) return -1;
  ssize_t count = fill(camera, memory);
  munmap(memory, room);
  if (count < 0) return fail(ENODEV);
  double time = (double)camera->start.tv_sec + 1e-9 * (double)camera->start.tv_nsec + time_of(camera, camera->given) - camera->lag;
  camera->taken++;
  camera->given++;
  buffer->index = index;
  buffer->bytesused = is_empty ? 0 : (unsigned)count;
  buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | (is_damaged ? V4L2_BUF_FLAG_ERROR : 0);
  buffer->sequence = camera->sequence++;
  buffer->timestamp.tv_sec = (time_t)time;
  buffer->timestamp.tv_usec = (suseconds_t)((time - (double)(time_t)time) * 1e6);
  place(camera, buffer);
  return 0;
}

static int start(camera *camera) {
  if (!camera->has_buffers) return fail(EINVAL);
  camera->recording = -1;
  if (size_of(camera)->file[0] != 0) camera->recording = openat(AT_FDCWD, size_of(camera)->file, O_RDONLY | O_CLOEXEC);
  camera->streams = true;
  camera->sequence = 0;
  camera->start_time = 0;
  camera->start_frame = camera->given;
  return clock_gettime(CLOCK_MONOTONIC, &camera->start);
}

static int enumerate_format(const camera *camera, struct v4l2_fmtdesc *format) {
  unsigned found = 0;
  for (unsigned index = 0; index < camera->told.size_count; index++) {
    uint32_t code = camera->told.sizes[index].code;
    bool is_known = false;
    for (unsigned earlier = 0; earlier < index; earlier++) is_known |= camera->told.sizes[earlier].code == code;
    if (is_known || found++ != format->index) continue;
    format->pixelformat = code;
    memcpy(format->description, &code, 4);
    return 0;
  }
  return fail(EINVAL);
}

static int enumerate_size(const camera *camera, struct v4l2_frmsizeenum *size) {
  unsigned found = 0;
  for (unsigned index = 0; index < camera->told.size_count; index++) {
    const size_line *line = &camera->told.sizes[index];
    if (line->code != size->pixel_format || found++ != size->index) continue;
    if (line->step_width == 0) {
      size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
      size->discrete = (struct v4l2_frmsize_discrete){line->width, line->height};
    } else {
      size->type = V4L2_FRMSIZE_TYPE_STEPWISE;
      size->stepwise = (struct v4l2_frmsize_stepwise){
          line->width, line->max_width, line->step_width, line->height, line->max_height, line->step_height};
    }
    return 0;
  }
  return fail(EINVAL);
}

static struct v4l2_fract duration_of(struct v4l2_fract rate) {
  return (struct v4l2_fract){rate.denominator, rate.numerator};
}

static int enumerate_rate(const camera *camera, struct v4l2_frmivalenum *interval) {
  for (unsigned index = 0; index < camera->told.size_count; index++) {
    const size_line *line = &camera->told.sizes[index];
    if (line->code != interval->pixel_format) continue;
    if (line->step_width == 0) {
      if (line->width != interval->width || line->height != interval->height) continue;
      if (interval->index >= line->rate_count) return fail(EINVAL);
      interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
      interval->discrete = duration_of(line->rates[interval->index]);
      return 0;
    }
    interval->type = V4L2_FRMIVAL_TYPE_STEPWISE;
    interval->stepwise = (struct v4l2_frmival_stepwise){
        duration_of(line->rates[1]), duration_of(line->rates[0]), {1, line->rates[1].numerator}};
    return 0;
  }
  return fail(EINVAL);
}

static int query_control(const camera *camera, struct v4l2_queryctrl *query) {
  bool is_next = (query->id & V4L2_CTRL_FLAG_NEXT_CTRL) != 0;
  uint32_t id = query->id & ~V4L2_CTRL_FLAG_NEXT_CTRL;
  const struct v4l2_queryctrl *best = NULL;
  for (unsigned index = 0; index < camera->told.control_count; index++) {
    const struct v4l2_queryctrl *own = &camera->told.controls[index].query;
    if (is_next ? own->id > id && (best == NULL || own->id < best->id) : own->id == id) best = own;
  }
  if (best == NULL) return fail(EINVAL);
  *query = *best;
  return 0;
}

/// The values that were set, of all openers of a camera.
static struct {
  ino_t file;
  struct timespec since;
  uint32_t id;
  int32_t value;
} values[256];
static unsigned value_count;
static pthread_mutex_t value_lock = PTHREAD_MUTEX_INITIALIZER;

static int32_t *shared_value(const camera *camera, uint32_t id, int32_t default_value) {
  struct timespec since = camera->identity.st_ctim;
  for (unsigned index = 0; index < value_count; index++) {
    if (values[index].file == camera->identity.st_ino && values[index].since.tv_nsec == since.tv_nsec &&
        values[index].since.tv_sec == since.tv_sec && values[index].id == id) {
      return &values[index].value;
    }
  }
  unsigned place = value_count < 256 ? value_count++ : 0;
  values[place].file = camera->identity.st_ino;
  values[place].since = since;
  values[place].id = id;
  values[place].value = default_value;
  return &values[place].value;
}

static int32_t *control_value(camera *camera, uint32_t id, int32_t wanted, bool sets, int *error) {
  for (unsigned index = 0; index < camera->told.control_count; index++) {
    const struct v4l2_queryctrl *query = &camera->told.controls[index].query;
    if (query->id != id) continue;
    *error = !sets ? 0
             : (query->flags & V4L2_CTRL_FLAG_READ_ONLY) != 0        ? EACCES
             : wanted < query->minimum || wanted > query->maximum ? ERANGE
                                                                  : 0;
    return shared_value(camera, id, query->default_value);
  }
  *error = EINVAL;
  return NULL;
}

static int one_control(camera *camera, uint32_t id, int32_t *value, bool sets) {
  int error;
  pthread_mutex_lock(&value_lock);
  int32_t *own = control_value(camera, id, *value, sets, &error);
  if (error == 0) {
    if (sets) *own = *value;
    else *value = *own;
  }
  pthread_mutex_unlock(&value_lock);
  return error == 0 ? 0 : fail(error);
}

static int extended_controls(camera *camera, struct v4l2_ext_controls *controls, bool sets) {
  for (unsigned index = 0; index < controls->count; index++) {
    struct v4l2_ext_control *control = &controls->controls[index];
    int32_t value = control->value;
    if (one_control(camera, control->id, &value, sets) != 0) return -1;
    control->value = value;
  }
  return 0;
}

int answer(camera *camera, unsigned long request, void *data) {
  if (is_unplugged(camera)) return fail(ENODEV);
  switch (request) {
    case VIDIOC_QUERYCAP: {
      struct v4l2_capability *capability = data;
      memset(capability, 0, sizeof *capability);
      memcpy(capability->driver, camera->told.driver, sizeof capability->driver);
      memcpy(capability->card, camera->told.card, sizeof capability->card);
      memcpy(capability->bus_info, camera->told.bus, sizeof capability->bus_info);
      capability->device_caps = (camera->told.outputs ? V4L2_CAP_META_CAPTURE : V4L2_CAP_VIDEO_CAPTURE) | V4L2_CAP_STREAMING;
      // The whole device captures, whatever this node does.
      capability->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS | capability->device_caps;
      return 0;
    }
    case VIDIOC_G_INPUT: *(int *)data = 0; return 0;
    case VIDIOC_ENUMINPUT: {
      struct v4l2_input *input = data;
      *input = (struct v4l2_input){.index = input->index, .name = "emulated", .type = V4L2_INPUT_TYPE_CAMERA};
      return 0;
    }
    case VIDIOC_ENUM_FMT: return enumerate_format(camera, data);
    case VIDIOC_ENUM_FRAMESIZES: return enumerate_size(camera, data);
    case VIDIOC_ENUM_FRAMEINTERVALS: return enumerate_rate(camera, data);
    case VIDIOC_QUERYCTRL: return query_control(camera, data);
    case VIDIOC_G_EXT_CTRLS: return extended_controls(camera, data, false);
    case VIDIOC_S_EXT_CTRLS: return extended_controls(camera, data, true);
    case VIDIOC_G_CTRL: return one_control(camera, ((struct v4l2_control *)data)->id, &((struct v4l2_control *)data)->value, false);
    case VIDIOC_S_CTRL: return one_control(camera, ((struct v4l2_control *)data)->id, &((struct v4l2_control *)data)->value, true);
    case VIDIOC_G_FMT: describe(camera, data); return 0;
    case VIDIOC_S_FMT: return set_format(camera, data);
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
      struct v4l2_captureparm *capture = &((struct v4l2_streamparm *)data)->parm.capture;
      capture->capability = V4L2_CAP_TIMEPERFRAME;
      if (request == VIDIOC_S_PARM) return set_rate(camera, capture);
      capture->timeperframe = duration_of(camera->rate);
      return 0;
    }
    case VIDIOC_REQBUFS: return make_buffers(camera, data);
    case VIDIOC_QUERYBUF: place(camera, data); return 0;
    case VIDIOC_QBUF: camera->queue[camera->queued++ % MOST_BUFFERS] = ((struct v4l2_buffer *)data)->index; return 0;
    case VIDIOC_DQBUF: return take(camera, data);
    case VIDIOC_STREAMON: return start(camera);
    case VIDIOC_STREAMOFF:
      camera->streams = false;
      camera->queued = camera->taken = 0;
      if (camera->recording >= 0) syscall(SYS_close, camera->recording);
      camera->recording = -1;
      return 0;
    default: return fail(ENOTTY);
  }
}
