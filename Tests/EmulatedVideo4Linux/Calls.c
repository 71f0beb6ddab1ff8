#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Emulation.h"
#include "include/EmulatedVideo4Linux.h"

enum { MOST_CAMERAS = 64 };
static camera *cameras[MOST_CAMERAS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// The camera behind a descriptor, which the caller may use until it closes it.
static camera *camera_of(int descriptor) {
  camera *found = NULL;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MOST_CAMERAS && descriptor >= 0; index++) {
    if (cameras[index] != NULL && cameras[index]->device == descriptor) found = cameras[index];
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static int release(camera *camera) {
  syscall(SYS_close, camera->file);
  if (camera->recording >= 0) syscall(SYS_close, camera->recording);
  long result = syscall(SYS_close, camera->device);
  free(camera);
  return (int)result;
}

int emulated_open(const char *path, int flags) {
  camera *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return -1;
  snprintf(opened->path, sizeof opened->path, "%s", path);
  if (!read_description(path, &opened->told) || stat(path, &opened->identity) != 0) {
    free(opened);
    // As any other file.
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags);
  }
  if (opened->told.refused != 0) {
    errno = opened->told.refused;
    free(opened);
    return -1;
  }
  opened->recording = -1;
  opened->file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  opened->device = memfd_create("camera", MFD_CLOEXEC);
  opened->blocks = (flags & O_NONBLOCK) == 0;
  opened->width = opened->told.sizes[0].width;
  opened->height = opened->told.sizes[0].height;
  opened->rate = opened->told.sizes[0].rates[0];
  int descriptor = opened->device;
  pthread_mutex_lock(&lock);
  bool has_room = false;
  for (int index = 0; index < MOST_CAMERAS && !has_room; index++) {
    if (cameras[index] == NULL) (cameras[index] = opened, has_room = true);
  }
  pthread_mutex_unlock(&lock);
  if (has_room) return descriptor;
  release(opened);
  errno = EMFILE;
  return -1;
}

int emulated_close(int descriptor) {
  camera *found = NULL;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MOST_CAMERAS && descriptor >= 0; index++) {
    if (cameras[index] == NULL || cameras[index]->device != descriptor) continue;
    found = cameras[index];
    cameras[index] = NULL;
  }
  pthread_mutex_unlock(&lock);
  return found == NULL ? (int)syscall(SYS_close, descriptor) : release(found);
}

int emulated_ioctl(int descriptor, unsigned long request, void *data) {
  camera *found = camera_of(descriptor);
  if (found == NULL) return (int)syscall(SYS_ioctl, descriptor, request, data);
  return answer(found, request & 0xffffffff, data);
}

int emulated_poll(struct pollfd *descriptors, unsigned long count, int milliseconds) {
  camera *found = NULL;
  unsigned long place = 0;
  for (unsigned long index = 0; index < count && found == NULL; index++) {
    found = camera_of(descriptors[index].fd);
    place = index;
  }
  if (found == NULL) return (int)syscall(SYS_poll, descriptors, count, milliseconds);
  // The rest is watched in short turns, in which the camera may be unplugged.
  for (int waited = 0;;) {
    descriptors[place].revents = 0;
    bool is_gone = is_unplugged(found);
    int next = until_next(found);
    int turn = is_gone || next == 0 ? 0 : next > 0 && next < 10 ? next : 10;
    if (milliseconds >= 0 && turn > milliseconds - waited) turn = milliseconds - waited;
    descriptors[place].fd = -1;
    int ready = (int)syscall(SYS_poll, descriptors, count, turn);
    descriptors[place].fd = found->device;
    if (ready < 0) return ready;
    if (is_gone || until_next(found) == 0) {
      descriptors[place].revents = is_gone ? POLLHUP | POLLERR : POLLIN;
      ready++;
    }
    if (ready > 0) return ready;
    waited += turn;
    if (milliseconds >= 0 && waited >= milliseconds) return 0;
  }
}

#ifdef EMULATION_PRELOADED
/// The description that stands for a path; false where there is none.
static bool stands_in(const char *path, char *result, size_t room) {
  const char *folder = getenv("VIDEO_DEVICES");
  if (folder == NULL) return false;
  if (strncmp(path, "/dev/", 5) == 0) {
    snprintf(result, room, "%s/%s", folder, path + 5);
  } else if (strncmp(path, folder, strlen(folder)) == 0) {
    snprintf(result, room, "%s", path);
  } else {
    return false;
  }
  description told;
  return read_description(result, &told);
}

#define OPENING(name)                                                                         \
  int name(const char *path, int flags, ...) {                                                \
    char own[512];                                                                            \
    if (stands_in(path, own, sizeof own)) return emulated_open(own, flags);                   \
    va_list rest;                                                                             \
    va_start(rest, flags);                                                                    \
    unsigned mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, unsigned) : 0;             \
    va_end(rest);                                                                             \
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
    return next(path, flags, mode);                                                           \
  }
OPENING(open)
OPENING(open64)

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *data = va_arg(rest, void *);
  va_end(rest);
  return emulated_ioctl(descriptor, request, data);
}

int close(int descriptor) { return emulated_close(descriptor); }
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  return emulated_poll(descriptors, count, milliseconds);
}
#endif
