// SPDX-License-Identifier: Apache-2.0 AND HPND-sell-variant

// zwlr_foreign_toplevel_manager_v1. The tables follow
// wlr-foreign-toplevel-management-unstable-v1.xml, whose notice is:
//
// Copyright © 2018 Ilia Bozhinov
//
// Permission to use, copy, modify, distribute, and sell this
// software and its documentation for any purpose is hereby granted
// without fee, provided that the above copyright notice appear in
// all copies and that both that copyright notice and this permission
// notice appear in supporting documentation, and that the name of
// the copyright holders not be used in advertising or publicity
// pertaining to distribution of the software without specific,
// written prior permission.  The copyright holders make no
// representations about the suitability of this software for any
// purpose.  It is provided "as is" without express or implied
// warranty.
//
// THE COPYRIGHT HOLDERS DISCLAIM ALL WARRANTIES WITH REGARD TO THIS
// SOFTWARE, INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
// FITNESS, IN NO EVENT SHALL THE COPYRIGHT HOLDERS BE LIABLE FOR ANY
// SPECIAL, INDIRECT OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
// WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
// AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
// ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
// THIS SOFTWARE.
#include <stdlib.h>
#include <string.h>

#include "wayland.h"

static const struct wl_interface *none[5];
static const struct wl_message toplevel_requests[] = {
    {"set_maximized", "", none},   {"unset_maximized", "", none},   {"set_minimized", "", none},
    {"unset_minimized", "", none}, {"activate", "o", none},         {"close", "", none},
    {"set_rectangle", "oiiii", none}, {"destroy", "", none}};
static const struct wl_message toplevel_events[] = {
    {"title", "s", none},        {"app_id", "s", none}, {"output_enter", "o", none},
    {"output_leave", "o", none}, {"state", "a", none},  {"done", "", none},
    {"closed", "", none}};
static const struct wl_interface toplevel_interface = {
    "zwlr_foreign_toplevel_handle_v1", 1, 8, toplevel_requests, 7, toplevel_events};
static const struct wl_interface *created[] = {&toplevel_interface};
static const struct wl_message manager_requests[] = {{"stop", "", none}};
static const struct wl_message manager_events[] = {{"toplevel", "n", created},
                                                   {"finished", "", none}};
const struct wl_interface desktop_toplevel_manager_interface = {
    "zwlr_foreign_toplevel_manager_v1", 1, 1, manager_requests, 2, manager_events};

/// More windows than any user has.
enum { MOST_WINDOWS = 10000 };

/// A window, in a list of two directions, and what was said of it last.
struct toplevel {
  struct desktop_wayland *wayland;
  struct toplevel *next, **link;
  struct wl_proxy *proxy;
  uint32_t number;
  bool is_active;
  char title[513], application[513];
};

static void set(char *text, const char *value) {
  size_t length = strnlen(value, 512);
  memcpy(text, value, length);
  text[length] = 0;
}

static void title(void *data, struct wl_proxy *proxy, const char *title) {
  (void)proxy;
  set(((struct toplevel *)data)->title, title);
}
static void application(void *data, struct wl_proxy *proxy, const char *application) {
  (void)proxy;
  set(((struct toplevel *)data)->application, application);
}
static void output(void *data, struct wl_proxy *proxy, struct wl_proxy *output) {
  (void)data, (void)proxy, (void)output;
}
static void state(void *data, struct wl_proxy *proxy, struct wl_array *states) {
  (void)proxy;
  enum { ACTIVATED = 2 };
  struct toplevel *toplevel = data;
  const uint32_t *each = states->data;
  toplevel->is_active = false;
  for (size_t i = 0; i < states->size / sizeof *each; i++)
    if (each[i] == ACTIVATED) toplevel->is_active = true;
}
static void done(void *data, struct wl_proxy *proxy) { (void)data, (void)proxy; }

static void forget(struct toplevel *toplevel) {
  *toplevel->link = toplevel->next;
  if (toplevel->next) toplevel->next->link = toplevel->link;
  toplevel->wayland->count--;
  toplevel->wayland->wl.destroy(toplevel->proxy);
  free(toplevel);
}

static void closed(void *data, struct wl_proxy *proxy) {
  enum { DESTROY = 7 };
  struct toplevel *toplevel = data;
  toplevel->wayland->wl.marshal(proxy, DESTROY, NULL, 1, 0);
  forget(toplevel);
}

static void opened(void *data, struct wl_proxy *manager, struct wl_proxy *proxy) {
  (void)manager;
  static void (*listener[])(void) = {
      (void (*)(void))title, (void (*)(void))application, (void (*)(void))output,
      (void (*)(void))output, (void (*)(void))state, (void (*)(void))done, (void (*)(void))closed};
  struct desktop_wayland *wayland = data;
  struct toplevel *toplevel =
      wayland->count < MOST_WINDOWS ? calloc(1, sizeof *toplevel) : NULL;
  if (!toplevel) {
    wayland->wl.destroy(proxy);
    desktop_wayland_refuse(wayland);
    return;
  }
  *toplevel = (struct toplevel){.wayland = wayland, .next = wayland->first, .proxy = proxy,
                                .link = &wayland->first, .number = ++wayland->last};
  if (toplevel->next) toplevel->next->link = &toplevel->next;
  wayland->first = toplevel;
  wayland->count++;
  wayland->wl.add_listener(proxy, listener, toplevel);
}

static void finished(void *data, struct wl_proxy *manager) {
  (void)manager;
  // What is known would stay as it is for ever.
  desktop_wayland_refuse(data);
}

void desktop_toplevels_begin(struct desktop_wayland *wayland) {
  static void (*listener[])(void) = {(void (*)(void))opened, (void (*)(void))finished};
  wayland->wl.add_listener(wayland->windows, listener, wayland);
}

void desktop_toplevels_end(struct desktop_wayland *wayland) {
  while (wayland->first) forget(wayland->first);
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
