// SPDX-License-Identifier: Apache-2.0

// The motions of a recording as JSON lines, with libmotion.
//
//   cc -o motion_lines motion_lines.c $(pkg-config --cflags --libs libmotion)
//   ./motion_lines samples/short-shake.csv --motions all
#include <inttypes.h>
#include <motion.h>
#include <stdio.h>

// Prints the events that wait.
static void print_events(struct motion *motion) {
  struct motion_event event;
  char line[MOTION_LINE_SIZE];
  while (motion_next(motion, &event, line, sizeof line) > 0) {
    puts(line);
    if (event.kind == MOTION_SHAKE && event.phase == MOTION_ENDED)
      fprintf(stderr, "a shake ended at %" PRId64 " ms; at most %.1f m/s²\n", event.time / 1000000,
              motion_number(&event, "peak"));
  }
}

int main(int argc, char *argv[]) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s RECORDING [OPTION...]\n", argv[0]);
    return 64;
  }
  FILE *file = fopen(argv[1], "r");
  if (!file) {
    perror(argv[1]);
    return 66;
  }
  char problem[MOTION_PROBLEM_SIZE];
  struct motion *motion = motion_make((const char *const *)argv + 2, argv[1], problem, sizeof problem);
  if (!motion) {
    fprintf(stderr, "%s: %s\n", argv[0], problem);
    return 64;
  }
  char text[256];
  int64_t time;
  double x, y, z;
  while (fgets(text, sizeof text, file)) {
    // Notes and the header are no readings.
    if (sscanf(text, "%" SCNd64 ",%lf,%lf,%lf", &time, &x, &y, &z) != 4) continue;
    motion_feed(motion, time, x, y, z);
    print_events(motion);
  }
  motion_end(motion);
  print_events(motion);
  motion_free(motion);
  fclose(file);
  return 0;
}
