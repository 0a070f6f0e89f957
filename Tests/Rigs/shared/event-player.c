// SPDX-License-Identifier: Apache-2.0

/* An input device made by uinput, whatever it says of itself: accelerometers without their drivers, and what is none.
 *
 *   event-player NAME PERIOD_US [WHAT[=NUMBER]]...
 *
 *   property         says that it is an accelerometer (INPUT_PROP_ACCELEROMETER)
 *   rotational       its axes are RX, RY and RZ; else X, Y and Z
 *   resolution=N  range=N  fuzz=N    of each axis; 0, 32767 and 0
 *   gyroscope        has RX, RY and RZ besides, at rest
 *   clock=PERCENT    tells its own time (MSC_TIMESTAMP), which runs so fast: so many periods, whatever came
 *   burst=N          tells so many readings at once, every so many periods
 *   key=CODE         has that key
 *   vendor=N  product=N              of its maker; 1 and 1
 *
 * It obeys the commands of player.h, and plays whether somebody listens or not. It prints `plugged eventN`.
 */
#include "player.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int device, first_axis = ABS_X, clock_percent, burst = 1;
static uint64_t time_us;

static void set(unsigned long request, int value)
{
  if (ioctl(device, request, value) < 0) fail("set up");
}

static void set_axes(int first, int range, int fuzz, int resolution)
{
  for (int code = first; code < first + 3; code++) {
    struct uinput_abs_setup setup = {.code = code, .absinfo = {.minimum = -range, .maximum = range, .fuzz = fuzz,
                                                               .resolution = resolution}};
    set(UI_SET_ABSBIT, code);
    if (ioctl(device, UI_ABS_SETUP, &setup) < 0) fail("set up an axis");
  }
}

/* Prints the node that the kernel has made of it: the folder of the device has a folder of that name. */
static void tell_node(void)
{
  char name[32] = "", folder[96];
  if (ioctl(device, UI_GET_SYSNAME(sizeof name), name) < 0) fail("ask for the name");
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  struct dirent *entry;
  while (entries && (entry = readdir(entries)))
    if (!strncmp(entry->d_name, "event", 5)) printf("plugged %s\n", entry->d_name);
  if (!entries || closedir(entries)) fail(folder);
}

static void create(int argc, char **argv)
{
  int resolution = 0, range = 32767, fuzz = 0, has_gyroscope = 0;
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (device < 0) fail("/dev/uinput");
  set(UI_SET_EVBIT, EV_ABS);
  for (int i = 3; i < argc; i++) {
    char *sign = strchr(argv[i], '=');
    int number = sign ? strtol(sign + 1, NULL, 0) : 0;
    if (sign) *sign = 0;
    if (!strcmp(argv[i], "property")) set(UI_SET_PROPBIT, INPUT_PROP_ACCELEROMETER);
    else if (!strcmp(argv[i], "rotational")) first_axis = ABS_RX;
    else if (!strcmp(argv[i], "resolution")) resolution = number;
    else if (!strcmp(argv[i], "range")) range = number;
    else if (!strcmp(argv[i], "fuzz")) fuzz = number;
    else if (!strcmp(argv[i], "gyroscope")) has_gyroscope = 1;
    else if (!strcmp(argv[i], "clock")) clock_percent = number;
    else if (!strcmp(argv[i], "burst")) burst = number;
    else if (!strcmp(argv[i], "vendor")) setup.id.vendor = number;
    else if (!strcmp(argv[i], "product")) setup.id.product = number;
    else if (!strcmp(argv[i], "key")) {
      set(UI_SET_EVBIT, EV_KEY);
      set(UI_SET_KEYBIT, number);
    } else {
      fprintf(stderr, "event-player: what is '%s'?\n", argv[i]);
      exit(64);
    }
  }
  set_axes(first_axis, range, fuzz, resolution);
  if (has_gyroscope) set_axes(ABS_RX, range, fuzz, resolution);
  if (clock_percent) {
    set(UI_SET_EVBIT, EV_MSC);
    set(UI_SET_MSCBIT, MSC_TIMESTAMP);
  }
  snprintf(setup.name, sizeof setup.name, "%s", argv[1]);
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) fail("create the device");
  tell_node();
}

void show(const struct reading *reading)
{
  struct input_event events[] = {
    {.type = EV_MSC, .code = MSC_TIMESTAMP, .value = time_us * clock_percent / 100},
    {.type = EV_ABS, .code = first_axis, .value = reading->axis[0]},
    {.type = EV_ABS, .code = first_axis + 1, .value = reading->axis[1]},
    {.type = EV_ABS, .code = first_axis + 2, .value = reading->axis[2]},
    {.type = EV_SYN, .code = SYN_REPORT}};
  size_t from = clock_percent ? 0 : 1, size = sizeof events - from * sizeof *events;
  if (write(device, events + from, size) != (ssize_t)size) fail("write events");
}

void unplug(void)
{
  ioctl(device, UI_DEV_DESTROY);
  puts("unplugged");
  exit(0);
}

int main(int argc, char **argv)
{
  if (argc < 3) {
    fputs("usage: event-player NAME PERIOD_US [WHAT[=NUMBER]]...\n", stderr);
    return 64;
  }
  uint32_t period_us = strtoul(argv[2], NULL, 10);
  setvbuf(stdout, NULL, _IOLBF, 0);
  int ticks = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  create(argc, argv);
  uint64_t ns = period_us * 1000ULL * burst;
  struct timespec period = {ns / 1000000000, ns % 1000000000};
  if (ticks < 0 || timerfd_settime(ticks, 0, &(struct itimerspec){period, period}, NULL)) fail("set a timer");
  for (;;) {
    struct pollfd fds[] = {{ticks, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0) fail("poll");
    if (fds[1].revents) take_commands();
    uint64_t periods = 0;
    if (read(ticks, &periods, sizeof periods) < 0 && errno != EAGAIN) fail("read of the timer");
    for (periods *= burst; periods > 0; periods--) {
      time_us += period_us;
      tick();
    }
  }
}
