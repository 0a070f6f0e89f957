// SPDX-License-Identifier: Apache-2.0

// What ei.c uses of libei 1.0, by hand: Debian 12 has no libei. Where libei.h is installed,
// Tests/Wings/generated compares these with it. Its enumerations are `unsigned` here.
#pragma once

#include "libraries.h"

struct ei;
struct ei_event;
struct ei_seat;
struct ei_device;
struct ei_keymap;
struct ei_log_context;

enum {
  DESKTOP_EI_DISCONNECT = 2,
  DESKTOP_EI_SEAT_ADDED = 3,
  DESKTOP_EI_DEVICE_ADDED = 5,
  DESKTOP_EI_DEVICE_REMOVED = 6,
  DESKTOP_EI_DEVICE_PAUSED = 7,
  DESKTOP_EI_DEVICE_RESUMED = 8,
  DESKTOP_EI_KEYBOARD_MODIFIERS = 9,
};
/// A capability, and a type of keymaps.
enum { DESKTOP_EI_KEYBOARD = 1 << 2, DESKTOP_EI_XKB = 1 };

struct ei *ei_new_sender(void *data);
struct ei *ei_unref(struct ei *ei);
void ei_configure_name(struct ei *ei, const char *name);
int ei_setup_backend_fd(struct ei *ei, int fd);
int ei_get_fd(struct ei *ei);
void ei_dispatch(struct ei *ei);
uint64_t ei_now(struct ei *ei);
void ei_log_set_handler(struct ei *ei, void (*handler)(struct ei *ei, unsigned priority,
                                                       const char *message,
                                                       struct ei_log_context *context));
struct ei_event *ei_get_event(struct ei *ei);
struct ei_event *ei_event_unref(struct ei_event *event);
unsigned ei_event_get_type(struct ei_event *event);
struct ei_seat *ei_event_get_seat(struct ei_event *event);
struct ei_device *ei_event_get_device(struct ei_event *event);
uint32_t ei_event_keyboard_get_xkb_mods_depressed(struct ei_event *event);
uint32_t ei_event_keyboard_get_xkb_mods_latched(struct ei_event *event);
uint32_t ei_event_keyboard_get_xkb_mods_locked(struct ei_event *event);
void ei_seat_bind_capabilities(struct ei_seat *seat, ...);
bool ei_device_has_capability(struct ei_device *device, unsigned capability);
struct ei_device *ei_device_ref(struct ei_device *device);
struct ei_device *ei_device_unref(struct ei_device *device);
void ei_device_start_emulating(struct ei_device *device, uint32_t sequence);
void ei_device_stop_emulating(struct ei_device *device);
void ei_device_frame(struct ei_device *device, uint64_t time);
void ei_device_keyboard_key(struct ei_device *device, uint32_t key, bool is_press);
struct ei_keymap *ei_device_keyboard_get_keymap(struct ei_device *device);
size_t ei_keymap_get_size(struct ei_keymap *keymap);
unsigned ei_keymap_get_type(struct ei_keymap *keymap);
int ei_keymap_get_fd(struct ei_keymap *keymap);

#define EI_FUNCTIONS(each)                                                                      \
  each(ei_, new_sender) each(ei_, unref) each(ei_, configure_name) each(ei_, setup_backend_fd)  \
  each(ei_, get_fd) each(ei_, dispatch) each(ei_, now) each(ei_, log_set_handler)               \
  each(ei_, get_event) each(ei_, event_unref) each(ei_, event_get_type)                         \
  each(ei_, event_get_seat) each(ei_, event_get_device)                                         \
  each(ei_, event_keyboard_get_xkb_mods_depressed)                                              \
  each(ei_, event_keyboard_get_xkb_mods_latched)                                                \
  each(ei_, event_keyboard_get_xkb_mods_locked) each(ei_, seat_bind_capabilities)               \
  each(ei_, device_has_capability) each(ei_, device_ref) each(ei_, device_unref)                \
  each(ei_, device_start_emulating) each(ei_, device_stop_emulating) each(ei_, device_frame)    \
  each(ei_, device_keyboard_key) each(ei_, device_keyboard_get_keymap)                          \
  each(ei_, keymap_get_size) each(ei_, keymap_get_type) each(ei_, keymap_get_fd)
struct ei_functions { EI_FUNCTIONS(DESKTOP_POINTER) };
