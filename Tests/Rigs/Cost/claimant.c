// SPDX-License-Identifier: Apache-2.0

// claimant COUNT: so many connections to the bus, each with a claim of shakes, no two the same. On SIGTERM it prints
// the latencies of began, in µs: from the reading that proves it to its signal at the client.
// claimant screen: one connection, with a claim of motiond-sensor-proxy's accelerometer.
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <systemd/sd-bus.h>
#include <time.h>

static volatile sig_atomic_t is_over;

static void stop(int signal) { is_over = 1; }

static int heard(sd_bus_message *message, void *context, sd_bus_error *error) {
  const char *motion, *member = sd_bus_message_get_member(message);
  uint64_t time;
  if (!member || strcmp(member, "MotionBegan")) return 0;
  if (sd_bus_message_read(message, "st", &motion, &time) < 0) return 0;
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  printf("%.1f\n", (now.tv_sec * 1e9 + now.tv_nsec - (double)time) / 1e3);
  return 0;
}

static sd_bus *claim(int number) {
  static const char *sensitivities[] = {"low", "medium", "high"};
  sd_bus *bus = 0;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  if (sd_bus_open_user(&bus) < 0) return 0;
  sd_bus_add_filter(bus, 0, heard, 0);
  const char *name = "org.motiond.Motion1";
  if (sd_bus_call_method(bus, name, "/org/motiond/Motion1", name, "Claim", &error, 0, "a{sv}", 2,
                         "sensitivity", "s", sensitivities[(number + 1) % 3], "window", "d",
                         1 + 0.005 * (number / 3)) < 0)
    return fprintf(stderr, "claimant %d: %s\n", number, error.message), (sd_bus *)0;
  while (sd_bus_process(bus, 0) > 0) {}
  return bus;
}

static sd_bus *claim_screen(void) {
  sd_bus *bus = 0;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  const char *name = "net.hadess.SensorProxy";
  if (sd_bus_open_user(&bus) < 0) return 0;
  if (sd_bus_call_method(bus, name, "/net/hadess/SensorProxy", name, "ClaimAccelerometer", &error, 0, "") < 0)
    return fprintf(stderr, "claimant: %s\n", error.message), (sd_bus *)0;
  while (sd_bus_process(bus, 0) > 0) {}
  return bus;
}

int main(int count, char **arguments) {
  int is_screen = count > 1 && !strcmp(arguments[1], "screen");
  int clients = count > 1 && !is_screen ? atoi(arguments[1]) : 1, set = epoll_create1(0);
  struct rlimit limit = {4096, 4096};
  setrlimit(RLIMIT_NOFILE, &limit);
  signal(SIGTERM, stop);
  for (int number = 0; number < clients; number++) {
    sd_bus *bus = is_screen ? claim_screen() : claim(number);
    if (!bus) return 1;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = bus};
    epoll_ctl(set, EPOLL_CTL_ADD, sd_bus_get_fd(bus), &event);
  }
  fputs("claimed\n", stderr);
  while (!is_over) {
    struct epoll_event event;
    if (epoll_wait(set, &event, 1, -1) < 1) continue;
    while (sd_bus_process(event.data.ptr, 0) > 0) {}
  }
  return 0;
}
