// SPDX-License-Identifier: Apache-2.0

/* A game controller made of a process, over /dev/uhid: what the kinds of it have in common. */
#include <stddef.h>
#include <stdint.h>

#include "player.h"

#define WORD(value) (uint8_t)(value), (uint8_t)((value) >> 8)

struct pad {
  const char *kind, *name;
  uint16_t bus, vendor, product;
  const uint8_t *descriptor;
  size_t descriptor_size;
  uint32_t period_us; /* of a report */
  int readings;       /* in a report, three at most */
  /* Makes an input report of readings, and of the pad's own clock; returns its size, or 0 if the pad is off. */
  size_t (*report)(const struct reading *readings, uint32_t time_us, uint8_t *bytes);
  /* Answers the driver's question for a feature report; returns its size, or 0 if there is none. May be NULL. */
  size_t (*feature)(uint8_t number, uint8_t *bytes);
  /* Obeys an output report; answers with send_report. May be NULL. */
  void (*output)(const uint8_t *bytes, size_t size);
};

extern const struct pad dualsense, dualsense_radio, dualshock4, dualshock3, joycon, wiimote;
/* As the pad has it, the last byte first. */
extern uint8_t address[6];

void send_report(const uint8_t *bytes, size_t size);
/* Writes three axes as signed 16-bit numbers, the low byte first. */
void put_axes(uint8_t *bytes, const struct reading *reading);
