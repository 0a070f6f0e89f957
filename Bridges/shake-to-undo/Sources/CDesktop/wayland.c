// SPDX-License-Identifier: Apache-2.0

#include "wayland.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {WAYLAND_SYMBOLS(DESKTOP_NAME)};
struct wayland_symbols desktop_wl;

/// A keymap has some 60 kB.
enum { MOST_KEYMAP = 1 << 20 };

/// An error is in the connection; the caller reports it.
static void print_nothing(const char *format, __builtin_va_list arguments) {
  (void)format, (void)arguments;
}

void desktop_wayland_refuse(struct desktop_wayland *wayland) {
  shutdown(wayland->socket, SHUT_RDWR);
}

// MARK: The seat's keyboard

/// Reads the text of a keymap out of `fd`. Not mapped: whoever cuts the file then would end this
/// process.
static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int fd,
                   uint32_t size) {
  (void)keyboard;
  struct desktop_wayland *wayland = data;
  char *text = NULL;
  if (format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1 && size > 0 && size <= MOST_KEYMAP)
    text = malloc(size);
  ssize_t length = text ? pread(fd, text, size, 0) : -1;
  close(fd);
  if (length <= 0) return free(text);
  free(wayland->keymap);
  wayland->keymap = text;
  wayland->keymap_length = (size_t)length;
}

static void enter(void *data, struct wl_keyboard *keyboard, uint32_t serial,
                  struct wl_surface *surface, struct wl_array *keys) {
  (void)data, (void)keyboard, (void)serial, (void)surface, (void)keys;
}
static void leave(void *data, struct wl_keyboard *keyboard, uint32_t serial,
                  struct wl_surface *surface) {
  (void)data, (void)keyboard, (void)serial, (void)surface;
}
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time,
                uint32_t key, uint32_t state) {
  (void)data, (void)keyboard, (void)serial, (void)time, (void)key, (void)state;
}
static void modifiers(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed,
                      uint32_t latched, uint32_t locked, uint32_t group) {
  (void)data, (void)keyboard, (void)serial, (void)depressed, (void)latched, (void)locked,
      (void)group;
}
static void repeat_info(void *data, struct wl_keyboard *keyboard, int32_t rate, int32_t delay) {
  (void)data, (void)keyboard, (void)rate, (void)delay;
}

// A listener has all events of its interface, also of later versions: libwayland ends the process
// if a server sends one that has no function.
static void capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
  static const struct wl_keyboard_listener listener = {keymap, enter, leave, key, modifiers,
                                                       repeat_info};
  struct desktop_wayland *wayland = data;
  if (!(capabilities & WL_SEAT_CAPABILITY_KEYBOARD) || wayland->keyboard) return;
  wayland->keyboard = (struct wl_keyboard *)wl_proxy_marshal_flags(
      (struct wl_proxy *)seat, WL_SEAT_GET_KEYBOARD, desktop_wl.keyboard_interface, 1, 0, NULL);
  if (wayland->keyboard) wl_keyboard_add_listener(wayland->keyboard, &listener, wayland);
}

static void seat_name(void *data, struct wl_seat *seat, const char *name) {
  (void)data, (void)seat, (void)name;
}

