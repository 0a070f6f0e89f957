#include "CSystemBus.h"
#include <errno.h>

static int method(sd_bus_message *call, void *context, sd_bus_error *error) {
  struct motion_bus_object *object = context;
  return object->method(call, object->context, error);
}

static int property(sd_bus *bus, const char *path, const char *interface, const char *name,
                    sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)bus, (void)path, (void)interface, (void)error;
  struct motion_bus_object *object = context;
  return object->property(name, reply, object->context);
}

#define PROPERTY(name, type) \
  SD_BUS_PROPERTY(name, type, property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
#define MOTION_SIGNAL(name) \
  SD_BUS_SIGNAL_WITH_ARGS(name, SD_BUS_ARGS("s", motion, "t", timestamp, "a{sv}", details), 0)

static const sd_bus_vtable motion1[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_ARGS("Claim", SD_BUS_ARGS("a{sv}", options), SD_BUS_NO_RESULT, method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Release", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("HoldOff", SD_BUS_ARGS("u", milliseconds), SD_BUS_NO_RESULT, method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Simulate", SD_BUS_ARGS("s", motion), SD_BUS_NO_RESULT, method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("OpenSamples", SD_BUS_NO_ARGS, SD_BUS_RESULT("h", samples), method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Capture", SD_BUS_NO_ARGS, SD_BUS_RESULT("h", recording), method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("GetStatus", SD_BUS_NO_ARGS, SD_BUS_RESULT("a{sv}", status), method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS("Reload", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method,
                            SD_BUS_VTABLE_UNPRIVILEGED),
    PROPERTY("HasAccelerometer", "b"),
    PROPERTY("Device", "s"),
    PROPERTY("SampleRate", "d"),
    PROPERTY("WantedRate", "d"),
    PROPERTY("Claimed", "b"),
    PROPERTY("States", "a{sv}"),
    MOTION_SIGNAL("MotionBegan"),
    MOTION_SIGNAL("MotionEnded"),
    MOTION_SIGNAL("MotionCancelled"),
    MOTION_SIGNAL("MotionRecognized"),
    SD_BUS_SIGNAL("Stopping", "", 0),
    SD_BUS_VTABLE_END,
};

#define SIMPLE_METHOD(name) \
  SD_BUS_METHOD(name, SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method, SD_BUS_VTABLE_UNPRIVILEGED)

static const sd_bus_vtable sensor_proxy[] = {
    SD_BUS_VTABLE_START(0),
    SIMPLE_METHOD("ClaimAccelerometer"),
    SIMPLE_METHOD("ReleaseAccelerometer"),
    SIMPLE_METHOD("ClaimLight"),
    SIMPLE_METHOD("ReleaseLight"),
    SIMPLE_METHOD("ClaimProximity"),
    SIMPLE_METHOD("ReleaseProximity"),
    PROPERTY("HasAccelerometer", "b"),
    PROPERTY("AccelerometerOrientation", "s"),
    PROPERTY("AccelerometerTilt", "s"),
    PROPERTY("HasAmbientLight", "b"),
    PROPERTY("LightLevelUnit", "s"),
    PROPERTY("LightLevel", "d"),
    PROPERTY("HasProximity", "b"),
    PROPERTY("ProximityNear", "b"),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable compass[] = {
    SD_BUS_VTABLE_START(0),
    SIMPLE_METHOD("ClaimCompass"),
    SIMPLE_METHOD("ReleaseCompass"),
    PROPERTY("HasCompass", "b"),
    PROPERTY("CompassHeading", "d"),
    SD_BUS_VTABLE_END,
};

int motion_bus_export(sd_bus *bus, sd_bus_slot **slot, enum motion_bus_interface interface,
                      struct motion_bus_object *object) {
  switch (interface) {
  case MOTION_BUS_MOTION1:
    return sd_bus_add_object_vtable(bus, slot, "/org/motiond/Motion1", "org.motiond.Motion1",
                                    motion1, object);
  case MOTION_BUS_SENSOR_PROXY:
    return sd_bus_add_object_vtable(bus, slot, "/net/hadess/SensorProxy", "net.hadess.SensorProxy",
                                    sensor_proxy, object);
  case MOTION_BUS_COMPASS:
    return sd_bus_add_object_vtable(bus, slot, "/net/hadess/SensorProxy/Compass",
                                    "net.hadess.SensorProxy.Compass", compass, object);
  }
  return -EINVAL;
}
