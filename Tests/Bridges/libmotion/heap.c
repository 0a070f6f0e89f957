// SPDX-License-Identifier: Apache-2.0

// Counts what libmotion asks of the heap: motion_make alone may allocate, and motion_free gives all of it back.
// Usage: heap RECORDING...
#include <inttypes.h>
#include <motion.h>
#include <stdio.h>
#include <stdlib.h>

#include "heap.h"

static const char *const options[] = {"--motions", "all", NULL};

// Plays a recording; the count of its events. What it asks of the heap is printed, and is a failure.
static int play(struct motion *motion, const char *path, int *failures) {
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(66);
  }
  struct motion_event event;
  char text[256], line[MOTION_LINE_SIZE];
  int64_t time;
  double x, y, z;
  int events = 0;
  long asked = 0;
  for (int ended = 0; !ended;) {
    ended = !fgets(text, sizeof text, file);
    if (!ended && sscanf(text, "%" SCNd64 ",%lf,%lf,%lf", &time, &x, &y, &z) != 4) continue;
    long before = heap_calls();
    if (ended) motion_end(motion);
    else motion_feed(motion, time, x, y, z);
    while (motion_next(motion, &event, line, sizeof line) > 0) events++;
    asked += heap_calls() - before;
  }
  fclose(file);
  if (asked) {
    printf("heap: %s: %ld calls of the heap in feed, end and next\n", path, asked);
    ++*failures;
  }
  return events;
}

int main(int argc, char *argv[]) {
  int failures = 0, events = 0;
  long at_make = 0;
  // The first time makes tables that stay as long as the process.
  for (int round = 0; round < 3; round++) {
    long before = allocations, kept = allocations - frees;
    struct motion *motion = motion_make(options, "heap", NULL, 0);
    at_make = allocations - before;
    events = 0;
    for (int i = 1; i < argc; i++) events += play(motion, argv[i], &failures);
    motion_free(motion);
    kept = allocations - frees - kept;
    if (round > 0 && kept) {
      printf("heap: motion_free leaves %ld pieces of memory\n", kept);
      failures++;
    }
  }
  if (!at_make || !events) {
    printf("heap: %ld allocations at make and %d events show nothing\n", at_make, events);
    failures++;
  }
  if (failures) return 1;
  printf("heap: %ld allocations at make, none at %d events of %d recordings, all freed\n", at_make, events, argc - 1);
  return 0;
}
