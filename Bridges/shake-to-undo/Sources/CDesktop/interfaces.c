// SPDX-License-Identifier: Apache-2.0

#include <wayland-util.h>

// The tables in protocols/ refer to these interfaces as types of arguments, which libwayland
// compares by name. Nothing creates an object by them: libwayland-client has their requests and
// events, and is not linked. Hidden, or the library would find these in place of its own.
#define NAMED(type)                     \
  __attribute__((visibility("hidden"))) \
  const struct wl_interface type##_interface = {.name = #type};

NAMED(wl_output)
NAMED(wl_seat)
NAMED(wl_surface)
