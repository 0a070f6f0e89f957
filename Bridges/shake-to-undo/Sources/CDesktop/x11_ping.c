// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "x11.h"

// _NET_WM_PING of the Extended Window Manager Hints: a window that lists it among its WM_PROTOCOLS
// sends the message back to the root window, from its main loop.

/// SubstructureNotify, as the specification says, and StructureNotify, as Qt does.
enum { ANSWERS = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY };

/// Whether the property `list`, of atoms, of `window` has `wanted`.
static bool lists(struct desktop_x11 *x11, uint32_t window, uint32_t list, uint32_t wanted) {
  xcb_generic_error_t *error = NULL;
  xcb_get_property_cookie_t question =
      x11->xcb.get_property(x11->connection, 0, window, list, XCB_ATOM_ATOM, 0, 32);
  xcb_get_property_reply_t *reply = x11->xcb.get_property_reply(x11->connection, question, &error);
  bool found = false;
  int length = reply && reply->format == 32 ? x11->xcb.get_property_value_length(reply) / 4 : 0;
  for (int i = 0; i < length; i++) {
    uint32_t each;
    memcpy(&each, (const char *)x11->xcb.get_property_value(reply) + 4 * i, 4);
    found |= each == wanted;
  }
  free(reply);
  free(error);
  return found;
}

/// Whether the message comes back before `end`.
static bool comes_back(struct desktop_x11 *x11, const xcb_client_message_event_t *message,
                       int64_t end) {
  for (;;) {
    for (xcb_generic_event_t *event; (event = x11->xcb.poll_for_event(x11->connection));) {
      const xcb_client_message_event_t *answer = (const xcb_client_message_event_t *)event;
      bool is_it = (event->response_type & 127) == XCB_CLIENT_MESSAGE &&
                   answer->type == message->type &&
                   !memcmp(&answer->data, &message->data, 3 * sizeof *message->data.data32);
      free(event);
      if (is_it) return true;
    }
    struct pollfd wish = {.fd = x11->xcb.get_file_descriptor(x11->connection), .events = POLLIN};
    int64_t rest = end - desktop_now();
    if (rest <= 0 || x11->xcb.connection_has_error(x11->connection)) return false;
    if (poll(&wish, 1, (int)rest) < 0 && errno != EINTR) return false;
  }
}

static void watch_root(struct desktop_x11 *x11, uint32_t root, uint32_t mask) {
  x11->xcb.change_window_attributes(x11->connection, root, XCB_CW_EVENT_MASK, &mask);
}

enum desktop_problem desktop_x11_ping(struct desktop_x11 *x11, int screen, uint32_t window,
                                      int milliseconds, enum desktop_life *life) {
  static uint32_t number;
  *life = DESKTOP_NOT_ASKED;
  int64_t end = desktop_now() + milliseconds;
  uint32_t root = desktop_x11_root(x11, screen);
  if (!root) return DESKTOP_LOST;
  struct desktop_guard guard;
  desktop_guard_begin(&guard, x11->xcb.get_file_descriptor(x11->connection), milliseconds);
  uint32_t atoms[2];
  desktop_x11_atoms(x11, (const char *const[]){"WM_PROTOCOLS", "_NET_WM_PING"}, atoms, 2);
  uint32_t protocols = atoms[0], ping = atoms[1];
  bool knows = protocols && ping && lists(x11, window, protocols, ping);
  // A number of our own: a window manager knows its answers by theirs.
  xcb_client_message_event_t message = {
      .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = window, .type = protocols,
      .data.data32 = {ping, 0x5a000000 + ++number, window}};
  if (knows) {
    watch_root(x11, root, ANSWERS);
    x11->xcb.send_event(x11->connection, 0, window, 0, (const char *)&message);
    x11->xcb.flush(x11->connection);
  }
  enum desktop_problem problem = desktop_x11_problem(x11, desktop_guard_end(&guard));
  if (problem != DESKTOP_FINE || !knows) return problem;
  *life = comes_back(x11, &message, end) ? DESKTOP_ANSWERED : DESKTOP_SILENT;
  watch_root(x11, root, 0);
  x11->xcb.flush(x11->connection);
  return desktop_x11_problem(x11, false);
}
