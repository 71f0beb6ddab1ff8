// For O_CLOEXEC, which C17 alone does not declare.
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

static cffmpeg_status fail_by_system(cffmpeg_message *message, int error) {
  return cffmpeg_fail_by(message, CFFMPEG_UNREADABLE, AVERROR(error), "%s", strerror(error));
}

cffmpeg_status input_open(Input *input, const char *path, cffmpeg_message *message) {
  *input = (Input){.descriptor = -1};
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  input->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (input->descriptor < 0) return fail_by_system(message, errno);

  struct stat facts;
  if (fstat(input->descriptor, &facts) != 0) return fail_by_system(message, errno);
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

int input_refuse_to_open(
    AVFormatContext *format, AVIOContext **context, const char *url, int flags, AVDictionary **options) {
  return AVERROR(EPERM);
}

/// Whether a demuxer is one of still pictures, which it would give as a video of one frame without orientation and
/// colours.
static bool is_still_picture(const AVInputFormat *format) {
  size_t length = strlen(format->name);
  return (length > 5 && strcmp(format->name + length - 5, "_pipe") == 0) || strncmp(format->name, "image2", 6) == 0
         || strcmp(format->name, "ico") == 0;
}

static cffmpeg_status fail_to_read(int error, const AVInputFormat *kind, cffmpeg_message *message) {
  cffmpeg_message words;
  return cffmpeg_fail(message, CFFMPEG_MALFORMED, "%s (read as %s)", cffmpeg_error_text(error, &words), kind->name);
}

cffmpeg_status input_open_header(Input *input, AVFormatContext **format, cffmpeg_message *message) {
  const AVInputFormat *kind = NULL;
  int error = av()->av_probe_input_buffer2(input->context, &kind, "", NULL, 0, 0);
  if (error < 0 || kind == NULL) {
    return cffmpeg_fail(message, CFFMPEG_NOT_VIDEO, "its bytes are of no known video format");
  }
  if (is_still_picture(kind)) {
    return cffmpeg_fail(
        message, CFFMPEG_STILL_PICTURE, "%.*s", (int)strcspn(kind->name, "_"), kind->name);
  }

  *format = av()->avformat_alloc_context();
  if (*format == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  (*format)->pb = input->context;
  (*format)->io_open = input_refuse_to_open;

  AVDictionary *options = NULL;
  av()->av_dict_set(&options, "protocol_whitelist", "none", 0);
  error = av()->avformat_open_input(format, "", kind, &options);
  av()->av_dict_free(&options);
  if (error == AVERROR(EPERM)) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "it (%s) leads to other files", kind->name);
  }
  return error < 0 ? fail_to_read(error, kind, message) : CFFMPEG_OK;
}

cffmpeg_status input_open_format(Input *input, AVFormatContext **format, cffmpeg_message *message) {
  cffmpeg_status status = input_open_header(input, format, message);
  if (status != CFFMPEG_OK) return status;
  int error = av()->avformat_find_stream_info(*format, NULL);
  return error < 0 ? fail_to_read(error, (*format)->iformat, message) : CFFMPEG_OK;
}

void input_close(Input *input) {
  if (input->context != NULL) {
    av()->av_freep(&input->context->buffer);
    av()->avio_context_free(&input->context);
  }
  if (input->descriptor >= 0) close(input->descriptor);
  input->descriptor = -1;
}
