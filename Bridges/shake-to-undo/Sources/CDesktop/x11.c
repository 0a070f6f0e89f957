// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "x11.h"
#if !__has_include(<xcb/res.h>)
#error "res.h is missing; install it: apt-get install libxcb-res0-dev"
#endif
#if !__has_include(<xkbcommon/xkbcommon-x11.h>)
#error "xkbcommon-x11.h is missing; install it: apt-get install libxkbcommon-x11-dev"
#endif
#include <X11/Xauth.h>
#include <xcb/res.h>
#include <xkbcommon/xkbcommon-x11.h>

static const char *const xcb_names[] = {XCB_FUNCTIONS(DESKTOP_NAME)};
static const char *const xtest_names[] = {XTEST_FUNCTIONS(DESKTOP_NAME)};

#define XRES_FUNCTIONS(each)                                                                    \
  each(xcb_res_, id) each(xcb_res_, query_client_ids) each(xcb_res_, query_client_ids_reply)    \
  each(xcb_res_, query_client_ids_ids_iterator) each(xcb_res_, client_id_value_value)           \
  each(xcb_res_, client_id_value_next)
struct xres_functions { XRES_FUNCTIONS(DESKTOP_POINTER) };
static const char *const xres_names[] = {XRES_FUNCTIONS(DESKTOP_NAME)};

#define XKB_X11_FUNCTIONS(each)                                                                 \
  each(xkb_x11_, setup_xkb_extension) each(xkb_x11_, get_core_keyboard_device_id)               \
  each(xkb_x11_, keymap_new_from_device) each(xkb_x11_, state_new_from_device)
struct xkb_x11_functions { XKB_X11_FUNCTIONS(DESKTOP_POINTER) };
static const char *const xkb_x11_names[] = {XKB_X11_FUNCTIONS(DESKTOP_NAME)};

#define XAU_FUNCTIONS(each) each(Xau, GetBestAuthByAddr) each(Xau, DisposeAuth)
struct xau_functions { XAU_FUNCTIONS(DESKTOP_POINTER) };
static const char *const xau_names[] = {XAU_FUNCTIONS(DESKTOP_NAME)};

/// Loads `file` into the table `pointer`.
#define LOAD(file, names, pointer) \
  desktop_load(file, names, DESKTOP_COUNT(names), (void **)(pointer))

enum desktop_problem desktop_x11_problem(struct desktop_x11 *x11, bool is_late) {
  if (is_late) return DESKTOP_LATE;
  return x11->xcb.connection_has_error(x11->connection) ? DESKTOP_LOST : DESKTOP_FINE;
}

struct desktop_x11 *desktop_x11_open(int socket, const char *display, int milliseconds,
                                     enum desktop_problem *problem) {
  struct desktop_x11 *x11 = calloc(1, sizeof *x11);
  *problem = DESKTOP_NO_LIBRARY;
  if (!x11 || !LOAD("libxcb.so.1", xcb_names, &x11->xcb)) {
    close(socket);
    free(x11);
    return NULL;
  }
  xcb_auth_info_t auth = {0};
  Xauth *entry = NULL;
  struct xau_functions xau;
  if (LOAD("libXau.so.6", xau_names, &xau)) {
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, sizeof host - 1);
    char *type = "MIT-MAGIC-COOKIE-1";
    int length = (int)strlen(type);
    entry = xau.GetBestAuthByAddr(FamilyLocal, (unsigned short)strlen(host), host,
                     (unsigned short)strlen(display), display, 1, &type, &length);
    if (entry)
      auth = (xcb_auth_info_t){entry->name_length, entry->name, entry->data_length, entry->data};
  }
  struct desktop_guard guard;
  desktop_guard_begin(&guard, socket, milliseconds);
  x11->connection = x11->xcb.connect_to_fd(socket, entry ? &auth : NULL);
  bool is_late = desktop_guard_end(&guard);
  if (entry) xau.DisposeAuth(entry);
  *problem = desktop_x11_problem(x11, is_late);
  if (*problem == DESKTOP_LOST) *problem = DESKTOP_REFUSED;
  if (*problem == DESKTOP_FINE) return x11;
  desktop_x11_close(x11);
  return NULL;
}

void desktop_x11_close(struct desktop_x11 *x11) {
  if (!x11) return;
  x11->xcb.disconnect(x11->connection);
  free(x11);
}

