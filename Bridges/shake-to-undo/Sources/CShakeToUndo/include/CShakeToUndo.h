// SPDX-License-Identifier: Apache-2.0

// The table of the agent's interface, which Swift cannot write.
#pragma once

#include <CSystemBus.h>

/// Exports `object`, which must outlive the slot, as org.motiond.ShakeToUndo1.
int shake_to_undo_export(sd_bus *bus, sd_bus_slot **slot, struct motion_bus_object *object);
