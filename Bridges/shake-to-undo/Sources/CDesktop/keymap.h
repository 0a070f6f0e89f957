// SPDX-License-Identifier: Apache-2.0

// A keymap, and the functions of libxkbcommon that other files need.
#pragma once

#if !__has_include(<xkbcommon/xkbcommon.h>)
#error "xkbcommon.h is missing; install it: apt-get install libxkbcommon-dev"
#endif
#include <xkbcommon/xkbcommon.h>

#include "libraries.h"

#define XKB_FUNCTIONS(each)                                                                     \
  each(xkb_, context_new) each(xkb_, context_unref) each(xkb_, context_set_log_level)           \
  each(xkb_, keymap_new_from_buffer) each(xkb_, keymap_new_from_names) each(xkb_, keymap_unref) \
  each(xkb_, keymap_get_as_string) each(xkb_, keymap_min_keycode)                               \
  each(xkb_, keymap_max_keycode) each(xkb_, keymap_num_layouts)                                 \
  each(xkb_, keymap_key_get_syms_by_level) each(xkb_, keymap_mod_get_index)                     \
  each(xkb_, state_unref) each(xkb_, state_serialize_mods) each(xkb_, state_serialize_layout)
struct xkb_functions { XKB_FUNCTIONS(DESKTOP_POINTER) };

struct desktop_keymap {
  const struct xkb_functions *xkb;
  struct xkb_keymap *keymap;
};

/// Loads libxkbcommon; null if it is missing.
const struct xkb_functions *desktop_xkb(void);
/// A keymap out of one of libxkbcommon's, which it owns; null of null.
struct desktop_keymap *desktop_keymap_adopt(struct xkb_keymap *keymap);
/// A context that prints nothing.
struct xkb_context *desktop_xkb_context(const struct xkb_functions *xkb);
