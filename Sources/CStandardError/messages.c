#define _GNU_SOURCE
#include "CStandardError.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const prefixes[] = {"ERROR: ", "WARNING: ", "DEBUG: "};

static ssize_t pass_on(void *cookie, const char *text, size_t size) {
  (void)cookie;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t length = strlen(prefixes[i]);
    if (size >= length && !memcmp(text, prefixes[i], length)) return size;
  }
  ssize_t written = write(STDERR_FILENO, text, size);
  return written < 0 ? 0 : written;
}

void drop_messages_of_libiio(void) {
  FILE *filter = fopencookie(NULL, "w", (cookie_io_functions_t){.write = pass_on});
  if (!filter) return;
  // A line at a time.
  setvbuf(filter, NULL, _IOLBF, BUFSIZ);
  stderr = filter;
}
