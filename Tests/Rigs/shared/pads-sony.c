// SPDX-License-Identifier: Apache-2.0

/* Sony's controllers: what the drivers hid-playstation and hid-sony ask of them, and their reports. */
#include "pad.h"

#include <linux/input.h>
#include <string.h>

/* A game pad: four axes, a hat, fourteen buttons, two axes, and bytes of Sony's own. 63 of them in report 1. */
static const uint8_t descriptor[] = {
  0x05, 0x01, 0x09, 0x05, 0xA1, 0x01, 0x85, 0x01,
  0x09, 0x30, 0x09, 0x31, 0x09, 0x32, 0x09, 0x35, 0x15, 0x00, 0x26, WORD(255), 0x75, 8, 0x95, 4, 0x81, 0x02,
  0x09, 0x39, 0x25, 7, 0x75, 4, 0x95, 1, 0x81, 0x42,
  0x05, 0x09, 0x19, 1, 0x29, 14, 0x25, 1, 0x75, 1, 0x95, 14, 0x81, 0x02,
  0x06, WORD(0xFF00), 0x09, 0x20, 0x75, 6, 0x95, 1, 0x81, 0x02,
  0x05, 0x01, 0x09, 0x33, 0x09, 0x34, 0x26, WORD(255), 0x75, 8, 0x95, 2, 0x81, 0x02,
  0x06, WORD(0xFF00), 0x09, 0x21, 0x95, 54, 0x81, 0x02, 0xC0};

/* The same of a DualShock 3: its report 1 is bytes, 48 of them. */
static const uint8_t old_descriptor[] = {
  0x05, 0x01, 0x09, 0x04, 0xA1, 0x01, 0x85, 0x01,
  0x09, 0x30, 0x09, 0x31, 0x15, 0x00, 0x26, WORD(255), 0x75, 8, 0x95, 2, 0x81, 0x02,
  0x06, WORD(0xFF00), 0x09, 0x21, 0x95, 46, 0x81, 0x02, 0xC0};

enum { PER_G = 8192, GYRO = 8192, SPEED = 540, CENTERED = 8, CHARGED = 0x1B };

/* Such a calibration that values come out as they are sent. */
static void calibrate(uint8_t *bytes)
{
  const uint8_t values[] = {
    WORD(GYRO), WORD(-GYRO), WORD(GYRO), WORD(-GYRO), WORD(GYRO), WORD(-GYRO), WORD(SPEED), WORD(SPEED),
    WORD(PER_G), WORD(-PER_G), WORD(PER_G), WORD(-PER_G), WORD(PER_G), WORD(-PER_G)};
  memcpy(bytes + 7, values, sizeof values);
}

/* What is asked for: report, size, and where the address begins, if it is that. */
struct answer { uint8_t number, size, address_at, is_calibration; };

static size_t answered(const struct answer *answers, uint8_t number, uint8_t *bytes)
{
  for (; answers->number; answers++) {
    if (answers->number != number) continue;
    memset(bytes, 0, answers->size);
    bytes[0] = number;
    if (answers->address_at) memcpy(bytes + answers->address_at, address, sizeof address);
    if (answers->is_calibration) calibrate(bytes);
    return answers->size;
  }
  return 0;
}

static size_t dualsense_feature(uint8_t number, uint8_t *bytes)
{
  static const struct answer answers[] = {{0x09, 20, 1, 0}, {0x20, 64, 0, 0}, {0x05, 41, 0, 1}, {0}};
  return answered(answers, number, bytes);
}

static size_t dualsense_report(const struct reading *reading, uint32_t time_us, uint8_t *bytes)
{
  uint32_t thirds = time_us * 3;
  bytes[0] = 1;
  memset(bytes + 1, 128, 4);
  bytes[8] = CENTERED;
  put_axes(bytes + 22, reading);
  memcpy(bytes + 28, &thirds, sizeof thirds);
  bytes[33] = bytes[37] = 0x80; /* no finger */
  bytes[53] = CHARGED;
  return 64;
}

