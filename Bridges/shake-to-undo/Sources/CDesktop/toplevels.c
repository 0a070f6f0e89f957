// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>
#include <string.h>

#include "wayland.h"

typedef struct zwlr_foreign_toplevel_handle_v1 toplevel_handle;

/// More windows than any user has.
enum { MOST_WINDOWS = 10000 };

/// A window, in a list of two directions, and what was said of it last.
struct toplevel {
  struct desktop_wayland *wayland;
  struct toplevel *next, **link;
  toplevel_handle *handle;
  uint32_t number;
  bool is_active;
  char title[513], application[513];
};

static void set(char *text, const char *value) {
  size_t length = strnlen(value, 512);
  memcpy(text, value, length);
  text[length] = 0;
}

static void title(void *data, toplevel_handle *handle, const char *title) {
  (void)handle;
  set(((struct toplevel *)data)->title, title);
}
static void application(void *data, toplevel_handle *handle, const char *application) {
  (void)handle;
  set(((struct toplevel *)data)->application, application);
}
static void output(void *data, toplevel_handle *handle, struct wl_output *output) {
  (void)data, (void)handle, (void)output;
}
static void state(void *data, toplevel_handle *handle, struct wl_array *states) {
  (void)handle;
  struct toplevel *toplevel = data;
  const uint32_t *each = states->data;
  toplevel->is_active = false;
  for (size_t i = 0; i < states->size / sizeof *each; i++)
    if (each[i] == ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED) toplevel->is_active = true;
}
static void done(void *data, toplevel_handle *handle) { (void)data, (void)handle; }
static void parent(void *data, toplevel_handle *child, toplevel_handle *parent) {
  (void)data, (void)child, (void)parent;
}

static void forget(struct toplevel *toplevel) {
  *toplevel->link = toplevel->next;
  if (toplevel->next) toplevel->next->link = toplevel->link;
  toplevel->wayland->count--;
  free(toplevel);
}

static void closed(void *data, toplevel_handle *handle) {
  zwlr_foreign_toplevel_handle_v1_destroy(handle);
  forget(data);
}

static void opened(void *data, struct zwlr_foreign_toplevel_manager_v1 *manager,
                   toplevel_handle *handle) {
  (void)manager;
  static const struct zwlr_foreign_toplevel_handle_v1_listener listener = {
      title, application, output, output, state, done, closed, parent};
  struct desktop_wayland *wayland = data;
  struct toplevel *toplevel =
      wayland->count < MOST_WINDOWS ? calloc(1, sizeof *toplevel) : NULL;
  if (!toplevel) {
    wl_proxy_destroy((struct wl_proxy *)handle);
    desktop_wayland_refuse(wayland);
    return;
  }
  *toplevel = (struct toplevel){.wayland = wayland, .next = wayland->first, .handle = handle,
                                .link = &wayland->first, .number = ++wayland->last};
  if (toplevel->next) toplevel->next->link = &toplevel->next;
  wayland->first = toplevel;
  wayland->count++;
  zwlr_foreign_toplevel_handle_v1_add_listener(handle, &listener, toplevel);
}

static void finished(void *data, struct zwlr_foreign_toplevel_manager_v1 *manager) {
  (void)manager;
  // What is known would stay as it is for ever.
  desktop_wayland_refuse(data);
}

void desktop_toplevels_begin(struct desktop_wayland *wayland) {
  static const struct zwlr_foreign_toplevel_manager_v1_listener listener = {opened, finished};
  zwlr_foreign_toplevel_manager_v1_add_listener(wayland->windows, &listener, wayland);
}

void desktop_toplevels_end(struct desktop_wayland *wayland) {
  while (wayland->first) {
    wl_proxy_destroy((struct wl_proxy *)wayland->first->handle);
    forget(wayland->first);
  }
}

void desktop_wayland_active(const struct desktop_wayland *wayland,
                            struct desktop_wayland_window *window) {
  memset(window, 0, sizeof *window);
  for (const struct toplevel *each = wayland->first; each; each = each->next) {
    if (!each->is_active) continue;
    window->number = each->number;
    memcpy(window->title, each->title, sizeof window->title);
    memcpy(window->application, each->application, sizeof window->application);
    for (const struct toplevel *other = wayland->first; other; other = other->next)
      if (other != each && !strcmp(other->application, each->application))
        window->has_siblings = true;
    return;
  }
}
