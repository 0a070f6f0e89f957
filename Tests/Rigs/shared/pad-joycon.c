// SPDX-License-Identifier: Apache-2.0

/* A left Joy-Con by Bluetooth: what the driver hid-nintendo asks of it, and its reports of three readings. */
#include "pad.h"

#include <linux/input.h>
#include <string.h>

enum { COMMAND = 0x01, ANSWER = 0x21, FULL = 0x30 };
enum { ASK_INFO = 0x02, READ_FLASH = 0x10, ENABLE_IMU = 0x40 };
enum { SIZE = 49, LEFT = 1 };
/* Two coordinates of a stick, of twelve bits each. */
#define STICK(value) (uint8_t)(value), (uint8_t)((value) >> 8 | ((value) & 15) << 4), (uint8_t)((value) >> 4)

#define REPORT(number, bytes, kind) 0x85, number, 0x09, number, 0x95, bytes, kind, 0x02
static const uint8_t descriptor[] = {
  0x06, WORD(0xFF00), 0x09, 1, 0xA1, 0x01, 0x15, 0x00, 0x26, WORD(255), 0x75, 8,
  REPORT(ANSWER, SIZE - 1, 0x81), REPORT(FULL, SIZE - 1, 0x81), REPORT(COMMAND, SIZE - 1, 0x91),
  REPORT(0x10, SIZE - 1, 0x91), 0xC0};

/* The calibrations of the factory: values come out as they are sent. What is missing here reads as erased flash. */
static const struct { uint16_t at; uint8_t size, bytes[24]; } flash[] = {
  {0x603D, 9, {STICK(0x600), STICK(0x800), STICK(0x600)}},
  {0x6046, 9, {STICK(0x800), STICK(0x600), STICK(0x600)}},
  {0x6020, 24, {WORD(0), WORD(0), WORD(0), WORD(16384), WORD(16384), WORD(16384),
                WORD(0), WORD(0), WORD(0), WORD(13371), WORD(13371), WORD(13371)}},
};
static uint8_t counter;
static int is_on;

static void begin(uint8_t *bytes, uint8_t number)
{
  const uint8_t head[] = {number, counter++, 0x8E, 0, 0, 0, STICK(0x800), STICK(0x800)};
  memcpy(bytes, head, sizeof head);
}

static void read_flash(const uint8_t *from, uint8_t *bytes)
{
  uint16_t at = from[0] | from[1] << 8;
  memcpy(bytes, from, 5);
  memset(bytes + 5, 0xFF, from[4] <= 29 ? from[4] : 29);
  for (size_t i = 0; i < sizeof flash / sizeof *flash; i++)
    if (flash[i].at == at && flash[i].size == from[4]) memcpy(bytes + 5, flash[i].bytes, from[4]);
}

static void output(const uint8_t *bytes, size_t size)
{
  if (size < 11 || bytes[0] != COMMAND) return; /* rumbling alone is not answered */
  uint8_t command = bytes[10], answer[SIZE] = {0};
  begin(answer, ANSWER);
  answer[13] = 0x80;
  answer[14] = command;
  if (command == ASK_INFO) {
    answer[15] = 4;
    answer[17] = LEFT;
    for (int i = 0; i < 6; i++) answer[19 + i] = address[5 - i];
  } else if (command == READ_FLASH && size >= 16) {
    read_flash(bytes + 11, answer + 15);
  } else if (command == ENABLE_IMU && size >= 12) {
    is_on = bytes[11];
  }
  send_report(answer, sizeof answer);
}

static size_t report(const struct reading *readings, uint32_t time_us, uint8_t *bytes)
{
  (void)time_us;
  if (!is_on) return 0;
  begin(bytes, FULL);
  for (int i = 0; i < 3; i++) put_axes(bytes + 13 + 12 * i, &readings[i]);
  return SIZE;
}

const struct pad joycon = {"joycon", "Joy-Con (L)", BUS_BLUETOOTH, 0x057E, 0x2006, descriptor, sizeof descriptor,
                           15000, 3, report, NULL, output};
