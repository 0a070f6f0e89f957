// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include "x11.h"

// A grab of the keyboard does not show in _NET_ACTIVE_WINDOW: lockers and menus of programs such as
// dmenu have it. The server says whether there is one when it refuses another.

/// Whether another client has grabbed the keyboard. A window that is not shown cannot grab it, so
/// that this never does: the server looks for a grab first, and then at the window.
static bool is_grabbed(struct desktop_x11 *x11, uint32_t root) {
  if (!x11->hidden) {
    x11->hidden = x11->xcb.generate_id(x11->connection);
    x11->xcb.create_window(x11->connection, 0, x11->hidden, root, 0, 0, 1, 1, 0,
                           XCB_WINDOW_CLASS_INPUT_ONLY, 0, 0, NULL);
  }
  xcb_generic_error_t *error = NULL;
  xcb_grab_keyboard_cookie_t question =
      x11->xcb.grab_keyboard(x11->connection, 1, x11->hidden, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC,
                             XCB_GRAB_MODE_ASYNC);
  xcb_grab_keyboard_reply_t *reply =
      x11->xcb.grab_keyboard_reply(x11->connection, question, &error);
  bool is_free = reply && reply->status == XCB_GRAB_STATUS_NOT_VIEWABLE;
  free(reply);
  free(error);
  return !is_free;
}

/// Whether `each` is `window`, or inside of it.
static bool is_inside(struct desktop_x11 *x11, uint32_t each, uint32_t window) {
  enum { DEEPEST = 64 };
  for (int depth = 0; depth < DEEPEST && each > XCB_INPUT_FOCUS_POINTER_ROOT; depth++) {
    if (each == window) return true;
    xcb_generic_error_t *error = NULL;
    xcb_query_tree_reply_t *reply =
        x11->xcb.query_tree_reply(x11->connection, x11->xcb.query_tree(x11->connection, each),
                                  &error);
    each = reply ? reply->parent : 0;
    free(reply);
    free(error);
  }
  return false;
}

enum desktop_keyboard_owner desktop_x11_owner(struct desktop_x11 *x11, uint32_t root,
                                              uint32_t window) {
  if (is_grabbed(x11, root)) return DESKTOP_GRABBED_KEYS;
  xcb_generic_error_t *error = NULL;
  xcb_get_input_focus_reply_t *reply = x11->xcb.get_input_focus_reply(
      x11->connection, x11->xcb.get_input_focus(x11->connection), &error);
  uint32_t focus = reply ? reply->focus : 0;
  free(reply);
  free(error);
  return is_inside(x11, focus, window) ? DESKTOP_OWN_KEYS : DESKTOP_OTHER_KEYS;
}
