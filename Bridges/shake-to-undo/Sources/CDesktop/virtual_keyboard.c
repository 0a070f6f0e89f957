// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "wayland.h"

/// A file in memory with `text` and a zero at its end; -1 if there is none.
static int file_with(const char *text, size_t length) {
  int fd = memfd_create("keymap", MFD_CLOEXEC);
  if (fd < 0) return -1;
  if (ftruncate(fd, (off_t)length + 1) == 0 && write(fd, text, length) == (ssize_t)length)
    return fd;
  close(fd);
  return -1;
}

enum desktop_problem desktop_wayland_set_keymap(struct desktop_wayland *wayland, const char *text,
                                                size_t length, int milliseconds) {
  length = strnlen(text, length);
  int fd = file_with(text, length);
  if (fd < 0) return DESKTOP_LOST;
  if (!wayland->virtual_keyboard)
    wayland->virtual_keyboard = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
        wayland->keyboards, wayland->seat);
  if (wayland->virtual_keyboard)
    zwp_virtual_keyboard_v1_keymap(wayland->virtual_keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd,
                                   (uint32_t)length + 1);
  close(fd);
  return wayland->virtual_keyboard ? desktop_wayland_settle(wayland, milliseconds) : DESKTOP_LOST;
}

static void send_key(struct desktop_wayland *wayland, uint32_t key, uint32_t is_down) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint32_t time = (uint32_t)now.tv_sec * 1000 + (uint32_t)(now.tv_nsec / 1000000);
  zwp_virtual_keyboard_v1_key(wayland->virtual_keyboard, time, key, is_down);
}

enum desktop_problem desktop_wayland_press(struct desktop_wayland *wayland, const uint32_t *keys,
                                           const uint32_t *modifiers, size_t count,
                                           uint32_t layout, int milliseconds) {
  if (!wayland->virtual_keyboard) return DESKTOP_LOST;
  // The layout first, so that the keys mean the same to the program whatever the user types with.
  for (size_t i = 0; i <= count; i++) {
    if (i > 0) send_key(wayland, keys[i - 1], 1);
    zwp_virtual_keyboard_v1_modifiers(wayland->virtual_keyboard, i > 0 ? modifiers[i - 1] : 0, 0, 0,
                                      layout);
  }
  for (size_t i = count; i-- > 0;) {
    send_key(wayland, keys[i], 0);
    zwp_virtual_keyboard_v1_modifiers(wayland->virtual_keyboard, i > 0 ? modifiers[i - 1] : 0, 0, 0,
                                      layout);
  }
  return desktop_wayland_settle(wayland, milliseconds);
}
