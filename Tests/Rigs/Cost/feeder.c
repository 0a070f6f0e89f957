// SPDX-License-Identifier: Apache-2.0

// feeder HZ [SHAKE_EVERY_S]: the accelerometer of the bench. While its buffer is on it writes scans into the FIFO
// that stands for the device node, stamped with CLOCK_BOOTTIME; at rest, or shaken for 0.9 s every so many seconds.
// On SIGTERM it prints the number of scans.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ENABLE "/sys/bus/iio/devices/iio:device0/buffer/enable"
#define NODE "/dev/iio:device0"
#define SCALE 0.009576807  // m/s² a step of 12 bits

static volatile sig_atomic_t is_over;

static void stop(int signal) { is_over = 1; }

static int is_on(void) {
  char value = 0;
  int file = open(ENABLE, O_RDONLY);
  if (file < 0) return 0;
  ssize_t count = read(file, &value, 1);
  close(file);
  return count == 1 && value == '1';
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void put(unsigned char *scan, int axis, double acceleration) {
  double steps = fmin(2047, fmax(-2048, acceleration / SCALE));
  int16_t word = (int16_t)((int16_t)steps * 16);  // le:s12/16>>4
  memcpy(scan + 2 * axis, &word, 2);
}

int main(int count, char **arguments) {
  double rate = count > 1 ? atof(arguments[1]) : 100, every = count > 2 ? atof(arguments[2]) : 0;
  signal(SIGTERM, stop);
  int node = open(NODE, O_RDWR | O_NONBLOCK);
  if (node < 0) return perror(NODE), 1;
  int64_t period = (int64_t)(1e9 / rate);
  long scans = 0;
  while (!is_over) {
    if (!is_on()) {
      usleep(2000);
      continue;
    }
    char rest[65536];
    while (read(node, rest, sizeof rest) > 0) {}
    int64_t first = now(CLOCK_MONOTONIC), next = first;
    for (long number = 0; !is_over && (number % 20 || is_on()); number++) {
      double time = (next - first) * 1e-9, since = every > 0 ? fmod(time, every) : 0;
      int is_shaken = every > 0 && time > every && since < 0.9;
      unsigned char scan[16] = {0};
      put(scan, 0, is_shaken ? 20 * sin(2 * M_PI * 4.5 * since) : 0);
      put(scan, 2, 9.807);
      int64_t stamp = now(CLOCK_BOOTTIME);
      memcpy(scan + 8, &stamp, 8);
      if (write(node, scan, sizeof scan) == sizeof scan) scans++;
      next += period;
      struct timespec due = {next / 1000000000, next % 1000000000};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, 0);
    }
  }
  printf("%ld\n", scans);
}
