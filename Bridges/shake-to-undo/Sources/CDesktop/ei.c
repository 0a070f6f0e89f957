// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libraries.h"

// The ABI of libei 1.0.

struct ei;
struct ei_event;
struct ei_seat;
struct ei_device;
struct ei_keymap;

struct ei_functions {
  struct ei *(*new_sender)(void *data);
  struct ei *(*unref)(struct ei *);
  void (*configure_name)(struct ei *, const char *);
  int (*setup_backend_fd)(struct ei *, int fd);
  int (*get_fd)(struct ei *);
  void (*dispatch)(struct ei *);
  uint64_t (*now)(struct ei *);
  void (*log_set_handler)(struct ei *, void (*)(struct ei *, int, const char *, void *));
  struct ei_event *(*get_event)(struct ei *);
  struct ei_event *(*event_unref)(struct ei_event *);
  int (*event_get_type)(struct ei_event *);
  struct ei_seat *(*event_get_seat)(struct ei_event *);
  struct ei_device *(*event_get_device)(struct ei_event *);
  uint32_t (*mods_depressed)(struct ei_event *);
  uint32_t (*mods_latched)(struct ei_event *);
  uint32_t (*mods_locked)(struct ei_event *);
  void (*seat_bind_capabilities)(struct ei_seat *, ...);
  bool (*device_has_capability)(struct ei_device *, int capability);
  struct ei_device *(*device_ref)(struct ei_device *);
  struct ei_device *(*device_unref)(struct ei_device *);
  void (*device_start_emulating)(struct ei_device *, uint32_t sequence);
  void (*device_stop_emulating)(struct ei_device *);
  void (*device_frame)(struct ei_device *, uint64_t time);
  void (*device_keyboard_key)(struct ei_device *, uint32_t key, bool is_press);
  struct ei_keymap *(*device_keyboard_get_keymap)(struct ei_device *);
  size_t (*keymap_get_size)(struct ei_keymap *);
  int (*keymap_get_type)(struct ei_keymap *);
  int (*keymap_get_fd)(struct ei_keymap *);
};
static const char *const names[] = {
    "ei_new_sender", "ei_unref", "ei_configure_name", "ei_setup_backend_fd", "ei_get_fd",
    "ei_dispatch", "ei_now", "ei_log_set_handler", "ei_get_event", "ei_event_unref",
    "ei_event_get_type", "ei_event_get_seat", "ei_event_get_device",
    "ei_event_keyboard_get_xkb_mods_depressed", "ei_event_keyboard_get_xkb_mods_latched",
    "ei_event_keyboard_get_xkb_mods_locked",
    "ei_seat_bind_capabilities", "ei_device_has_capability", "ei_device_ref", "ei_device_unref",
    "ei_device_start_emulating", "ei_device_stop_emulating", "ei_device_frame",
    "ei_device_keyboard_key", "ei_device_keyboard_get_keymap", "ei_keymap_get_size",
    "ei_keymap_get_type", "ei_keymap_get_fd"};
_Static_assert(sizeof names == sizeof(struct ei_functions), "a name for each function");

enum { DISCONNECT = 2, SEAT_ADDED = 3, DEVICE_ADDED = 5, DEVICE_REMOVED, DEVICE_PAUSED,
       DEVICE_RESUMED, KEYBOARD_MODIFIERS };
enum { KEYBOARD = 1 << 2, XKB = 1, MOST_KEYMAP = 1 << 20, MOST_EVENTS = 10000 };

struct desktop_ei {
  struct ei_functions f;
  struct ei *ei;
  struct ei_device *keyboard;
  bool is_resumed, is_gone;
  uint32_t held, locked, sequence;
  char *keymap;
  size_t keymap_length;
};

static void print_nothing(struct ei *ei, int priority, const char *message, void *context) {
  (void)ei, (void)priority, (void)message, (void)context;
}

static void take_keyboard(struct desktop_ei *ei, struct ei_device *device) {
  if (ei->keyboard || !ei->f.device_has_capability(device, KEYBOARD)) return;
  ei->keyboard = ei->f.device_ref(device);
  ei->is_resumed = false;
  ei->held = ei->locked = 0;
  free(ei->keymap);
  ei->keymap = NULL;
  ei->keymap_length = 0;
  struct ei_keymap *keymap = ei->f.device_keyboard_get_keymap(device);
  size_t size = keymap && ei->f.keymap_get_type(keymap) == XKB ? ei->f.keymap_get_size(keymap) : 0;
  char *text = size > 0 && size <= MOST_KEYMAP ? malloc(size) : NULL;
  ssize_t length = text ? pread(ei->f.keymap_get_fd(keymap), text, size, 0) : -1;
  if (length <= 0) return free(text);
  ei->keymap = text;
  ei->keymap_length = (size_t)length;
}

