// SPDX-License-Identifier: Apache-2.0

// libinput, libudev, and the ioctl of evdev that Swift cannot write.
#if !__has_include(<libinput.h>)
#error "libinput.h is missing; install the package libinput-dev (apt-get install libinput-dev)"
#endif
#if !__has_include(<libudev.h>)
#error "libudev.h is missing; install the package libudev-dev (apt-get install libudev-dev)"
#endif
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <sys/ioctl.h>

/// Has libinput log nothing.
///
/// Not called from Swift, where a function that takes a `va_list` stops the compiler of Swift 6.2 on arm64.
static inline void log_nothing(struct libinput *libinput) {
  libinput_log_set_handler(libinput, NULL);
}

/// The number of values that the axis `code` of the evdev node `node` has; 0 if it has no such axis, of which the kernel
/// says that it goes from 0 to 0.
static inline double axis_extent(int node, unsigned int code) {
  struct input_absinfo info;
  if (ioctl(node, EVIOCGABS(code), &info) < 0 || info.maximum == info.minimum) return 0;
  return (double)info.maximum - (double)info.minimum + 1;
}
