#include "Warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void warnings_add(Warnings *warnings, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  // A title may contain line breaks.
  for (char *letter = line; *letter != 0; letter++) {
    if ((unsigned char)*letter < 32) *letter = ' ';
  }
  size_t used = strlen(warnings->text), length = strlen(line);
  if (strstr(warnings->text, line) != NULL || used + length + 2 > sizeof warnings->text) return;
  memcpy(warnings->text + used, line, length);
  memcpy(warnings->text + used + length, "\n", 2);
}