static void handle(struct desktop_ei *ei, struct ei_event *event) {
  struct ei_device *device = ei->f.event_get_device(event);
  bool is_ours = device && device == ei->keyboard;
  switch (ei->f.event_get_type(event)) {
    case DISCONNECT: ei->is_gone = true; break;
    case SEAT_ADDED:
      ei->f.seat_bind_capabilities(ei->f.event_get_seat(event), KEYBOARD, NULL);
      break;
    case DEVICE_ADDED: take_keyboard(ei, device); break;
    case DEVICE_REMOVED:
      if (is_ours) ei->keyboard = ei->f.device_unref(device);
      break;
    case DEVICE_PAUSED:
      if (is_ours) ei->is_resumed = false;
      break;
    case DEVICE_RESUMED:
      if (is_ours) ei->is_resumed = true;
      break;
    case KEYBOARD_MODIFIERS:
      if (!is_ours) break;
      ei->held = ei->f.mods_depressed(event) | ei->f.mods_latched(event);
      ei->locked = ei->f.mods_locked(event);
      break;
    // Other events are of no concern, also those that later versions have.
    default: break;
  }
}

enum desktop_problem desktop_ei_settle(struct desktop_ei *ei, int milliseconds) {
  int64_t end = desktop_now() + milliseconds;
  for (int count = 0; count < MOST_EVENTS && !ei->is_gone;) {
    struct pollfd wish = {.fd = ei->f.get_fd(ei->ei), .events = POLLIN};
    bool is_ready = ei->keyboard && ei->is_resumed;
    int64_t rest = end - desktop_now();
    if (!is_ready && rest <= 0) return DESKTOP_LATE;
    // Once the keyboard is there, what has arrived is read, and no more is waited for.
    int result = poll(&wish, 1, is_ready ? 0 : (int)rest);
    if (result == 0 && is_ready) return DESKTOP_FINE;
    if (result < 0 && errno != EINTR) return DESKTOP_LOST;
    if (result <= 0) continue;
    ei->f.dispatch(ei->ei);
    for (struct ei_event *event; (event = ei->f.get_event(ei->ei)); count++) {
      handle(ei, event);
      ei->f.event_unref(event);
    }
    if (is_ready && rest <= 0) return DESKTOP_LATE;
  }
  return DESKTOP_LOST;
}

struct desktop_ei *desktop_ei_open(int socket, int milliseconds, enum desktop_problem *problem) {
  static const char file[] = "libei.so.1";
  struct desktop_ei *ei = calloc(1, sizeof *ei);
  *problem = DESKTOP_NO_LIBRARY;
  if (!ei || !desktop_load(file, names, DESKTOP_COUNT(names), (void **)&ei->f)) {
    close(socket);
    free(ei);
    return NULL;
  }
  *problem = DESKTOP_LOST;
  ei->ei = ei->f.new_sender(NULL);
  if (!ei->ei) {
    close(socket);
    free(ei);
    return NULL;
  }
  ei->f.log_set_handler(ei->ei, print_nothing);
  ei->f.configure_name(ei->ei, "shake-to-undo");
  // It owns the socket from here on.
  if (ei->f.setup_backend_fd(ei->ei, socket) == 0) *problem = desktop_ei_settle(ei, milliseconds);
  if (*problem == DESKTOP_FINE) return ei;
  desktop_ei_close(ei);
  return NULL;
}

void desktop_ei_close(struct desktop_ei *ei) {
  if (!ei) return;
  if (ei->keyboard) ei->f.device_unref(ei->keyboard);
  ei->f.unref(ei->ei);
  free(ei->keymap);
  free(ei);
}

const char *desktop_ei_keymap(const struct desktop_ei *ei, size_t *length) {
  *length = ei->keymap_length;
  return ei->keymap;
}
uint32_t desktop_ei_held(const struct desktop_ei *ei) { return ei->held; }
uint32_t desktop_ei_locked(const struct desktop_ei *ei) { return ei->locked; }

enum desktop_problem desktop_ei_press(struct desktop_ei *ei, const uint32_t *keys, size_t count,
                                      int milliseconds) {
  enum desktop_problem problem = desktop_ei_settle(ei, milliseconds);
  if (problem != DESKTOP_FINE) return problem;
  ei->f.device_start_emulating(ei->keyboard, ++ei->sequence);
  for (size_t i = 0; i < 2 * count; i++) {
    ei->f.device_keyboard_key(ei->keyboard, keys[i < count ? i : 2 * count - 1 - i], i < count);
    ei->f.device_frame(ei->keyboard, ei->f.now(ei->ei));
  }
  ei->f.device_stop_emulating(ei->keyboard);
  return desktop_ei_settle(ei, milliseconds);
}
