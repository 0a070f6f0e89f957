// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "keymap.h"

// The ABI of libxcb, libxcb-xtest, libxcb-res and libxkbcommon-x11. libxcb never ends a process, as
// libX11 does; and a socket that is shut down ends all its waits.

typedef struct xcb_connection_t xcb_connection_t;
typedef struct {
  unsigned sequence;
} cookie;
typedef struct {
  int name_length;
  char *name;
  int data_length;
  char *data;
} auth_info;
typedef struct {
  uint32_t root;
} screen;
typedef struct {
  screen *data;
  int rest, index;
} screens;
typedef struct {
  uint8_t type, padding;
  uint16_t sequence;
  uint32_t length;
  uint8_t present;
} extension;
typedef struct {
  uint8_t type, padding;
  uint16_t sequence;
  uint32_t length, atom;
} atom_reply;
typedef struct {
  uint8_t type, format;
  uint16_t sequence;
  uint32_t length, value_type, bytes_after, value_length;
} property_reply;
typedef struct {
  uint32_t client, mask;
} client_spec;
typedef struct {
  client_spec spec;
  uint32_t length;
} client_value;
typedef struct {
  client_value *data;
  int rest, index;
} client_values;

typedef struct {
  uint8_t type, revert_to;
  uint16_t sequence;
  uint32_t length, focus;
} focus_reply;
typedef struct {
  uint8_t type, status;
} grab_reply;
typedef struct {
  uint8_t type, padding;
  uint16_t sequence;
  uint32_t length, root, parent;
} tree_reply;

struct xauth {
  unsigned short family, address_length;
  char *address;
  unsigned short number_length;
  char *number;
  unsigned short name_length;
  char *name;
  unsigned short data_length;
  char *data;
};

struct xcb_functions {
  xcb_connection_t *(*connect_to_fd)(int fd, auth_info *auth);
  int (*connection_has_error)(xcb_connection_t *);
  void (*disconnect)(xcb_connection_t *);
  const void *(*get_setup)(xcb_connection_t *);
  screens (*setup_roots_iterator)(const void *setup);
  void (*screen_next)(screens *);
  int (*get_file_descriptor)(xcb_connection_t *);
  cookie (*intern_atom)(xcb_connection_t *, uint8_t only_if_exists, uint16_t length, const char *);
  atom_reply *(*intern_atom_reply)(xcb_connection_t *, cookie, void **error);
  cookie (*get_property)(xcb_connection_t *, uint8_t delete, uint32_t window, uint32_t property,
                         uint32_t type, uint32_t offset, uint32_t length);
  property_reply *(*get_property_reply)(xcb_connection_t *, cookie, void **error);
  void *(*get_property_value)(const property_reply *);
  int (*get_property_value_length)(const property_reply *);
  cookie (*get_input_focus)(xcb_connection_t *);
  focus_reply *(*get_input_focus_reply)(xcb_connection_t *, cookie, void **error);
  const extension *(*get_extension_data)(xcb_connection_t *, void *extension);
  cookie (*change_window_attributes)(xcb_connection_t *, uint32_t window, uint32_t mask,
                                     const void *values);
  cookie (*send_event)(xcb_connection_t *, uint8_t propagates, uint32_t window, uint32_t mask,
                       const char *event);
  int (*flush)(xcb_connection_t *);
  void *(*poll_for_event)(xcb_connection_t *);
  uint32_t (*generate_id)(xcb_connection_t *);
  cookie (*create_window)(xcb_connection_t *, uint8_t depth, uint32_t window, uint32_t parent,
                          int16_t x, int16_t y, uint16_t width, uint16_t height, uint16_t border,
                          uint16_t kind, uint32_t visual, uint32_t mask, const void *values);
  cookie (*grab_keyboard)(xcb_connection_t *, uint8_t owner_events, uint32_t window, uint32_t time,
                          uint8_t pointer_mode, uint8_t keyboard_mode);
  grab_reply *(*grab_keyboard_reply)(xcb_connection_t *, cookie, void **error);
  cookie (*query_tree)(xcb_connection_t *, uint32_t window);
  tree_reply *(*query_tree_reply)(xcb_connection_t *, cookie, void **error);
};

struct xtest_functions {
  void *id;
  cookie (*fake_input)(xcb_connection_t *, uint8_t type, uint8_t detail, uint32_t time,
                       uint32_t root, int16_t x, int16_t y, uint8_t device);
};

struct desktop_x11 {
  xcb_connection_t *connection;
  struct xcb_functions xcb;
  struct xtest_functions xtest;
  /// A window of our own that is never shown; 0 until it is needed.
  uint32_t hidden;
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
