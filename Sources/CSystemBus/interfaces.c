// SPDX-License-Identifier: Apache-2.0

#include "CSystemBus.h"

int motion_bus_method(sd_bus_message *call, void *context, sd_bus_error *error) {
  struct motion_bus_object *object = context;
  return object->method(call, object->context, error);
}

int motion_bus_property(sd_bus *bus, const char *path, const char *interface, const char *name,
                        sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)bus, (void)path, (void)interface, (void)error;
  struct motion_bus_object *object = context;
  return object->property(name, reply, object->context);
}

#define MOTION_SIGNAL(name) \
  SD_BUS_SIGNAL_WITH_ARGS(name, SD_BUS_ARGS("s", motion, "t", timestamp, "a{sv}", details), 0)

static const sd_bus_vtable motion1[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_ARGS("Claim", SD_BUS_ARGS("a{sv}", options), SD_BUS_NO_RESULT, motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Release", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("HoldOff", SD_BUS_ARGS("u", milliseconds), SD_BUS_NO_RESULT, motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Simulate", SD_BUS_ARGS("s", motion), SD_BUS_NO_RESULT, motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("OpenSamples", SD_BUS_NO_ARGS,
                            SD_BUS_RESULT("h", samples), motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("OpenSamplesWith", SD_BUS_ARGS("a{sv}", options),
                            SD_BUS_RESULT("h", samples), motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Capture", SD_BUS_NO_ARGS,
                            SD_BUS_RESULT("h", recording), motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("GetStatus", SD_BUS_NO_ARGS,
                            SD_BUS_RESULT("a{sv}", status), motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Reload", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, motion_bus_method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    MOTION_BUS_PROPERTY("HasAccelerometer", "b"),
    MOTION_BUS_PROPERTY("Device", "s"),
    MOTION_BUS_PROPERTY("SampleRate", "d"),
    MOTION_BUS_PROPERTY("WantedRate", "d"),
    MOTION_BUS_PROPERTY("Claimed", "b"),
    MOTION_BUS_PROPERTY("States", "a{sv}"),
    MOTION_SIGNAL("MotionBegan"),
    MOTION_SIGNAL("MotionEnded"),
    MOTION_SIGNAL("MotionCancelled"),
    MOTION_SIGNAL("MotionRecognized"),
    SD_BUS_SIGNAL("Stopping", "", 0),
    SD_BUS_SIGNAL_WITH_ARGS("HealthChanged", SD_BUS_ARGS("a{sv}", health), 0),
    SD_BUS_VTABLE_END,
};

int motion_bus_export_motion1(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object) {
  return sd_bus_add_object_vtable(bus, slot, "/org/motiond/Motion1", "org.motiond.Motion1", motion1,
                                  object);
}
