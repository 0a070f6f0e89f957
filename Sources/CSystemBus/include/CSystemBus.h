// SPDX-License-Identifier: Apache-2.0

// The parts of libsystemd that Swift cannot import: macros and unions.
#pragma once

#if !__has_include(<systemd/sd-bus.h>)
#error "The headers of libsystemd are missing: apt-get install libsystemd-dev"
#endif
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

/// The two callbacks of an object that is exported, both with the same context.
struct motion_bus_object {
  /// Answers a call, or fails with a negative errno or with `error`; the member says which method.
  int (*method)(sd_bus_message *call, void *context, sd_bus_error *error);
  /// Appends the value of `property` to `reply`, or fails with a negative errno.
  int (*property)(const char *property, sd_bus_message *reply, void *context);
  void *context;
};

/// The callbacks of the tables of interfaces: they call those of the object.
int motion_bus_method(sd_bus_message *call, void *context, sd_bus_error *error);
int motion_bus_property(sd_bus *bus, const char *path, const char *interface, const char *name,
                        sd_bus_message *reply, void *context, sd_bus_error *error);

/// A property in such a table, whose changes are announced.
#define MOTION_BUS_PROPERTY(name, type) \
  SD_BUS_PROPERTY(name, type, motion_bus_property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)

/// Exports `object`, which must outlive the slot, as org.motiond.Motion1.
///
/// sd-bus checks signatures and answers Introspect, Get and GetAll. A negative errno if it cannot.
int motion_bus_export_motion1(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object);
