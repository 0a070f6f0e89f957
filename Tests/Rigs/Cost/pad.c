// SPDX-License-Identifier: Apache-2.0

// pad.so, preloaded: a FIFO in place of a game controller's node answers as evdev does. Other calls go on to the kernel.
#include <linux/input.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

int ioctl(int node, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  switch (request) {
    case EVIOCGABS(ABS_X):
    case EVIOCGABS(ABS_Y):
    case EVIOCGABS(ABS_Z):
      *(struct input_absinfo *)argument =
          (struct input_absinfo){.minimum = -32768, .maximum = 32768, .resolution = 8192};
      return 0;
    case EVIOCSCLOCKID:
    case EVIOCSMASK:
      return 0;
    default:
      return (int)syscall(SYS_ioctl, node, request, argument);
  }
}
