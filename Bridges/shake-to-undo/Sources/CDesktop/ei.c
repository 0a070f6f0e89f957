// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ei.h"

static const char *const names[] = {EI_FUNCTIONS(DESKTOP_NAME)};

enum { MOST_KEYMAP = 1 << 20, MOST_EVENTS = 10000 };

struct desktop_ei {
  struct ei_functions f;
  struct ei *ei;
  struct ei_device *keyboard;
  bool is_resumed, is_gone;
  uint32_t held, locked, sequence;
  char *keymap;
  size_t keymap_length;
};

static void print_nothing(struct ei *ei, unsigned priority, const char *message,
                          struct ei_log_context *context) {
  (void)ei, (void)priority, (void)message, (void)context;
}

static void take_keyboard(struct desktop_ei *ei, struct ei_device *device) {
  if (ei->keyboard || !ei->f.device_has_capability(device, DESKTOP_EI_KEYBOARD)) return;
  ei->keyboard = ei->f.device_ref(device);
  ei->is_resumed = false;
  ei->held = ei->locked = 0;
  free(ei->keymap);
  ei->keymap = NULL;
  ei->keymap_length = 0;
  struct ei_keymap *keymap = ei->f.device_keyboard_get_keymap(device);
  bool is_xkb = keymap && ei->f.keymap_get_type(keymap) == DESKTOP_EI_XKB;
  size_t size = is_xkb ? ei->f.keymap_get_size(keymap) : 0;
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
    case DESKTOP_EI_DISCONNECT: ei->is_gone = true; break;
    case DESKTOP_EI_SEAT_ADDED:
      ei->f.seat_bind_capabilities(ei->f.event_get_seat(event), DESKTOP_EI_KEYBOARD, NULL);
      break;
    case DESKTOP_EI_DEVICE_ADDED: take_keyboard(ei, device); break;
    case DESKTOP_EI_DEVICE_REMOVED:
      if (is_ours) ei->keyboard = ei->f.device_unref(device);
      break;
    case DESKTOP_EI_DEVICE_PAUSED:
      if (is_ours) ei->is_resumed = false;
      break;
    case DESKTOP_EI_DEVICE_RESUMED:
      if (is_ours) ei->is_resumed = true;
      break;
    case DESKTOP_EI_KEYBOARD_MODIFIERS:
      if (!is_ours) break;
      ei->held = ei->f.event_keyboard_get_xkb_mods_depressed(event) |
                 ei->f.event_keyboard_get_xkb_mods_latched(event);
      ei->locked = ei->f.event_keyboard_get_xkb_mods_locked(event);
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
  struct desktop_ei *ei = calloc(1, sizeof *ei);
  *problem = DESKTOP_NO_LIBRARY;
  if (!ei || !desktop_load("libei.so.1", names, DESKTOP_COUNT(names), (void **)&ei->f)) {
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
