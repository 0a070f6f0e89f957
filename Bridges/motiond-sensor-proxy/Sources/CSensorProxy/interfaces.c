// SPDX-License-Identifier: Apache-2.0

#include "CSensorProxy.h"

#define METHOD(name) \
  SD_BUS_METHOD(name, SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, motion_bus_method, \
                SD_BUS_VTABLE_UNPRIVILEGED)

static const sd_bus_vtable sensor_proxy[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("ClaimAccelerometer"),
    METHOD("ReleaseAccelerometer"),
    METHOD("ClaimLight"),
    METHOD("ReleaseLight"),
    METHOD("ClaimProximity"),
    METHOD("ReleaseProximity"),
    MOTION_BUS_PROPERTY("HasAccelerometer", "b"),
    MOTION_BUS_PROPERTY("AccelerometerOrientation", "s"),
    MOTION_BUS_PROPERTY("AccelerometerTilt", "s"),
    MOTION_BUS_PROPERTY("HasAmbientLight", "b"),
    MOTION_BUS_PROPERTY("LightLevelUnit", "s"),
    MOTION_BUS_PROPERTY("LightLevel", "d"),
    MOTION_BUS_PROPERTY("HasProximity", "b"),
    MOTION_BUS_PROPERTY("ProximityNear", "b"),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable compass[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("ClaimCompass"),
    METHOD("ReleaseCompass"),
    MOTION_BUS_PROPERTY("HasCompass", "b"),
    MOTION_BUS_PROPERTY("CompassHeading", "d"),
    SD_BUS_VTABLE_END,
};

int sensor_proxy_export(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object) {
  return sd_bus_add_object_vtable(bus, slot, "/net/hadess/SensorProxy", "net.hadess.SensorProxy",
                                  sensor_proxy, object);
}

int sensor_proxy_export_compass(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object) {
  return sd_bus_add_object_vtable(bus, slot, "/net/hadess/SensorProxy/Compass",
                                  "net.hadess.SensorProxy.Compass", compass, object);
}
