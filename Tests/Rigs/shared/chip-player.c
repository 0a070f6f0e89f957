// SPDX-License-Identifier: Apache-2.0

/* A virtual sensor chip: writes its readings into the registers of i2c-stub, over /dev/i2c-BUS.
 *
 *   chip-player BUS ADDRESS PERIOD_US SHIFT block|words REGISTER...
 *
 * The chip's own kernel driver reads them. A reading is three 16-bit words, each axis shifted left by
 * SHIFT bits. `block` writes each byte into a register, all in one transfer, so that a driver that
 * reads them in one sees whole readings; `words` writes each axis into one register of 16 bits, for a
 * driver that reads it so. Every REGISTER named gets them. It obeys the commands of player.h, and
 * plays whether or not a program reads. Writes on standard output: ready; and what the player writes.
 */
#include "player.h"

#include <fcntl.h>
#include <linux/i2c.h>
#include <linux/i2c-dev.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { MOST_REGISTERS = 4 };
static int bus, shift, is_block, registers;
static uint8_t first[MOST_REGISTERS];

static void write_registers(uint8_t at, uint32_t size, union i2c_smbus_data *data)
{
  struct i2c_smbus_ioctl_data transfer = {I2C_SMBUS_WRITE, at, size, data};
  if (ioctl(bus, I2C_SMBUS, &transfer)) fail("write to the chip");
}

static void write_block(uint8_t at, const struct reading *reading)
{
  union i2c_smbus_data data;
  data.block[0] = 6;
  for (int axis = 0; axis < 3; axis++) {
    uint16_t word = (uint32_t)reading->axis[axis] << shift;
    data.block[1 + 2 * axis] = word & 0xFF;
    data.block[2 + 2 * axis] = word >> 8;
  }
  write_registers(at, I2C_SMBUS_I2C_BLOCK_DATA, &data);
}

static void write_words(uint8_t at, const struct reading *reading)
{
  for (int axis = 0; axis < 3; axis++) {
    union i2c_smbus_data data = {.word = (uint32_t)reading->axis[axis] << shift};
    write_registers(at + 2 * axis, I2C_SMBUS_WORD_DATA, &data);
  }
}

void show(const struct reading *reading)
{
  for (int i = 0; i < registers; i++)
    if (is_block) write_block(first[i], reading);
    else write_words(first[i], reading);
}

void unplug(void)
{
  exit(0);
}

int main(int argc, char **argv)
{
  if (argc < 7 || argc > 6 + MOST_REGISTERS) {
    fputs("usage: chip-player BUS ADDRESS PERIOD_US SHIFT block|words REGISTER...\n", stderr);
    return 64;
  }
  char path[32];
  snprintf(path, sizeof path, "/dev/i2c-%s", argv[1]);
  uint32_t period_us = strtoul(argv[3], NULL, 0);
  shift = atoi(argv[4]);
  is_block = !strcmp(argv[5], "block");
  for (int i = 6; i < argc; i++) first[registers++] = strtoul(argv[i], NULL, 0);
  setvbuf(stdout, NULL, _IOLBF, 0);
  bus = open(path, O_RDWR | O_CLOEXEC);
  /* By force: the chip's driver has the address. */
  if (bus < 0 || ioctl(bus, I2C_SLAVE_FORCE, strtoul(argv[2], NULL, 0))) fail(path);
  int ticks = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  struct timespec period = {period_us / 1000000, period_us % 1000000 * 1000L};
  struct itimerspec timer = {period, period};
  if (ticks < 0 || timerfd_settime(ticks, 0, &timer, NULL)) fail("timerfd_settime");
  show(&shown);
  puts("ready");
  for (;;) {
    struct pollfd fds[] = {{ticks, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0) fail("poll");
    if (fds[1].revents) take_commands();
    uint64_t periods;
    /* Late? What was missed was not read either: one at a time. */
    if (read(ticks, &periods, sizeof periods) > 0) tick();
  }
}
