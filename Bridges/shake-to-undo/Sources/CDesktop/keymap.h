// SPDX-License-Identifier: Apache-2.0

// A keymap, and the functions of libxkbcommon that other files need.
#pragma once

#include "libraries.h"

struct xkb_context;
struct xkb_keymap;
struct xkb_state;
struct xkb_rule_names {
  const char *rules, *model, *layout, *variant, *options;
};

struct xkb_functions {
  struct xkb_context *(*context_new)(int flags);
  void (*context_unref)(struct xkb_context *);
  struct xkb_keymap *(*keymap_new_from_buffer)(struct xkb_context *, const char *, size_t,
                                               int format, int flags);
  struct xkb_keymap *(*keymap_new_from_names)(struct xkb_context *, const struct xkb_rule_names *,
                                              int flags);
  void (*keymap_unref)(struct xkb_keymap *);
  char *(*keymap_get_as_string)(struct xkb_keymap *, int format);
  uint32_t (*keymap_min_keycode)(struct xkb_keymap *);
  uint32_t (*keymap_max_keycode)(struct xkb_keymap *);
  uint32_t (*keymap_num_layouts)(struct xkb_keymap *);
  int (*keymap_key_get_syms_by_level)(struct xkb_keymap *, uint32_t key, uint32_t layout,
                                      uint32_t level, const uint32_t **syms);
  uint32_t (*keymap_mod_get_index)(struct xkb_keymap *, const char *name);
  void (*state_unref)(struct xkb_state *);
  uint32_t (*state_serialize_mods)(struct xkb_state *, int components);
  uint32_t (*state_serialize_layout)(struct xkb_state *, int components);
  void (*context_set_log_level)(struct xkb_context *, int level);
};

/// Loads libxkbcommon; null if it is missing.
const struct xkb_functions *desktop_xkb(void);
/// A keymap out of one of libxkbcommon's, which it owns; null of null.
struct desktop_keymap *desktop_keymap_adopt(struct xkb_keymap *keymap);
/// A context that prints nothing.
struct xkb_context *desktop_xkb_context(const struct xkb_functions *xkb);
