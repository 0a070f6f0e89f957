// SPDX-License-Identifier: Apache-2.0

// The interfaces of iio-sensor-proxy for sd-bus, whose tables are made of C's macros.
#pragma once

#include <CSystemBus.h>

/// Exports `object`, which must outlive the slot, as net.hadess.SensorProxy.
int sensor_proxy_export(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object);

/// Exports `object`, which must outlive the slot, as net.hadess.SensorProxy.Compass.
int sensor_proxy_export_compass(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object);
