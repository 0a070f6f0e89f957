// SPDX-License-Identifier: Apache-2.0

#include "CShakeToUndo.h"

#define METHOD(name, arguments, result) \
  SD_BUS_METHOD(name, arguments, result, motion_bus_method, SD_BUS_VTABLE_UNPRIVILEGED)

static const sd_bus_vtable interface[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("Now", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT),
    METHOD("Pause", "u", SD_BUS_NO_RESULT),
    METHOD("GetStatus", SD_BUS_NO_ARGS, "a{sv}"),
    SD_BUS_VTABLE_END,
};

int shake_to_undo_export(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object) {
  return sd_bus_add_object_vtable(bus, slot, "/org/motiond/ShakeToUndo",
                                  "org.motiond.ShakeToUndo1", interface, object);
}
