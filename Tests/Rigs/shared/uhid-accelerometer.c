// SPDX-License-Identifier: Apache-2.0

/* A virtual accelerometer: a HID sensor hub made of a process, over /dev/uhid.
 *
 * The kernel's own drivers (hid-sensor-hub, hid-sensor-accel-3d) bind to it and register a real IIO
 * device named accel_3d with its own trigger. One LSB is one mg (scale 0.009806650).
 *
 *   uhid-accelerometer NAME [16|32] [PERIOD_MS]
 *
 * NAME becomes HID_UNIQ, so that a test can tell several of them apart; 16 or 32 is the width of an
 * axis in bits. It obeys the commands of player.h, and plays while the host listens. It writes what
 * happens on standard output, a line each: plugged; listening PERIOD_MS; silent; unplugged; and what the
 * player writes.
 */
#include "player.h"

#include <errno.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <fcntl.h>

/* HID report descriptor items; the numbers are from the HID Sensor Usages of the USB HID tables. */
#define USAGE_PAGE_SENSOR 0x05, 0x20
#define USAGE(usage) 0x0A, (usage) & 0xFF, (usage) >> 8
#define COLLECTION(kind) 0xA1, kind
#define END_COLLECTION 0xC0
#define REPORT_ID(id) 0x85, id
#define RANGE_8(low, high) 0x15, low, 0x25, high
#define RANGE_16 0x16, 0x00, 0x80, 0x26, 0xFF, 0x7F
#define RANGE_32 0x17, 0x00, 0x00, 0x00, 0x80, 0x27, 0xFF, 0xFF, 0xFF, 0x7F
#define FIELD(bits) 0x75, bits, 0x95, 1
#define EXPONENT(nibble) 0x55, nibble
#define MILLI 0x0D
#define FEATURE(kind) 0xB1, kind
#define INPUT(kind) 0x81, kind
#define SELECTOR 0x00
#define VALUE 0x02
#define AXIS(usage, range, bits) USAGE(usage), range, FIELD(bits), EXPONENT(MILLI), INPUT(VALUE)

#define HEAD \
  USAGE_PAGE_SENSOR, 0x09, 0x73 /* accelerometer 3D */, COLLECTION(0), REPORT_ID(1), \
  /* reporting state: none, all events, ... */ \
  USAGE(0x0316), RANGE_8(1, 6), FIELD(8), COLLECTION(2), USAGE(0x0840), USAGE(0x0841), \
  USAGE(0x0842), USAGE(0x0843), USAGE(0x0844), USAGE(0x0845), FEATURE(SELECTOR), END_COLLECTION, \
  /* power state: undefined, D0, ... */ \
  USAGE(0x0319), RANGE_8(1, 6), FIELD(8), COLLECTION(2), USAGE(0x0850), USAGE(0x0851), \
  USAGE(0x0852), USAGE(0x0853), USAGE(0x0854), USAGE(0x0855), FEATURE(SELECTOR), END_COLLECTION, \
  /* report interval, in ms */ \
  USAGE(0x030E), 0x15, 0, 0x27, 0xFF, 0xFF, 0xFF, 0x7F, FIELD(32), EXPONENT(0), FEATURE(VALUE), \
  /* change sensitivity */ \
  USAGE(0x1452), 0x15, 0, 0x27, 0xFF, 0xFF, 0, 0, FIELD(16), EXPONENT(MILLI), FEATURE(VALUE), \
  /* sensor event; the driver takes a report for data whatever it says */ \
  USAGE(0x0202), RANGE_8(1, 5), FIELD(8), COLLECTION(2), USAGE(0x0810), USAGE(0x0811), \
  USAGE(0x0812), USAGE(0x0813), USAGE(0x0814), INPUT(SELECTOR), END_COLLECTION

static const uint8_t descriptor_16[] = {
  HEAD, AXIS(0x0453, RANGE_16, 16), AXIS(0x0454, RANGE_16, 16), AXIS(0x0455, RANGE_16, 16),
  END_COLLECTION};
static const uint8_t descriptor_32[] = {
  HEAD, AXIS(0x0453, RANGE_32, 32), AXIS(0x0454, RANGE_32, 32), AXIS(0x0455, RANGE_32, 32),
  END_COLLECTION};

/* The feature report as it goes over the wire. Selectors count from 1. */
static struct {
  uint8_t report_id, reporting_state, power_state;
  uint32_t interval_ms;
  uint16_t sensitivity;
} __attribute__((packed)) features = {1, 1, 1, 10, 0};
enum { ALL_EVENTS = 2, FULL_POWER = 2, DATA_UPDATED = 4 };

static int uhid, ticks, axis_bytes = 4;
static int is_open, was_listening;

static void send_event(const struct uhid_event *event)
{
  if (write(uhid, event, sizeof *event) != sizeof *event) fail("write to /dev/uhid");
}

