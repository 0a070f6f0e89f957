// SPDX-License-Identifier: Apache-2.0

// Counts what libmotion asks of the heap: motion_make alone may allocate, and motion_free gives all of it back.
// Linked with --wrap for each function below. Usage: heap RECORDING...
#include <inttypes.h>
#include <motion.h>
#include <stdio.h>
#include <stdlib.h>

static long allocations, frees;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);

void *__wrap_malloc(size_t size) {
  allocations++;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  allocations++;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
  allocations++;
  return __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  // That of musl calls aligned_alloc, which is not to count once more.
  long count = allocations + 1;
  int status = __real_posix_memalign(memory, alignment, size);
  allocations = count;
  return status;
}

void __wrap_free(void *memory) {
  if (memory) frees++;
  __real_free(memory);
}

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
    long before = allocations + frees;
    if (ended) motion_end(motion);
    else motion_feed(motion, time, x, y, z);
    while (motion_next(motion, &event, line, sizeof line) > 0) events++;
    asked += allocations + frees - before;
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
