// SPDX-License-Identifier: Apache-2.0

#include "CSystemBus.h"

#include <string.h>

static int call_method(sd_bus_message *call, void *context, sd_bus_error *error) {
  struct motion_bus_object *object = context;
  return object->method(call, object->context, error);
}

static int get_property(sd_bus *bus, const char *path, const char *interface, const char *name,
                        sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)bus, (void)path, (void)interface, (void)error;
  struct motion_bus_object *object = context;
  return object->property(name, reply, object->context);
}

static int set_property(sd_bus *bus, const char *path, const char *interface, const char *name,
                        sd_bus_message *value, void *context, sd_bus_error *error) {
  (void)bus, (void)path, (void)interface, (void)error;
  struct motion_bus_object *object = context;
  return object->change(name, value, object->context);
}

void motion_bus_fill(sd_bus_vtable *entry, struct motion_bus_member member) {
  // sd-bus wants unused fields to be zero.
  memset(entry, 0, sizeof *entry);
  entry->type = member.kind;
  switch (member.kind) {
  case MOTION_BUS_START:
    entry->x.start.element_size = sizeof *entry;
    entry->x.start.features = _SD_BUS_VTABLE_PARAM_NAMES;
    entry->x.start.vtable_format_reference = &sd_bus_object_vtable_format;
    break;
  case MOTION_BUS_METHOD:
    entry->flags = SD_BUS_VTABLE_UNPRIVILEGED;
    entry->x.method.member = member.name;
    entry->x.method.signature = member.signature;
    entry->x.method.result = member.result;
    entry->x.method.handler = call_method;
    entry->x.method.names = member.argument_names;
    break;
  case MOTION_BUS_PROPERTY:
    entry->flags = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE;
    entry->x.property.member = member.name;
    entry->x.property.signature = member.signature;
    entry->x.property.get = get_property;
    break;
  case MOTION_BUS_WRITABLE:
    entry->flags = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | SD_BUS_VTABLE_UNPRIVILEGED;
    entry->x.property.member = member.name;
    entry->x.property.signature = member.signature;
    entry->x.property.get = get_property;
    entry->x.property.set = set_property;
    break;
  case MOTION_BUS_SIGNAL:
    entry->x.signal.member = member.name;
    entry->x.signal.signature = member.signature;
    entry->x.signal.names = member.argument_names;
    break;
  case MOTION_BUS_END: break;
  }
}
