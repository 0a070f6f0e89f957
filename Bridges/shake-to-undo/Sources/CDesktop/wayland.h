// SPDX-License-Identifier: Apache-2.0

// The ABI of libwayland-client, a connection, and the protocols that it uses.
#pragma once

#include "libraries.h"

struct wl_proxy;
struct wl_display;
struct wl_interface;
struct wl_message {
  const char *name, *signature;
  const struct wl_interface **types;
};
struct wl_interface {
  const char *name;
  int version, method_count;
  const struct wl_message *methods;
  int event_count;
  const struct wl_message *events;
};
struct wl_array {
  size_t size, alloc;
  void *data;
};

struct wayland_functions {
  struct wl_display *(*connect_to_fd)(int fd);
  void (*disconnect)(struct wl_display *);
  int (*roundtrip)(struct wl_display *);
  int (*get_error)(struct wl_display *);
  struct wl_proxy *(*marshal)(struct wl_proxy *, uint32_t opcode, const struct wl_interface *,
                              uint32_t version, uint32_t flags, ...);
  int (*add_listener)(struct wl_proxy *, void (**)(void), void *data);
  void (*destroy)(struct wl_proxy *);
  void (*set_log)(void (*)(const char *, __builtin_va_list));
  const struct wl_interface *registry_interface, *seat_interface, *keyboard_interface;
};

struct desktop_wayland {
  struct wayland_functions wl;
  struct wl_display *display;
  int socket, purposes;
  struct wl_proxy *registry, *seat, *keyboard, *windows, *keyboards, *virtual_keyboard;
  /// The windows that are open, the newest first.
  struct toplevel *first;
  uint32_t count, last;
  char *keymap;
  size_t keymap_length;
};

/// Closes the connection, whose peer sends more than it should.
void desktop_wayland_refuse(struct desktop_wayland *wayland);

// wlr-foreign-toplevel-management-unstable-v1, of which the first version suffices

extern const struct wl_interface desktop_toplevel_manager_interface;
/// Listens to the manager in `windows`.
void desktop_toplevels_begin(struct desktop_wayland *wayland);
void desktop_toplevels_end(struct desktop_wayland *wayland);

// virtual-keyboard-unstable-v1

extern const struct wl_interface desktop_virtual_keyboard_manager_interface;