uint32_t desktop_x11_root(struct desktop_x11 *x11, int number) {
  const xcb_setup_t *setup = x11->xcb.get_setup(x11->connection);
  if (!setup) return 0;
  xcb_screen_iterator_t each = x11->xcb.setup_roots_iterator(setup);
  for (; each.rem > 0; x11->xcb.screen_next(&each))
    if (number-- == 0) return each.data->root;
  return 0;
}

enum desktop_problem desktop_x11_has_keys(struct desktop_x11 *x11, int milliseconds) {
  struct xkb_x11_functions functions;
  if (!LOAD("libxcb-xtest.so.0", xtest_names, &x11->xtest)) return DESKTOP_NO_LIBRARY;
  if (!desktop_xkb()) return DESKTOP_NO_LIBRARY;
  if (!LOAD("libxkbcommon-x11.so.0", xkb_x11_names, &functions)) return DESKTOP_NO_LIBRARY;
  struct desktop_guard guard;
  desktop_guard_begin(&guard, x11->xcb.get_file_descriptor(x11->connection), milliseconds);
  const xcb_query_extension_reply_t *xtest =
      x11->xcb.get_extension_data(x11->connection, x11->xtest.id);
  // The record belongs to the connection, which may be the guard's to end, but not to free.
  bool is_present = xtest && xtest->present;
  enum desktop_problem problem = desktop_x11_problem(x11, desktop_guard_end(&guard));
  return problem == DESKTOP_FINE && !is_present ? DESKTOP_NO_EXTENSION : problem;
}

void desktop_x11_atoms(struct desktop_x11 *x11, const char *const names[], uint32_t atoms[],
                       int count) {
  xcb_intern_atom_cookie_t questions[count];
  for (int i = 0; i < count; i++)
    questions[i] = x11->xcb.intern_atom(x11->connection, 1, (uint16_t)strlen(names[i]), names[i]);
  for (int i = 0; i < count; i++) {
    xcb_generic_error_t *error = NULL;
    xcb_intern_atom_reply_t *reply =
        x11->xcb.intern_atom_reply(x11->connection, questions[i], &error);
    atoms[i] = reply ? reply->atom : 0;
    free(reply);
    free(error);
  }
}

// MARK: The active window

enum { ACTIVE, PID, NAME, UTF8, BUS_NAME, WINDOW_PATH, APPLICATION_PATH, TYPE, DIALOG, ATOMS };
static const char *const atom_names[ATOMS] = {
    "_NET_ACTIVE_WINDOW", "_NET_WM_PID", "_NET_WM_NAME", "UTF8_STRING", "_GTK_UNIQUE_BUS_NAME",
    "_GTK_WINDOW_OBJECT_PATH", "_GTK_APPLICATION_OBJECT_PATH", "_NET_WM_WINDOW_TYPE",
    "_NET_WM_WINDOW_TYPE_DIALOG"};

static xcb_get_property_cookie_t ask(struct desktop_x11 *x11, uint32_t window,
                                     uint32_t atom) {
  return x11->xcb.get_property(x11->connection, 0, window, atom, XCB_ATOM_ANY, 0, 128);
}

/// The number in the answer to a question, 0 if there is none.
static uint32_t number(struct desktop_x11 *x11, xcb_get_property_cookie_t question) {
  xcb_generic_error_t *error = NULL;
  xcb_get_property_reply_t *reply = x11->xcb.get_property_reply(x11->connection, question, &error);
  uint32_t number = 0;
  if (reply && reply->format == 32 && x11->xcb.get_property_value_length(reply) >= 4)
    memcpy(&number, x11->xcb.get_property_value(reply), 4);
  free(reply);
  free(error);
  return number;
}

/// The text in the answer to a question; of several, the last that fits if `is_last`.
static void text(struct desktop_x11 *x11, xcb_get_property_cookie_t question, bool is_last,
                 char *result, size_t room) {
  xcb_generic_error_t *error = NULL;
  xcb_get_property_reply_t *reply = x11->xcb.get_property_reply(x11->connection, question, &error);
  if (reply && reply->format == 8 && reply->type) {
    const char *value = x11->xcb.get_property_value(reply);
    size_t length = (size_t)x11->xcb.get_property_value_length(reply);
    const char *zero = memchr(value, 0, length);
    if (is_last && zero && zero + 1 < value + length) {
      length -= (size_t)(zero + 1 - value);
      value = zero + 1;
    }
    length = strnlen(value, length < room - 1 ? length : room - 1);
    memcpy(result, value, length);
    result[length] = 0;
  }
  free(reply);
  free(error);
}

