// SPDX-License-Identifier: Apache-2.0 AND MIT

// zwp_virtual_keyboard_v1. The tables follow virtual-keyboard-unstable-v1.xml, whose notice is:
//
// Copyright © 2008-2011  Kristian Høgsberg
// Copyright © 2010-2013  Intel Corporation
// Copyright © 2012-2013  Collabora, Ltd.
// Copyright © 2018       Purism SPC
//
// Permission is hereby granted, free of charge, to any person obtaining a
// copy of this software and associated documentation files (the "Software"),
// to deal in the Software without restriction, including without limitation
// the rights to use, copy, modify, merge, publish, distribute, sublicense,
// and/or sell copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice (including the next
// paragraph) shall be included in all copies or substantial portions of the
// Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.  IN NO EVENT SHALL
// THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
// FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
// DEALINGS IN THE SOFTWARE.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "wayland.h"

static const struct wl_interface *none[4];
static const struct wl_message keyboard_requests[] = {
    {"keymap", "uhu", none}, {"key", "uuu", none}, {"modifiers", "uuuu", none}, {"destroy", "", none}};
static const struct wl_interface virtual_keyboard_interface = {
    "zwp_virtual_keyboard_v1", 1, 4, keyboard_requests, 0, NULL};
static const struct wl_interface *created[] = {NULL, &virtual_keyboard_interface};
static const struct wl_message manager_requests[] = {{"create_virtual_keyboard", "on", created}};
const struct wl_interface desktop_virtual_keyboard_manager_interface = {
    "zwp_virtual_keyboard_manager_v1", 1, 1, manager_requests, 0, NULL};

enum { KEYMAP, KEY, MODIFIERS };

/// A file in memory with `text` and a zero at its end; -1 if there is none.
static int file_with(const char *text, size_t length) {
  int fd = memfd_create("keymap", MFD_CLOEXEC);
  if (fd < 0) return -1;
  if (ftruncate(fd, (off_t)length + 1) == 0 && write(fd, text, length) == (ssize_t)length) return fd;
  close(fd);
  return -1;
}

enum desktop_problem desktop_wayland_set_keymap(struct desktop_wayland *wayland, const char *text,
                                                size_t length, int milliseconds) {
  length = strnlen(text, length);
  int fd = file_with(text, length);
  if (fd < 0) return DESKTOP_LOST;
  if (!wayland->virtual_keyboard)
    wayland->virtual_keyboard = wayland->wl.marshal(
        wayland->keyboards, 0, &virtual_keyboard_interface, 1, 0, wayland->seat, NULL);
  if (wayland->virtual_keyboard)
    wayland->wl.marshal(wayland->virtual_keyboard, KEYMAP, NULL, 1, 0, 1 /* XKB_V1 */, fd,
                        (uint32_t)length + 1);
  close(fd);
  return wayland->virtual_keyboard ? desktop_wayland_settle(wayland, milliseconds) : DESKTOP_LOST;
}

static void send_key(struct desktop_wayland *wayland, uint32_t key, uint32_t is_down) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint32_t time = (uint32_t)now.tv_sec * 1000 + (uint32_t)(now.tv_nsec / 1000000);
  wayland->wl.marshal(wayland->virtual_keyboard, KEY, NULL, 1, 0, time, key, is_down);
}

enum desktop_problem desktop_wayland_press(struct desktop_wayland *wayland, const uint32_t *keys,
                                           const uint32_t *modifiers, size_t count,
                                           uint32_t layout, int milliseconds) {
  if (!wayland->virtual_keyboard) return DESKTOP_LOST;
  // The layout first, so that the keys mean the same to the program whatever the user types with.
  for (size_t i = 0; i <= count; i++) {
    if (i > 0) send_key(wayland, keys[i - 1], 1);
    wayland->wl.marshal(wayland->virtual_keyboard, MODIFIERS, NULL, 1, 0,
                        i > 0 ? modifiers[i - 1] : 0, 0, 0, layout);
  }
  for (size_t i = count; i-- > 0;) {
    send_key(wayland, keys[i], 0);
    wayland->wl.marshal(wayland->virtual_keyboard, MODIFIERS, NULL, 1, 0,
                        i > 0 ? modifiers[i - 1] : 0, 0, 0, layout);
  }
  return desktop_wayland_settle(wayland, milliseconds);
}
