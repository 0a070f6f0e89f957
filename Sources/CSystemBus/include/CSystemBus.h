// The parts of libsystemd that Swift cannot import: macros and unions.
#pragma once

#if !__has_include(<systemd/sd-bus.h>)
#error "The headers of libsystemd are missing: apt-get install libsystemd-dev"
#endif
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

/// The two callbacks of an object that motiond exports, both with the same context.
struct motion_bus_object {
  /// Answers a call, or fails with a negative errno or with `error`; the member says which method.
  int (*method)(sd_bus_message *call, void *context, sd_bus_error *error);
  /// Appends the value of `property` to `reply`, or fails with a negative errno.
  int (*property)(const char *property, sd_bus_message *reply, void *context);
  void *context;
};

/// The interfaces that motiond exports, each at a path of its own.
enum motion_bus_interface {
  /// org.motiond.Motion1
  MOTION_BUS_MOTION1,
  /// net.hadess.SensorProxy
  MOTION_BUS_SENSOR_PROXY,
  /// net.hadess.SensorProxy.Compass
  MOTION_BUS_COMPASS,
};

/// Exports `object`, which must outlive the slot, with an interface at its path.
///
/// sd-bus checks signatures and answers Introspect, Get and GetAll. A negative errno if it cannot.
int motion_bus_export(sd_bus *bus, sd_bus_slot **slot, enum motion_bus_interface interface,
                      struct motion_bus_object *object);
