// SPDX-License-Identifier: Apache-2.0

/* A Wii Remote: what the driver hid-wiimote asks of it. It sends accelerations only while the driver wants them. */
#include "pad.h"

#include <linux/input.h>
#include <stdio.h>
#include <string.h>

/* What the host says, and what the remote does. */
enum { LIGHTS = 0x11, MODE = 0x12, ASK_STATUS = 0x15, WRITE_MEMORY = 0x16, READ_MEMORY = 0x17 };
enum { STATUS = 0x20, MEMORY = 0x21, DONE = 0x22, KEYS = 0x30, KEYS_ACCELERATION = 0x31 };
enum { NO_MEMORY = 7 };

#define REPORT(number, bytes, kind) 0x85, number, 0x09, number, 0x95, bytes, kind, 0x02
static const uint8_t descriptor[] = {
  0x06, WORD(0xFF00), 0x09, 1, 0xA1, 0x01, 0x15, 0x00, 0x26, WORD(255), 0x75, 8,
  REPORT(LIGHTS, 1, 0x91), REPORT(MODE, 2, 0x91), REPORT(ASK_STATUS, 1, 0x91), REPORT(WRITE_MEMORY, 21, 0x91),
  REPORT(READ_MEMORY, 6, 0x91), REPORT(STATUS, 6, 0x81), REPORT(MEMORY, 21, 0x81), REPORT(DONE, 4, 0x81),
  REPORT(KEYS, 2, 0x81), REPORT(KEYS_ACCELERATION, 5, 0x81), 0xC0};

static int is_on;

static void output(const uint8_t *bytes, size_t size)
{
  uint8_t answer[22] = {0};
  if (size < 2) return;
  switch (bytes[0]) {
  case MODE:
    if (size < 3 || is_on == (bytes[2] == KEYS_ACCELERATION)) return;
    is_on = !is_on;
    puts(is_on ? "listening" : "silent");
    return;
  case ASK_STATUS:
    answer[0] = STATUS;
    answer[6] = 200; /* battery */
    send_report(answer, 7);
    return;
  case READ_MEMORY: /* no Motion Plus, no extension: there is nothing to read */
    if (size < 7) return;
    answer[0] = MEMORY;
    answer[3] = NO_MEMORY;
    memcpy(answer + 4, bytes + 4, 2);
    send_report(answer, sizeof answer);
    return;
  case WRITE_MEMORY:
    answer[0] = DONE;
    answer[3] = WRITE_MEMORY;
    send_report(answer, 5);
    return;
  }
}

/* Ten bits an axis around 512: eight in a byte of its own, the others between the keys. Those of y and z have nine. */
static size_t report(const struct reading *reading, uint32_t time_us, uint8_t *bytes)
{
  (void)time_us;
  if (!is_on) return 0;
  bytes[0] = KEYS_ACCELERATION;
  int raw[3];
  for (int i = 0; i < 3; i++) {
    int value = reading->axis[i] + 512;
    raw[i] = value < 0 ? 0 : value > 1023 ? 1023 : value;
    bytes[3 + i] = raw[i] >> 2;
  }
  bytes[1] = (raw[0] & 3) << 5;
  bytes[2] = (raw[1] & 2) << 4 | (raw[2] & 2) << 5;
  return 6;
}

const struct pad wiimote = {"wiimote", "Nintendo RVL-CNT-01", BUS_BLUETOOTH, 0x057E, 0x0306, descriptor,
                            sizeof descriptor, 10000, 1, report, NULL, output};
