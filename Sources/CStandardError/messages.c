// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CStandardError.h"

#include <stdio.h>
#include <string.h>

static const char *const prefixes[] = {"ERROR: ", "WARNING: ", "DEBUG: "};
// The text before each line: a service manager reads a number between angle brackets as its
// priority.
static const char origin[] = "a library: ";
static void (*write_line)(const char *);

// A message of a library may quote text from another machine: only printable ASCII passes.
static ssize_t pass_on(void *cookie, const char *text, size_t size) {
  (void)cookie;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t length = strlen(prefixes[i]);
    if (size >= length && !memcmp(text, prefixes[i], length)) return size;
  }
  char line[sizeof origin + 1024];
  memcpy(line, origin, sizeof origin - 1);
  size_t end = sizeof origin - 1;
  for (size_t i = 0; i < size && end < sizeof line - 1; i++) {
    if (text[i] == '\n' && i == size - 1) break;
    line[end++] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
  }
  line[end] = 0;
  write_line(line);
  return (ssize_t)size;
}

void guard_standard_error(void (*write)(const char *)) {
  write_line = write;
  FILE *filter = fopencookie(NULL, "w", (cookie_io_functions_t){.write = pass_on});
  if (!filter) return;
  // A line at a time.
  setvbuf(filter, NULL, _IOLBF, BUFSIZ);
  stderr = filter;
}
