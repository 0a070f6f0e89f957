// SPDX-License-Identifier: Apache-2.0

// Calls of input devices that are macros: linux/input.h.
#pragma once
#include <linux/input.h>
#include <stdint.h>
#include <sys/ioctl.h>

/// The value, the limits and the resolution of an axis; zeros if the device lacks the axis, -1 and
/// errno if it has no axes at all.
static inline int input_axis(int node, unsigned axis, struct input_absinfo *info) {
  return ioctl(node, EVIOCGABS(axis), info);
}

/// Has the kernel stamp the events of this descriptor by another clock.
static inline int input_set_clock(int node, int clock) { return ioctl(node, EVIOCSCLOCKID, &clock); }

/// Has this descriptor get only the events of `type` with codes in the set `codes` of `size` bytes.
static inline int input_set_mask(int node, unsigned type, const void *codes, unsigned size) {
  struct input_mask mask = {.type = type, .codes_size = size, .codes_ptr = (uint64_t)(uintptr_t)codes};
  return ioctl(node, EVIOCSMASK, &mask);
}

/// The time of an event, in nanoseconds of the clock set before.
static inline int64_t input_event_time(struct input_event event) {
  return (int64_t)event.input_event_sec * 1000000000 + (int64_t)event.input_event_usec * 1000;
}
