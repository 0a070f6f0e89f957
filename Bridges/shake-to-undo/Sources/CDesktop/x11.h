// SPDX-License-Identifier: Apache-2.0

#pragma once

#if !__has_include(<xcb/xcb.h>) || !__has_include(<X11/Xauth.h>)
#error "xcb.h or Xauth.h is missing; install both: apt-get install libxcb1-dev"
#endif
#if !__has_include(<xcb/xtest.h>)
#error "xtest.h is missing; install it: apt-get install libxcb-xtest0-dev"
#endif
#include <xcb/xcb.h>
#include <xcb/xtest.h>

#include "keymap.h"

// libxcb never ends a process, as libX11 does; and a socket that is shut down ends all its waits.
#define XCB_FUNCTIONS(each)                                                                     \
  each(xcb_, connect_to_fd) each(xcb_, connection_has_error) each(xcb_, disconnect)             \
  each(xcb_, get_setup) each(xcb_, setup_roots_iterator) each(xcb_, screen_next)                \
  each(xcb_, get_file_descriptor) each(xcb_, intern_atom) each(xcb_, intern_atom_reply)         \
  each(xcb_, get_property) each(xcb_, get_property_reply) each(xcb_, get_property_value)        \
  each(xcb_, get_property_value_length) each(xcb_, get_input_focus)                             \
  each(xcb_, get_input_focus_reply) each(xcb_, get_extension_data)                              \
  each(xcb_, change_window_attributes) each(xcb_, send_event) each(xcb_, flush)                 \
  each(xcb_, poll_for_event) each(xcb_, generate_id) each(xcb_, create_window)                  \
  each(xcb_, grab_keyboard) each(xcb_, grab_keyboard_reply) each(xcb_, query_tree)              \
  each(xcb_, query_tree_reply) each(xcb_, grab_server) each(xcb_, ungrab_server)
struct xcb_functions { XCB_FUNCTIONS(DESKTOP_POINTER) };

#define XTEST_FUNCTIONS(each) each(xcb_test_, id) each(xcb_test_, fake_input)
struct xtest_functions { XTEST_FUNCTIONS(DESKTOP_POINTER) };

struct desktop_x11 {
  xcb_connection_t *connection;
  struct xcb_functions xcb;
  struct xtest_functions xtest;
  /// A window of our own that is never shown; 0 until it is needed.
  uint32_t hidden;
  /// The keyboard, as XKB numbers it, and the atoms for the hold.
  int32_t device;
  uint32_t active, name;
  /// Ends the hold of the server.
  struct desktop_fuse fuse;
};

/// What became of a call under a guard.
enum desktop_problem desktop_x11_problem(struct desktop_x11 *x11, bool is_late);
/// The root window of a screen; 0 if there is no such screen.
uint32_t desktop_x11_root(struct desktop_x11 *x11, int number);
/// Who gets what is typed.
enum desktop_keyboard_owner desktop_x11_owner(struct desktop_x11 *x11, uint32_t root,
                                              uint32_t window);
/// Finds the atoms of as many names, in one round trip; 0 for one that does not exist.
void desktop_x11_atoms(struct desktop_x11 *x11, const char *const names[], uint32_t atoms[],
                       int count);
