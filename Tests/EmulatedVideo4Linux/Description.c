#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Emulation.h"

static uint32_t code_of(const char *text) {
  char four[4] = {' ', ' ', ' ', ' '};
  memcpy(four, text, strnlen(text, 4));
  return v4l2_fourcc(four[0], four[1], four[2], four[3]);
}

static struct v4l2_fract rate_of(const char *text) {
  struct v4l2_fract rate = {.denominator = 1};
  sscanf(text, "%u/%u", &rate.numerator, &rate.denominator);
  return rate;
}

static void copy(char *to, size_t room, const char *from) { snprintf(to, room, "%s", from); }

static void read_size(char *rest, description *result) {
  if (result->size_count == MOST_SIZES) return;
  size_line *size = &result->sizes[result->size_count];
  char code[8] = "", rates[256] = "";
  if (sscanf(rest, "%7s %ux%u %255s %511[^\n]", code, &size->width, &size->height, rates, size->file) < 4) return;
  size->code = code_of(code);
  char *state = NULL;
  for (char *rate = strtok_r(rates, ",", &state); rate != NULL && size->rate_count < MOST_RATES;
       rate = strtok_r(NULL, ",", &state)) {
    size->rates[size->rate_count++] = rate_of(rate);
  }
  result->size_count++;
}

static void read_range(const char *rest, description *result) {
  if (result->size_count == MOST_SIZES) return;
  size_line *size = &result->sizes[result->size_count];
  char code[8] = "", slow[32] = "", fast[32] = "";
  if (sscanf(
          rest, "%7s %ux%u %ux%u %ux%u %31s %31s", code, &size->width, &size->height, &size->max_width, &size->max_height,
          &size->step_width, &size->step_height, slow, fast) < 9) {
    return;
  }
  size->code = code_of(code);
  size->rates[0] = rate_of(slow);
  size->rates[1] = rate_of(fast);
  size->rate_count = 2;
  result->size_count++;
}

static void read_control(const char *rest, description *result) {
  if (result->control_count == MOST_CONTROLS) return;
  struct v4l2_queryctrl *query = &result->controls[result->control_count].query;
  char name[64] = "";
  if (sscanf(
          rest, "%x %u %d %d %d %d %u %63[^\n]", &query->id, &query->type, &query->minimum, &query->maximum, &query->step,
          &query->default_value, &query->flags, name) < 8) {
    return;
  }
  copy((char *)query->name, sizeof query->name, name);
  result->control_count++;
}

static void read_fault(fault_kind kind, const char *rest, description *result) {
  if (result->fault_count == MOST_FAULTS) return;
  fault found = {.kind = kind};
  if (sscanf(rest, "%u %d", &found.frame, &found.value) >= 1) result->faults[result->fault_count++] = found;
}

static void read_line(const char *word, char *rest, description *result) {
  static const char *const faults[] = {"fails", "damaged", "empty", "leap", "back"};
  for (int kind = 0; kind < 5; kind++) {
    if (strcmp(word, faults[kind]) == 0) read_fault((fault_kind)kind, rest, result);
  }
  if (strcmp(word, "card") == 0) copy(result->card, sizeof result->card, rest);
  if (strcmp(word, "bus") == 0) copy(result->bus, sizeof result->bus, rest);
  if (strcmp(word, "driver") == 0) copy(result->driver, sizeof result->driver, rest);
  if (strcmp(word, "output") == 0) result->outputs = true;
  if (strcmp(word, "refused") == 0) result->refused = atoi(rest);
  if (strcmp(word, "format") == 0) read_size(rest, result);
  if (strcmp(word, "range") == 0) read_range(rest, result);
  if (strcmp(word, "control") == 0) read_control(rest, result);
  if (strcmp(word, "frames") == 0) result->frames = atol(rest);
  if (strcmp(word, "stalls") == 0) result->stalls = atol(rest);
  if (strcmp(word, "free") == 0) result->is_free = true;
  if (strcmp(word, "patient") == 0) result->is_patient = true;
  if (strcmp(word, "live") == 0) result->is_live = true;
  if (strcmp(word, "full") == 0) result->is_full = true;
  if (strcmp(word, "shrinks") == 0) result->shrinks = true;
}

bool read_description(const char *path, description *result) {
  memset(result, 0, sizeof *result);
  // Not fopen, which may come back to what this library stands in for.
  int file = openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  static const char magic[] = "emulated-video4linux\n";
  char text[16384];
  ssize_t count = read(file, text, sizeof text - 1);
  syscall(SYS_close, file);
  if (count < (ssize_t)sizeof magic - 1 || memcmp(text, magic, sizeof magic - 1) != 0) return false;
  text[count] = 0;
  char *state = NULL;
  for (char *line = strtok_r(text, "\n", &state); line != NULL; line = strtok_r(NULL, "\n", &state)) {
    char *rest = strchr(line, ' ');
    if (rest != NULL) *rest++ = 0;
    read_line(line, rest == NULL ? line + strlen(line) : rest, result);
  }
  return true;
}
