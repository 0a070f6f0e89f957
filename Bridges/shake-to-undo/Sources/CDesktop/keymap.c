// SPDX-License-Identifier: Apache-2.0

#include "keymap.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {XKB_FUNCTIONS(DESKTOP_NAME)};
static struct xkb_functions functions;

/// XKB's keycodes are those of evdev and 8.
enum { OFFSET = 8 };

const struct xkb_functions *desktop_xkb(void) {
  static bool is_loaded;
  bool found = desktop_load_once("libxkbcommon.so.0", names, DESKTOP_COUNT(names),
                                 (void **)&functions, &is_loaded);
  return found ? &functions : NULL;
}

struct xkb_context *desktop_xkb_context(const struct xkb_functions *xkb) {
  struct xkb_context *context = xkb->context_new(XKB_CONTEXT_NO_FLAGS);
  if (context) xkb->context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL);
  return context;
}

struct desktop_keymap *desktop_keymap_adopt(struct xkb_keymap *keymap) {
  if (!keymap) return NULL;
  struct desktop_keymap *result = malloc(sizeof *result);
  if (result)
    *result = (struct desktop_keymap){&functions, keymap};
  else
    functions.keymap_unref(keymap);
  return result;
}

struct desktop_keymap *desktop_keymap_of_text(const char *text, size_t length) {
  const struct xkb_functions *xkb = desktop_xkb();
  struct xkb_context *context = xkb ? desktop_xkb_context(xkb) : NULL;
  if (!context) return NULL;
  struct xkb_keymap *keymap =
      xkb->keymap_new_from_buffer(context, text, strnlen(text, length), XKB_KEYMAP_FORMAT_TEXT_V1,
                                  XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb->context_unref(context);
  return desktop_keymap_adopt(keymap);
}

struct desktop_keymap *desktop_keymap_of_layouts(const char *layouts, const char *variants,
                                                 const char *options) {
  const struct xkb_functions *xkb = desktop_xkb();
  struct xkb_context *context = xkb ? desktop_xkb_context(xkb) : NULL;
  if (!context) return NULL;
  struct xkb_rule_names rules = {.layout = layouts, .variant = variants, .options = options};
  struct xkb_keymap *keymap =
      xkb->keymap_new_from_names(context, &rules, XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb->context_unref(context);
  return desktop_keymap_adopt(keymap);
}

void desktop_keymap_free(struct desktop_keymap *keymap) {
  if (!keymap) return;
  keymap->xkb->keymap_unref(keymap->keymap);
  free(keymap);
}

char *desktop_keymap_text(const struct desktop_keymap *keymap) {
  return keymap->xkb->keymap_get_as_string(keymap->keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
}

uint32_t desktop_keymap_layouts(const struct desktop_keymap *keymap) {
  return keymap->xkb->keymap_num_layouts(keymap->keymap);
}

int desktop_keymap_key(const struct desktop_keymap *keymap, uint32_t layout, uint32_t keysym) {
  uint32_t first = keymap->xkb->keymap_min_keycode(keymap->keymap);
  uint32_t last = keymap->xkb->keymap_max_keycode(keymap->keymap);
  // Keys beyond 255 cannot be sent everywhere; no keymap of a keyboard has these on them.
  if (first < OFFSET) first = OFFSET;
  if (last > 255) last = 255;
  for (uint32_t key = first; key <= last; key++) {
    const xkb_keysym_t *syms = NULL;
    int count = keymap->xkb->keymap_key_get_syms_by_level(keymap->keymap, key, layout, 0, &syms);
    if (count == 1 && syms[0] == keysym) return (int)key - OFFSET;
  }
  return -1;
}

uint32_t desktop_keymap_modifier(const struct desktop_keymap *keymap, const char *name) {
  uint32_t index = keymap->xkb->keymap_mod_get_index(keymap->keymap, name);
  return index < 32 ? UINT32_C(1) << index : 0;
}