/// The process of the window's client as the server knows it, in its own namespace; 0 if it does
/// not say.
static int32_t process_of(struct desktop_x11 *x11, uint32_t window) {
  struct xres_functions xres;
  if (!LOAD("libxcb-res.so.0", xres_names, &xres)) return 0;
  const xcb_query_extension_reply_t *present =
      x11->xcb.get_extension_data(x11->connection, xres.id);
  if (!present || !present->present) return 0;
  xcb_res_client_id_spec_t spec = {window, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  xcb_generic_error_t *error = NULL;
  xcb_res_query_client_ids_cookie_t question = xres.query_client_ids(x11->connection, 1, &spec);
  xcb_res_query_client_ids_reply_t *reply =
      xres.query_client_ids_reply(x11->connection, question, &error);
  int32_t process = 0;
  if (reply)
    for (xcb_res_client_id_value_iterator_t each = xres.query_client_ids_ids_iterator(reply);
         each.rem > 0; xres.client_id_value_next(&each))
      if (each.data->spec.mask == spec.mask && each.data->length >= 4)
        memcpy(&process, xres.client_id_value_value(each.data), 4);
  free(reply);
  free(error);
  return process;
}

static void read_window(struct desktop_x11 *x11, uint32_t root, struct desktop_x11_window *window) {
  uint32_t atoms[ATOMS];
  desktop_x11_atoms(x11, atom_names, atoms, ATOMS);
  if (!atoms[ACTIVE]) return;
  uint32_t active = number(x11, ask(x11, root, atoms[ACTIVE]));
  if (!active) return;
  xcb_get_property_cookie_t class_name = ask(x11, active, XCB_ATOM_WM_CLASS),
                            old = ask(x11, active, XCB_ATOM_WM_NAME);
  // An atom that does not exist is no question: each of these is an error that says nothing.
  xcb_get_property_cookie_t pid = ask(x11, active, atoms[PID]),
                            name = ask(x11, active, atoms[NAME]),
                            bus = ask(x11, active, atoms[BUS_NAME]),
                            path = ask(x11, active, atoms[WINDOW_PATH]),
                            application = ask(x11, active, atoms[APPLICATION_PATH]),
                            type = ask(x11, active, atoms[TYPE]),
                            parent = ask(x11, active, XCB_ATOM_WM_TRANSIENT_FOR);
  text(x11, class_name, true, window->class_name, sizeof window->class_name);
  text(x11, old, false, window->title, sizeof window->title);
  uint32_t claimed = number(x11, pid);
  text(x11, name, false, window->title, sizeof window->title);
  text(x11, bus, false, window->bus_name, sizeof window->bus_name);
  text(x11, path, false, window->window_path, sizeof window->window_path);
  text(x11, application, false, window->application_path, sizeof window->application_path);
  uint32_t kind = number(x11, type);
  window->is_dialog = number(x11, parent) || (kind && kind == atoms[DIALOG]);
  // A program in a sandbox knows another number, and any program can lie.
  int32_t process = process_of(x11, active);
  window->process = process ? process : claimed <= INT32_MAX ? (int32_t)claimed : 0;
  window->owner = desktop_x11_owner(x11, root, active);
  window->window = active;
}

enum desktop_problem desktop_x11_active(struct desktop_x11 *x11, int number, int milliseconds,
                                        struct desktop_x11_window *window) {
  memset(window, 0, sizeof *window);
  uint32_t root = desktop_x11_root(x11, number);
  if (!root) return DESKTOP_LOST;
  struct desktop_guard guard;
  desktop_guard_begin(&guard, x11->xcb.get_file_descriptor(x11->connection), milliseconds);
  read_window(x11, root, window);
  return desktop_x11_problem(x11, desktop_guard_end(&guard));
}

// MARK: The keyboard

static void read_state(struct desktop_x11 *x11, const struct xkb_x11_functions *functions,
                       struct desktop_x11_keyboard *keyboard) {
  const struct xkb_functions *xkb = keyboard->keymap->xkb;
  struct xkb_state *state =
      functions->state_new_from_device(keyboard->keymap->keymap, x11->connection, x11->device);
  keyboard->is_known = state;
  if (!state) return;
  keyboard->held =
      xkb->state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED | XKB_STATE_MODS_LATCHED);
  keyboard->locked = xkb->state_serialize_mods(state, XKB_STATE_MODS_LOCKED);
  keyboard->layout = xkb->state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE);
  xkb->state_unref(state);
}