/* The same by Bluetooth: a report of its own, with a sum of it and of the byte that goes before it on the air. */
static const uint8_t radio_descriptor[] = {
  0x06, WORD(0xFF00), 0x09, 0x05, 0xA1, 0x01, 0x85, 0x31,
  0x09, 0x22, 0x15, 0x00, 0x26, WORD(255), 0x75, 8, 0x95, 77, 0x81, 0x02, 0xC0};
enum { INPUT = 0xA1, FEATURE = 0xA3 };

static uint32_t add_to_sum(uint32_t sum, uint8_t byte)
{
  sum ^= byte;
  for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0xEDB88320 : sum >> 1;
  return sum;
}

static size_t summed(uint8_t before, uint8_t *bytes, size_t size)
{
  if (!size) return 0;
  uint32_t sum = add_to_sum(0xFFFFFFFF, before);
  for (size_t i = 0; i < size - 4; i++) sum = add_to_sum(sum, bytes[i]);
  sum = ~sum;
  memcpy(bytes + size - 4, &sum, sizeof sum);
  return size;
}

static size_t dualsense_radio_feature(uint8_t number, uint8_t *bytes)
{
  return summed(FEATURE, bytes, dualsense_feature(number, bytes));
}

static size_t dualsense_radio_report(const struct reading *reading, uint32_t time_us, uint8_t *bytes)
{
  uint8_t by_wire[64] = {0};
  dualsense_report(reading, time_us, by_wire);
  bytes[0] = 0x31;
  memcpy(bytes + 2, by_wire + 1, sizeof by_wire - 1);
  return summed(INPUT, bytes, 78);
}

static size_t dualshock4_feature(uint8_t number, uint8_t *bytes)
{
  static const struct answer answers[] = {{0x12, 16, 1, 0}, {0x81, 7, 1, 0}, {0xA3, 49, 0, 0}, {0x02, 37, 0, 1}, {0}};
  return answered(answers, number, bytes);
}

static size_t dualshock4_report(const struct reading *reading, uint32_t time_us, uint8_t *bytes)
{
  uint16_t clock = (uint64_t)time_us * 3 / 16;
  bytes[0] = 1;
  memset(bytes + 1, 128, 4);
  bytes[5] = CENTERED;
  memcpy(bytes + 10, &clock, sizeof clock);
  put_axes(bytes + 19, reading);
  bytes[30] = CHARGED;
  bytes[33] = 1;
  bytes[35] = bytes[39] = 0x80; /* no finger */
  return 64;
}

static size_t dualshock3_feature(uint8_t number, uint8_t *bytes)
{
  static const struct answer answers[] = {{0xF2, 17, 0, 0}, {0xF5, 8, 0, 0}, {0}};
  size_t size = answered(answers, number, bytes);
  for (int i = 0; number == 0xF2 && i < 6; i++) bytes[4 + i] = address[5 - i];
  return size;
}

/* Ten bits an axis around 511, the high byte first; Y and Z change places, and signs. */
static size_t dualshock3_report(const struct reading *reading, uint32_t time_us, uint8_t *bytes)
{
  (void)time_us;
  int raw[] = {511 + reading->axis[0], 511 - reading->axis[2], 511 - reading->axis[1]};
  bytes[0] = 1;
  memset(bytes + 6, 128, 4);
  bytes[30] = 0xEF; /* charged */
  for (int i = 0; i < 3; i++) {
    bytes[41 + 2 * i] = raw[i] >> 8;
    bytes[42 + 2 * i] = raw[i];
  }
  return 49;
}

#define SONY(sort, what, bus, id, shape, us) \
  const struct pad sort = {#sort, what, bus, 0x054C, id, shape, sizeof shape, us, 1, \
                           sort##_report, sort##_feature, NULL}
SONY(dualsense, "Sony Interactive Entertainment DualSense Wireless Controller", BUS_USB, 0x0CE6, descriptor, 4000);
SONY(dualsense_radio, "DualSense Wireless Controller", BUS_BLUETOOTH, 0x0CE6, radio_descriptor, 1000);
SONY(dualshock4, "Sony Interactive Entertainment Wireless Controller", BUS_USB, 0x05C4, descriptor, 4000);
SONY(dualshock3, "Sony PLAYSTATION(R)3 Controller", BUS_USB, 0x0268, old_descriptor, 10000);