// MARK: The connection

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                   uint32_t version) {
  (void)version;
  static const struct wl_seat_listener listener = {capabilities, seat_name};
  struct desktop_wayland *wayland = data;
  int purposes = wayland->purposes;
  if ((purposes & (DESKTOP_KEYMAP | DESKTOP_KEYS)) && !wayland->seat &&
      !strcmp(interface, "wl_seat")) {
    wayland->seat = wl_registry_bind(registry, name, desktop_wl.seat_interface, 1);
    if (wayland->seat) wl_seat_add_listener(wayland->seat, &listener, wayland);
  } else if ((purposes & DESKTOP_WINDOWS) && !wayland->windows &&
             !strcmp(interface, zwlr_foreign_toplevel_manager_v1_interface.name)) {
    wayland->windows =
        wl_registry_bind(registry, name, &zwlr_foreign_toplevel_manager_v1_interface, 1);
    if (wayland->windows) desktop_toplevels_begin(wayland);
  } else if ((purposes & DESKTOP_KEYS) && !wayland->keyboards &&
             !strcmp(interface, zwp_virtual_keyboard_manager_v1_interface.name)) {
    wayland->keyboards =
        wl_registry_bind(registry, name, &zwp_virtual_keyboard_manager_v1_interface, 1);
  }
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

enum desktop_problem desktop_wayland_settle(struct desktop_wayland *wayland, int milliseconds) {
  struct desktop_guard guard;
  desktop_guard_begin(&guard, wayland->socket, milliseconds);
  int result = desktop_wl.display_roundtrip(wayland->display);
  // What was bound, and what these objects sent first; the keymap comes later than the seat.
  if (result >= 0) result = desktop_wl.display_roundtrip(wayland->display);
  if (result >= 0 && wayland->keyboard && !wayland->keymap)
    result = desktop_wl.display_roundtrip(wayland->display);
  if (desktop_guard_end(&guard)) return DESKTOP_LATE;
  return result < 0 || desktop_wl.display_get_error(wayland->display) ? DESKTOP_LOST : DESKTOP_FINE;
}

struct desktop_wayland *desktop_wayland_open(int socket, int purposes, int milliseconds,
                                             enum desktop_problem *problem) {
  static const struct wl_registry_listener listener = {global, global_remove};
  static bool is_loaded;
  struct desktop_wayland *wayland = calloc(1, sizeof *wayland);
  *problem = DESKTOP_NO_LIBRARY;
  if (!wayland || !desktop_load_once("libwayland-client.so.0", names, DESKTOP_COUNT(names),
                                     (void **)&desktop_wl, &is_loaded)) {
    close(socket);
    free(wayland);
    return NULL;
  }
  desktop_wl.log_set_handler_client(print_nothing);
  wayland->socket = socket;
  wayland->purposes = purposes;
  *problem = DESKTOP_LOST;
  wayland->display = desktop_wl.display_connect_to_fd(socket);
  if (!wayland->display) {
    close(socket);
    free(wayland);
    return NULL;
  }
  wayland->registry = (struct wl_registry *)wl_proxy_marshal_flags(
      (struct wl_proxy *)wayland->display, WL_DISPLAY_GET_REGISTRY, desktop_wl.registry_interface,
      1, 0, NULL);
  if (wayland->registry) {
    wl_registry_add_listener(wayland->registry, &listener, wayland);
    *problem = desktop_wayland_settle(wayland, milliseconds);
  }
  bool lacks = ((purposes & DESKTOP_WINDOWS) && !wayland->windows) ||
               ((purposes & DESKTOP_KEYS) && !wayland->keyboards);
  bool lacks_seat = (purposes & (DESKTOP_KEYS | DESKTOP_KEYMAP)) && !wayland->seat;
  if (*problem == DESKTOP_FINE && (lacks || lacks_seat))
    *problem = lacks ? DESKTOP_NO_EXTENSION : DESKTOP_NO_SEAT;
  if (*problem == DESKTOP_FINE) return wayland;
  desktop_wayland_close(wayland);
  return NULL;
}

void desktop_wayland_close(struct desktop_wayland *wayland) {
  if (!wayland) return;
  desktop_toplevels_end(wayland);
  void *proxies[] = {wayland->virtual_keyboard, wayland->keyboards, wayland->windows,
                     wayland->keyboard, wayland->seat, wayland->registry};
  for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++)
    if (proxies[i]) wl_proxy_destroy(proxies[i]);
  // This closes the socket, and so ends what the server has of these.
  desktop_wl.display_disconnect(wayland->display);
  free(wayland->keymap);
  free(wayland);
}

const char *desktop_wayland_keymap(const struct desktop_wayland *wayland, size_t *length) {
  *length = wayland->keymap_length;
  return wayland->keymap;
}
