// For sigtimedwait, which C17 alone does not declare.
#define _POSIX_C_SOURCE 200809L

#include "Output.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_BUFFER_SIZE = 256 * 1024 };

/// Writes without SIGXFSZ: a file that exceeds the process's size limit is an error, and does not end the program.
static ssize_t write_quietly(int descriptor, const uint8_t *bytes, size_t count) {
  sigset_t signals, earlier, pending;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
  pthread_sigmask(SIG_BLOCK, &signals, &earlier);
  ssize_t done = write(descriptor, bytes, count);
  int error = errno;
  if (done < 0 && error == EFBIG && !was_pending) sigtimedwait(&signals, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  errno = error;
  return done;
}

static int write_bytes(void *opaque, uint8_t *bytes, int count) {
  Output *output = opaque;
  size_t rest = (size_t)count;
  while (rest > 0) {
    ssize_t done = write_quietly(output->descriptor, bytes, rest);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      if (output->error == 0) output->error = errno;
      return AVERROR(errno);
    }
    bytes += done;
    rest -= (size_t)done;
  }
  return count;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
  Output *output = opaque;
  if (whence & AVSEEK_SIZE) {
    struct stat facts;
    return fstat(output->descriptor, &facts) == 0 ? facts.st_size : AVERROR(errno);
  }
  off_t place = lseek(output->descriptor, offset, whence & ~AVSEEK_FORCE);
  return place < 0 ? AVERROR(errno) : place;
}

cffmpeg_status output_open(Output *output, int descriptor, cffmpeg_message *message) {
  *output = (Output){.descriptor = descriptor};
  unsigned char *buffer = av()->av_malloc(OUTPUT_BUFFER_SIZE);
  if (buffer == NULL) return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  output->context = av()->avio_alloc_context(buffer, OUTPUT_BUFFER_SIZE, 1, output, NULL, write_bytes, seek_to);
  if (output->context == NULL) {
    av()->av_free(buffer);
    return cffmpeg_fail(message, CFFMPEG_UNWRITABLE, "out of memory");
  }
  return CFFMPEG_OK;
}

cffmpeg_status output_flush(Output *output, cffmpeg_message *message) {
  av()->avio_flush(output->context);
  if (output->error != 0) {
    return cffmpeg_fail_by(message, CFFMPEG_UNWRITABLE, AVERROR(output->error), "%s", strerror(output->error));
  }
  int error = output->context->error;
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail_by(message, CFFMPEG_UNWRITABLE, error, "%s", cffmpeg_error_text(error, &words));
  }
  return CFFMPEG_OK;
}

int64_t output_settle(Output *output) {
  av()->avio_flush(output->context);
  return output->error != 0 ? -1 : lseek(output->descriptor, 0, SEEK_CUR);
}

void output_cut(Output *output, int64_t size) {
  if (ftruncate(output->descriptor, size) == 0) lseek(output->descriptor, size, SEEK_SET);
}

void output_close(Output *output) {
  if (output->context == NULL) return;
  av()->av_freep(&output->context->buffer);
  av()->avio_context_free(&output->context);
}
