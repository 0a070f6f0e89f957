// SPDX-License-Identifier: Apache-2.0

#include "CDesktop.h"

static const sd_bus_vtable window[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_ARGS("Report",
                            SD_BUS_ARGS("s", identity, "s", process, "s", application, "s", title),
                            SD_BUS_NO_RESULT, motion_bus_method, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int desktop_export_window(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object) {
  return sd_bus_add_object_vtable(bus, slot, "/org/motiond/ShakeToUndo/Window",
                                  "org.motiond.ShakeToUndo.Window", window, object);
}
