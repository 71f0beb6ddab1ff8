// For O_CLOEXEC and friends, which C17 alone does not show.
#define _POSIX_C_SOURCE 200809L

#include "Input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 64 * 1024 };

static int read_bytes(void *opaque, uint8_t *bytes, int count) {
  Input *input = opaque;
  ssize_t done;
  do done = read(input->descriptor, bytes, (size_t)count);
  while (done < 0 && errno == EINTR);
  if (done < 0) return AVERROR(errno);
  return done == 0 ? AVERROR_EOF : (int)done;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
  Input *input = opaque;
  if (whence & AVSEEK_SIZE) return input->size;
  whence &= ~AVSEEK_FORCE;
  if (whence == SEEK_SET && offset > input->size) {
    input->was_overrun = true;
    return AVERROR_INVALIDDATA;
  }
  off_t place = lseek(input->descriptor, offset, whence);
  return place < 0 ? AVERROR(errno) : place;
}

cffmpeg_status input_open(Input *input, const char *path, cffmpeg_message *message) {
  *input = (Input){.descriptor = -1};
  // Without O_NONBLOCK the opening of a pipe would wait for a writer.
  input->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (input->descriptor < 0) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "%s", strerror(errno));

  struct stat facts;
  if (fstat(input->descriptor, &facts) != 0) {
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "%s", strerror(errno));
  }
  if (S_ISDIR(facts.st_mode)) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "it is a folder");
  if (!S_ISREG(facts.st_mode)) {
    return cffmpeg_fail(
        message, CFFMPEG_UNREADABLE, "it is not a regular file; frames from a pipe are read as a Y4MStream");
  }
  if (facts.st_size == 0) return cffmpeg_fail(message, CFFMPEG_NOT_VIDEO, "it is empty");
  input->size = facts.st_size;

  unsigned char *buffer = av()->av_malloc(BUFFER_SIZE);
  if (buffer == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  input->context = av()->avio_alloc_context(buffer, BUFFER_SIZE, 0, input, read_bytes, NULL, seek_to);
  if (input->context == NULL) {
    av()->av_free(buffer);
    return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  }
  return CFFMPEG_OK;
}

void input_close(Input *input) {
  if (input->context != NULL) {
    av()->av_freep(&input->context->buffer);
    av()->avio_context_free(&input->context);
  }
  if (input->descriptor >= 0) close(input->descriptor);
  input->descriptor = -1;
}
