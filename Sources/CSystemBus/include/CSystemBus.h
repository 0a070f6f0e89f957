// SPDX-License-Identifier: Apache-2.0

// The parts of libsystemd that Swift cannot import: macros and unions.
#pragma once

#if !__has_include(<systemd/sd-bus.h>)
#error "The headers of libsystemd are missing: apt-get install libsystemd-dev"
#endif
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

/// The callbacks of an exported object, all with the same context.
struct motion_bus_object {
  /// Answers a call, or fails with a negative errno or with `error`; the member says which method.
  int (*method)(sd_bus_message *call, void *context, sd_bus_error *error);
  /// Appends the value of `property` to `reply`, or fails with a negative errno.
  int (*property)(const char *property, sd_bus_message *reply, void *context);
  /// Sets `property` to the next value in the message `value`, or fails with a negative errno.
  int (*change)(const char *property, sd_bus_message *value, void *context);
  void *context;
};

/// The kind of an entry in a table of members; the table's first and last entries have their own
/// kinds.
enum motion_bus_kind {
  MOTION_BUS_START = _SD_BUS_VTABLE_START,
  MOTION_BUS_METHOD = _SD_BUS_VTABLE_METHOD,
  MOTION_BUS_PROPERTY = _SD_BUS_VTABLE_PROPERTY,
  MOTION_BUS_WRITABLE = _SD_BUS_VTABLE_WRITABLE_PROPERTY,
  MOTION_BUS_SIGNAL = _SD_BUS_VTABLE_SIGNAL,
  MOTION_BUS_END = _SD_BUS_VTABLE_END,
};

/// A member of an interface; nothing copies its texts.
struct motion_bus_member {
  enum motion_bus_kind kind;
  const char *name;
  /// The type of a property, or of the arguments.
  const char *signature;
  /// The type of a method's results.
  const char *result;
  /// The names of the arguments and of the results, each with a zero byte at its end, and one more
  /// at the end of all; empty if they have none.
  const char *argument_names;
};

/// Fills an entry of the table of an object, a `struct motion_bus_object`: everybody may call its
/// methods, and signals announce changes of its properties.
void motion_bus_fill(sd_bus_vtable *entry, struct motion_bus_member member);
