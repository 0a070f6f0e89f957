// SPDX-License-Identifier: Apache-2.0

// The motions of readings that come one by one on standard input, as JSON lines, with libmotion.
//
//   cc -o motion_live motion_live.c $(pkg-config --cflags --libs libmotion)
//   ./motion_live < samples/short-shake.csv
#include <inttypes.h>
#include <motion.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static int reading_count;

// The next line with a time in ns and three axes in m/s²; 0 at the end.
static int read_reading(int device, int64_t *time, double *x, double *y, double *z) {
  for (;;) {
    char text[256];
    size_t length = 0;
    while (length < sizeof text - 1 && read(device, text + length, 1) == 1 && text[length++] != '\n') {}
    text[length] = 0;
    if (!length) return 0;
    // Notes and the header are no readings.
    if (sscanf(text, "%" SCNd64 ",%lf,%lf,%lf", time, x, y, z) == 4) return ++reading_count;
  }
}

// Prints the events that wait.
static void print_events(struct motion *motion) {
  char line[MOTION_LINE_SIZE];
  while (motion_next(motion, NULL, line, sizeof line) > 0) puts(line);
  fflush(stdout);
}

static void follow(struct motion *motion, int device) {
  struct pollfd ready = {.fd = device, .events = POLLIN};
  int64_t time;
  double x, y, z;
  for (;;) {
    if (poll(&ready, 1, 250) == 0) motion_end(motion);
    else if (!read_reading(device, &time, &x, &y, &z)) break;
    else motion_feed(motion, time, x, y, z);
    print_events(motion);
  }
}

int main(int argc, char *argv[]) {
  char problem[MOTION_PROBLEM_SIZE];
  struct motion *motion = motion_make((const char *const *)argv + (argc > 0), "stdin", problem, sizeof problem);
  if (!motion) {
    fprintf(stderr, "motion_live: %s\n", problem);
    return 64;
  }
  follow(motion, STDIN_FILENO);
  motion_end(motion);
  print_events(motion);
  motion_free(motion);
  if (reading_count) return 0;
  fprintf(stderr, "motion_live: no line was a reading, such as 1000000000,0.1,-0.2,9.8: a time in ns, and m/s²\n");
  return 65;
}