static struct desktop_keymap *read_keymap(struct desktop_x11 *x11, const struct xkb_functions *xkb,
                                          const struct xkb_x11_functions *functions) {
  if (!functions->setup_xkb_extension(x11->connection, 1, 0, XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS,
                                      NULL, NULL, NULL, NULL)) return NULL;
  x11->device = functions->get_core_keyboard_device_id(x11->connection);
  struct xkb_context *context = x11->device < 0 ? NULL : desktop_xkb_context(xkb);
  if (!context) return NULL;
  struct xkb_keymap *keymap = functions->keymap_new_from_device(
      context, x11->connection, x11->device, XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb->context_unref(context);
  return desktop_keymap_adopt(keymap);
}

enum desktop_problem desktop_x11_keymap(struct desktop_x11 *x11, int milliseconds,
                                        struct desktop_keymap **keymap) {
  const struct xkb_functions *xkb = desktop_xkb();
  struct xkb_x11_functions functions;
  if (!xkb || !LOAD("libxkbcommon-x11.so.0", xkb_x11_names, &functions)) return DESKTOP_NO_LIBRARY;
  struct desktop_guard guard;
  desktop_guard_begin(&guard, x11->xcb.get_file_descriptor(x11->connection), milliseconds);
  *keymap = read_keymap(x11, xkb, &functions);
  uint32_t atoms[ATOMS];
  desktop_x11_atoms(x11, atom_names, atoms, ATOMS);
  x11->active = atoms[ACTIVE];
  x11->name = atoms[NAME];
  enum desktop_problem problem = desktop_x11_problem(x11, desktop_guard_end(&guard));
  return problem == DESKTOP_FINE && !*keymap ? DESKTOP_NO_EXTENSION : problem;
}

// MARK: Keys, while the server is held

// While a client has grabbed the server, no request of another one is done: neither can the focus
// move, nor a locker take the keyboard.

/// Reads which window is active, and of the window that is given its title and who has its keys: in
/// as few round trips as go.
static void read_held(struct desktop_x11 *x11, uint32_t root, struct desktop_x11_window *window) {
  uint32_t looked = window->window;
  xcb_get_property_cookie_t active = ask(x11, root, x11->active),
                            old = ask(x11, looked, XCB_ATOM_WM_NAME),
                            name = ask(x11, looked, x11->name);
  window->window = number(x11, active);
  text(x11, old, false, window->title, sizeof window->title);
  text(x11, name, false, window->title, sizeof window->title);
  window->owner = desktop_x11_owner(x11, root, looked);
}

enum desktop_problem desktop_x11_hold(struct desktop_x11 *x11, int screen, int milliseconds,
                                      struct desktop_x11_window *window,
                                      struct desktop_x11_keyboard *keyboard) {
  struct xkb_x11_functions functions;
  enum desktop_problem problem = desktop_x11_has_keys(x11, milliseconds);
  if (problem != DESKTOP_FINE) return problem;
  uint32_t root = desktop_x11_root(x11, screen);
  if (!root) return DESKTOP_LOST;
  if (!LOAD("libxkbcommon-x11.so.0", xkb_x11_names, &functions)) return DESKTOP_NO_LIBRARY;
  if (!desktop_fuse_begin(&x11->fuse, x11->xcb.get_file_descriptor(x11->connection), milliseconds))
    return DESKTOP_LOST;
  x11->xcb.grab_server(x11->connection);
  read_held(x11, root, window);
  read_state(x11, &functions, keyboard);
  problem = desktop_x11_problem(x11, false);
  if (problem == DESKTOP_FINE && keyboard->is_known) return DESKTOP_FINE;
  desktop_x11_let_go(x11);
  return problem == DESKTOP_FINE ? DESKTOP_NO_EXTENSION : DESKTOP_LATE;
}

enum desktop_problem desktop_x11_press(struct desktop_x11 *x11, const uint32_t *keys,
                                       size_t count) {
  enum { OFFSET = 8 };
  for (size_t i = 0; i < 2 * count; i++) {
    uint32_t key = keys[i < count ? i : 2 * count - 1 - i] + OFFSET;
    x11->xtest.fake_input(x11->connection, i < count ? XCB_KEY_PRESS : XCB_KEY_RELEASE,
                          (uint8_t)key, 0, 0, 0, 0, 0);
  }
  xcb_generic_error_t *error = NULL;
  free(x11->xcb.get_input_focus_reply(x11->connection, x11->xcb.get_input_focus(x11->connection),
                                      &error));
  free(error);
  return desktop_x11_problem(x11, false);
}

void desktop_x11_let_go(struct desktop_x11 *x11) {
  x11->xcb.ungrab_server(x11->connection);
  x11->xcb.flush(x11->connection);
  desktop_fuse_end(&x11->fuse);
}
