// SPDX-License-Identifier: Apache-2.0

#include "wayland.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {
    "wl_display_connect_to_fd", "wl_display_disconnect", "wl_display_roundtrip",
    "wl_display_get_error", "wl_proxy_marshal_flags", "wl_proxy_add_listener", "wl_proxy_destroy",
    "wl_log_set_handler_client", "wl_registry_interface", "wl_seat_interface",
    "wl_keyboard_interface"};
_Static_assert(sizeof names == sizeof(struct wayland_functions), "a name for each function");

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
static void keymap(void *data, struct wl_proxy *keyboard, uint32_t format, int fd, uint32_t size) {
  (void)keyboard;
  struct desktop_wayland *wayland = data;
  char *text = format == 1 && size > 0 && size <= MOST_KEYMAP ? malloc(size) : NULL;
  ssize_t length = text ? pread(fd, text, size, 0) : -1;
  close(fd);
  if (length <= 0) return free(text);
  free(wayland->keymap);
  wayland->keymap = text;
  wayland->keymap_length = (size_t)length;
}

static void enter(void *data, struct wl_proxy *keyboard, uint32_t serial, struct wl_proxy *surface,
                  struct wl_array *keys) {
  (void)data, (void)keyboard, (void)serial, (void)surface, (void)keys;
}
static void leave(void *data, struct wl_proxy *keyboard, uint32_t serial,
                  struct wl_proxy *surface) {
  (void)data, (void)keyboard, (void)serial, (void)surface;
}
static void key(void *data, struct wl_proxy *keyboard, uint32_t serial, uint32_t time, uint32_t key,
                uint32_t state) {
  (void)data, (void)keyboard, (void)serial, (void)time, (void)key, (void)state;
}
static void modifiers(void *data, struct wl_proxy *keyboard, uint32_t serial, uint32_t depressed,
                      uint32_t latched, uint32_t locked, uint32_t group) {
  (void)data, (void)keyboard, (void)serial, (void)depressed, (void)latched, (void)locked,
      (void)group;
}
static void repeat_info(void *data, struct wl_proxy *keyboard, int32_t rate, int32_t delay) {
  (void)data, (void)keyboard, (void)rate, (void)delay;
}

// A listener has all events of its interface, also of later versions: a server that sends one would
// call what is beyond.
static void capabilities(void *data, struct wl_proxy *seat, uint32_t capabilities) {
  static void (*listener[])(void) = {(void (*)(void))keymap, (void (*)(void))enter,
                                     (void (*)(void))leave, (void (*)(void))key,
                                     (void (*)(void))modifiers,
                                     (void (*)(void))repeat_info};
  struct desktop_wayland *wayland = data;
  enum { KEYBOARD = 2, GET_KEYBOARD = 1 };
  if (!(capabilities & KEYBOARD) || wayland->keyboard) return;
  wayland->keyboard = wayland->wl.marshal(seat, GET_KEYBOARD, wayland->wl.keyboard_interface, 1, 0,
                                          NULL);
  if (wayland->keyboard) wayland->wl.add_listener(wayland->keyboard, listener, wayland);
}

static void seat_name(void *data, struct wl_proxy *seat, const char *name) {
  (void)data, (void)seat, (void)name;
}

// MARK: The connection

static struct wl_proxy *bind_global(struct desktop_wayland *wayland, uint32_t name,
                             const struct wl_interface *interface) {
  return wayland->wl.marshal(wayland->registry, 0, interface, 1, 0, name, interface->name, 1, NULL);
}

static void global(void *data, struct wl_proxy *registry, uint32_t name, const char *interface,
                   uint32_t version) {
  (void)registry, (void)version;
  static void (*seat_listener[])(void) = {(void (*)(void))capabilities,
                                          (void (*)(void))seat_name};
  struct desktop_wayland *wayland = data;
  int purposes = wayland->purposes;
  if ((purposes & (DESKTOP_KEYMAP | DESKTOP_KEYS)) && !wayland->seat &&
      !strcmp(interface, "wl_seat")) {
    wayland->seat = bind_global(wayland, name, wayland->wl.seat_interface);
    if (wayland->seat) wayland->wl.add_listener(wayland->seat, seat_listener, wayland);
  } else if ((purposes & DESKTOP_WINDOWS) && !wayland->windows &&
             !strcmp(interface, desktop_toplevel_manager_interface.name)) {
    wayland->windows = bind_global(wayland, name, &desktop_toplevel_manager_interface);
    if (wayland->windows) desktop_toplevels_begin(wayland);
  } else if ((purposes & DESKTOP_KEYS) && !wayland->keyboards &&
             !strcmp(interface, desktop_virtual_keyboard_manager_interface.name)) {
    wayland->keyboards = bind_global(wayland, name, &desktop_virtual_keyboard_manager_interface);
  }
}

static void global_remove(void *data, struct wl_proxy *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

enum desktop_problem desktop_wayland_settle(struct desktop_wayland *wayland, int milliseconds) {
  struct desktop_guard guard;
  desktop_guard_begin(&guard, wayland->socket, milliseconds);
  int result = wayland->wl.roundtrip(wayland->display);
  // What was bound, and what these objects sent first; the keymap comes later than the seat.
  if (result >= 0) result = wayland->wl.roundtrip(wayland->display);
  if (result >= 0 && wayland->keyboard && !wayland->keymap)
    result = wayland->wl.roundtrip(wayland->display);
  if (desktop_guard_end(&guard)) return DESKTOP_LATE;
  return result < 0 || wayland->wl.get_error(wayland->display) ? DESKTOP_LOST : DESKTOP_FINE;
}

struct desktop_wayland *desktop_wayland_open(int socket, int purposes, int milliseconds,
                                             enum desktop_problem *problem) {
  static const char file[] = "libwayland-client.so.0";
  static void (*listener[])(void) = {(void (*)(void))global, (void (*)(void))global_remove};
  struct desktop_wayland *wayland = calloc(1, sizeof *wayland);
  *problem = DESKTOP_NO_LIBRARY;
  if (!wayland || !desktop_load(file, names, DESKTOP_COUNT(names), (void **)&wayland->wl)) {
    close(socket);
    free(wayland);
    return NULL;
  }
  wayland->wl.set_log(print_nothing);
  wayland->socket = socket;
  wayland->purposes = purposes;
  *problem = DESKTOP_LOST;
  wayland->display = wayland->wl.connect_to_fd(socket);
  if (!wayland->display) {
    close(socket);
    free(wayland);
    return NULL;
  }
  wayland->registry = wayland->wl.marshal((struct wl_proxy *)wayland->display, 1,
                                          wayland->wl.registry_interface, 1, 0, NULL);
  if (wayland->registry) {
    wayland->wl.add_listener(wayland->registry, listener, wayland);
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
  struct wl_proxy *proxies[] = {wayland->virtual_keyboard, wayland->keyboards, wayland->windows,
                                wayland->keyboard, wayland->seat, wayland->registry};
  for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++)
    if (proxies[i]) wayland->wl.destroy(proxies[i]);
  // This closes the socket, and so ends what the server has of these.
  wayland->wl.disconnect(wayland->display);
  free(wayland->keymap);
  free(wayland);
}

const char *desktop_wayland_keymap(const struct desktop_wayland *wayland, size_t *length) {
  *length = wayland->keymap_length;
  return wayland->keymap;
}
