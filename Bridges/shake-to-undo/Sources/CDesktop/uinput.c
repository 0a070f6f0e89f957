// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CDesktop.h"

int desktop_uinput_open(const char *path) {
  int device = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) return -1;
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  strcpy(setup.name, "shake-to-undo");
  int result = ioctl(device, UI_SET_EVBIT, EV_KEY);
  // A device with fewer keys is no keyboard to udev; which of them are sent is not decided here.
  for (int key = KEY_ESC; key < 256 && result >= 0; key++)
    result = ioctl(device, UI_SET_KEYBIT, key);
  if (result >= 0) result = ioctl(device, UI_DEV_SETUP, &setup);
  if (result >= 0) result = ioctl(device, UI_DEV_CREATE);
  if (result >= 0) return device;
  int error = errno;
  close(device);
  errno = error;
  return -1;
}

bool desktop_uinput_key(int device, uint32_t key, bool is_press) {
  struct input_event events[] = {
      {.type = EV_KEY, .code = (uint16_t)key, .value = is_press},
      {.type = EV_SYN, .code = SYN_REPORT},
  };
  return write(device, events, sizeof events) == sizeof events;
}