/* Tells when the host begins or ceases to listen, and ticks only while it does. */
static void update_listening(uint32_t old_interval)
{
  int listening = is_open && features.reporting_state == ALL_EVENTS &&
      features.power_state == FULL_POWER;
  uint32_t ms = features.interval_ms ? features.interval_ms : 1;
  if (listening == was_listening && ms == old_interval) return;
  struct timespec period = {ms / 1000, ms % 1000 * 1000000L}, never = {0, 0};
  struct itimerspec timer = {listening ? period : never, listening ? period : never};
  if (timerfd_settime(ticks, 0, &timer, NULL)) fail("timerfd_settime");
  if (listening) printf("listening %u\n", ms);
  else if (was_listening) puts("silent");
  was_listening = listening;
}

static size_t input_report(const struct reading *reading, uint8_t *bytes)
{
  size_t size = 0;
  bytes[size++] = features.report_id;
  bytes[size++] = DATA_UPDATED;
  for (int i = 0; i < 3; i++)
    for (int shift = 0; shift < axis_bytes * 8; shift += 8)
      bytes[size++] = (uint32_t)reading->axis[i] >> shift;
  return size;
}

static void answer_get_report(const struct uhid_get_report_req *request)
{
  struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
  struct uhid_get_report_reply_req *reply = &event.u.get_report_reply;
  reply->id = request->id;
  if (request->rnum != features.report_id) {
    reply->err = EIO;
  } else if (request->rtype == UHID_INPUT_REPORT) {
    reply->size = input_report(&shown, reply->data);
  } else {
    reply->size = sizeof features;
    memcpy(reply->data, &features, sizeof features);
  }
  send_event(&event);
}

static void answer_set_report(const struct uhid_set_report_req *request)
{
  struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
  event.u.set_report_reply.id = request->id;
  uint32_t old_interval = features.interval_ms;
  if (request->rnum == features.report_id && request->size >= sizeof features)
    memcpy(&features, request->data, sizeof features);
  else
    event.u.set_report_reply.err = EIO;
  send_event(&event);
  update_listening(old_interval);
}

static void take_event(void)
{
  static struct uhid_event event;
  if (read(uhid, &event, sizeof event) < 0) fail("read from /dev/uhid");
  switch (event.type) {
  case UHID_START: puts("plugged"); break;
  case UHID_OPEN:
  case UHID_CLOSE:
    is_open = event.type == UHID_OPEN;
    update_listening(features.interval_ms);
    break;
  case UHID_GET_REPORT: answer_get_report(&event.u.get_report); break;
  case UHID_SET_REPORT: answer_set_report(&event.u.set_report); break;
  default: break; /* stop, output: nothing depends on them */
  }
}

void unplug(void)
{
  struct uhid_event event = {.type = UHID_DESTROY};
  send_event(&event);
  puts("unplugged");
  exit(0);
}

void show(const struct reading *reading)
{
  struct uhid_event event = {.type = UHID_INPUT2};
  event.u.input2.size = input_report(reading, event.u.input2.data);
  send_event(&event);
}

static void create(const char *name, int bits)
{
  const uint8_t *descriptor = bits == 16 ? descriptor_16 : descriptor_32;
  struct uhid_event event = {.type = UHID_CREATE2};
  struct uhid_create2_req *device = &event.u.create2;
  snprintf((char *)device->name, sizeof device->name, "virtual accelerometer %s", name);
  snprintf((char *)device->uniq, sizeof device->uniq, "%s", name);
  device->bus = 3; /* BUS_USB */
  device->vendor = 0x1209; /* pid.codes, which lends test ids */
  device->product = 0x0001;
  device->rd_size = bits == 16 ? sizeof descriptor_16 : sizeof descriptor_32;
  memcpy(device->rd_data, descriptor, device->rd_size);
  send_event(&event);
}

int main(int argc, char **argv)
{
  int bits = argc > 2 ? atoi(argv[2]) : 32;
  if (argc < 2 || (bits != 16 && bits != 32)) {
    fputs("usage: uhid-accelerometer NAME [16|32] [PERIOD_MS]\n", stderr);
    return 64;
  }
  axis_bytes = bits / 8;
  if (argc > 3) features.interval_ms = atoi(argv[3]);
  setvbuf(stdout, NULL, _IOLBF, 0);
  uhid = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (uhid < 0) fail("/dev/uhid");
  ticks = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  if (ticks < 0) fail("timerfd_create");
  create(argv[1], bits);
  for (;;) {
    struct pollfd fds[] = {{uhid, POLLIN, 0}, {ticks, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (poll(fds, 3, -1) < 0) fail("poll");
    if (fds[0].revents) take_event();
    /* Commands before ticks: what was asked for in time must not come a period late. */
    if (fds[2].revents) take_commands();
    uint64_t periods = 0;
    /* A re-armed timer has no expirations, and then this read would block. */
    struct pollfd due = {ticks, POLLIN, 0};
    if (poll(&due, 1, 0) > 0 && read(ticks, &periods, sizeof periods) < 0) fail("read of the timer");
    /* Late? A real sensor does not skip readings. */
    while (periods-- > 0 && was_listening) tick();
  }
}
