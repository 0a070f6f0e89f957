// SPDX-License-Identifier: Apache-2.0

/* A game controller with an accelerometer, made of a process over /dev/uhid. The kernel's own driver binds to it.
 *
 *   pad-player KIND [ADDRESS [PERIOD_US]]
 *
 * KIND is dualsense, dualsense_radio (by Bluetooth), dualshock4, dualshock3, joycon or wiimote. ADDRESS, such as 02:00:00:00:00:01, is what the driver
 * tells pads of one kind apart by. PERIOD_US is that of its reports; a Joy-Con has three readings in each.
 * It obeys the commands of player.h, with readings as the driver shows them in its event node: its axes, its units.
 * Told on standard output, a line each: plugged; listening and silent, of a pad that is switched on while its node is
 * open; unplugged; and what the player writes.
 */
#include "pad.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const struct pad *const pads[] = {&dualsense, &dualsense_radio, &dualshock4, &dualshock3, &joycon, &wiimote};
uint8_t address[6] = {1, 0, 0, 0, 0, 2};
static const struct pad *pad;
static int uhid;
static uint32_t time_us;
static struct reading collected[3];
static int count;

static void send_event(const struct uhid_event *event)
{
  if (write(uhid, event, sizeof *event) != sizeof *event) fail("write to /dev/uhid");
}

void send_report(const uint8_t *bytes, size_t size)
{
  struct uhid_event event = {.type = UHID_INPUT2};
  event.u.input2.size = size;
  memcpy(event.u.input2.data, bytes, size);
  send_event(&event);
}

void put_axes(uint8_t *bytes, const struct reading *reading)
{
  for (int i = 0; i < 3; i++) {
    bytes[2 * i] = reading->axis[i];
    bytes[2 * i + 1] = reading->axis[i] >> 8;
  }
}

void show(const struct reading *reading)
{
  collected[count++] = *reading;
  if (count < pad->readings) return;
  count = 0;
  uint8_t bytes[UHID_DATA_MAX] = {0};
  size_t size = pad->report(collected, time_us, bytes);
  if (size) send_report(bytes, size);
}

void unplug(void)
{
  struct uhid_event event = {.type = UHID_DESTROY};
  send_event(&event);
  puts("unplugged");
  exit(0);
}

static void take_event(void)
{
  static struct uhid_event event;
  struct uhid_event answer = {0};
  if (read(uhid, &event, sizeof event) < 0) fail("read from /dev/uhid");
  switch (event.type) {
  case UHID_START: puts("plugged"); break;
  case UHID_GET_REPORT:
    answer.type = UHID_GET_REPORT_REPLY;
    answer.u.get_report_reply.id = event.u.get_report.id;
    if (pad->feature)
      answer.u.get_report_reply.size = pad->feature(event.u.get_report.rnum, answer.u.get_report_reply.data);
    if (!answer.u.get_report_reply.size) answer.u.get_report_reply.err = EIO;
    send_event(&answer);
    break;
  case UHID_SET_REPORT:
    answer.type = UHID_SET_REPORT_REPLY;
    answer.u.set_report_reply.id = event.u.set_report.id;
    send_event(&answer);
    break;
  case UHID_OUTPUT:
    if (pad->output) pad->output(event.u.output.data, event.u.output.size);
    break;
  default: break; /* open, close, stop: nothing depends on them */
  }
}

static void create(void)
{
  struct uhid_event event = {.type = UHID_CREATE2};
  struct uhid_create2_req *device = &event.u.create2;
  snprintf((char *)device->name, sizeof device->name, "%s", pad->name);
  snprintf((char *)device->uniq, sizeof device->uniq, "%02x:%02x:%02x:%02x:%02x:%02x", address[5], address[4],
           address[3], address[2], address[1], address[0]);
  device->bus = pad->bus;
  device->vendor = pad->vendor;
  device->product = pad->product;
  device->rd_size = pad->descriptor_size;
  memcpy(device->rd_data, pad->descriptor, pad->descriptor_size);
  send_event(&event);
}

int main(int argc, char **argv)
{
  for (size_t i = 0; argc > 1 && i < sizeof pads / sizeof *pads; i++)
    if (!strcmp(argv[1], pads[i]->kind)) pad = pads[i];
  uint8_t *to = address;
  if (!pad || (argc > 2 && sscanf(argv[2], "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", to + 5, to + 4, to + 3, to + 2, to + 1, to) != 6)) {
    fputs("usage: pad-player KIND [ADDRESS [PERIOD_US]]\n", stderr);
    return 64;
  }
  uint32_t period_us = argc > 3 ? strtoul(argv[3], NULL, 10) : pad->period_us;
  setvbuf(stdout, NULL, _IOLBF, 0);
  uhid = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (uhid < 0) fail("/dev/uhid");
  int ticks = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  struct timespec period = {period_us / 1000000, period_us % 1000000 * 1000L};
  if (ticks < 0 || timerfd_settime(ticks, 0, &(struct itimerspec){period, period}, NULL)) fail("set a timer");
  create();
  for (;;) {
    struct pollfd fds[] = {{uhid, POLLIN, 0}, {ticks, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (poll(fds, 3, -1) < 0) fail("poll");
    if (fds[0].revents) take_event();
    /* Commands before ticks: what was asked for in time must not come a period late. */
    if (fds[2].revents) take_commands();
    uint64_t periods = 0;
    if (read(ticks, &periods, sizeof periods) < 0 && errno != EAGAIN) fail("read of the timer");
    /* Late? A real pad does not skip readings. */
    while (periods-- > 0) {
      time_us += period_us;
      for (int i = 0; i < pad->readings; i++) tick();
    }
  }
}
