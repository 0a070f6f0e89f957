// SPDX-License-Identifier: Apache-2.0

// libwayland-client, a connection, and the protocols that it uses.
#pragma once

#if !__has_include(<wayland-client-core.h>)
#error "wayland-client-core.h is missing; install it: apt-get install libwayland-dev"
#endif
#include <wayland-client-core.h>

#include "libraries.h"

// Functions, and interfaces of the core protocol as this version of the library describes them.
#define WAYLAND_SYMBOLS(each)                                                                   \
  each(wl_, display_connect_to_fd) each(wl_, display_disconnect) each(wl_, display_roundtrip)   \
  each(wl_, display_get_error) each(wl_, log_set_handler_client) each(wl_, proxy_marshal_flags) \
  each(wl_, proxy_add_listener) each(wl_, proxy_get_version) each(wl_, proxy_destroy)           \
  each(wl_, registry_interface) each(wl_, seat_interface) each(wl_, keyboard_interface)
extern const struct wl_interface wl_registry_interface, wl_seat_interface, wl_keyboard_interface;
struct wayland_symbols { WAYLAND_SYMBOLS(DESKTOP_POINTER) };
extern struct wayland_symbols desktop_wl;

// The headers of protocols call these.
#define wl_proxy_marshal_flags desktop_wl.proxy_marshal_flags
#define wl_proxy_add_listener desktop_wl.proxy_add_listener
#define wl_proxy_get_version desktop_wl.proxy_get_version
#define wl_proxy_destroy desktop_wl.proxy_destroy
#include <wayland-client-protocol.h>

#include "protocols/virtual-keyboard-unstable-v1.h"
#include "protocols/wlr-foreign-toplevel-management-unstable-v1.h"

struct desktop_wayland {
  struct wl_display *display;
  int socket, purposes;
  struct wl_registry *registry;
  struct wl_seat *seat;
  struct wl_keyboard *keyboard;
  struct zwlr_foreign_toplevel_manager_v1 *windows;
  struct zwp_virtual_keyboard_manager_v1 *keyboards;
  struct zwp_virtual_keyboard_v1 *virtual_keyboard;
  /// The windows that are open, the newest first.
  struct toplevel *first;
  uint32_t count, last;
  char *keymap;
  size_t keymap_length;
};

/// Closes the connection, whose peer sends more than it should.
void desktop_wayland_refuse(struct desktop_wayland *wayland);

/// Listens to the manager in `windows`.
void desktop_toplevels_begin(struct desktop_wayland *wayland);
void desktop_toplevels_end(struct desktop_wayland *wayland);
