// SPDX-License-Identifier: Apache-2.0

// Libraries of desktops, loaded when they are used: their headers declare them, and a device that
// lacks one does without it.
//
// Swift has the decisions. Here is what needs C: those headers, variadic calls, and protocols.
#pragma once

#include <CSystemBus.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The reason why something is not done.
enum desktop_problem {
  DESKTOP_FINE,
  /// A library is not installed: `desktop_missing_library()` names it.
  DESKTOP_NO_LIBRARY,
  /// The server refuses the connection.
  DESKTOP_REFUSED,
  /// The server did not answer in time; the connection is of no use any more.
  DESKTOP_LATE,
  /// The connection ended, or the answer made no sense.
  DESKTOP_LOST,
  /// The server lacks the extension or the protocol.
  DESKTOP_NO_EXTENSION,
  /// The compositor has the protocol, and no seat to use it on.
  DESKTOP_NO_SEAT,
};

/// The file of the library that this thread looked for in vain.
const char *desktop_missing_library(void);
/// Whether the library of this file name is installed.
bool desktop_has_library(const char *file);

/// A non-blocking connection to the Unix socket at `path`, whose first byte is 0 for an abstract
/// one; -1 and errno if there is none, or if it takes no more connections.
int desktop_connect(const char *path, size_t length);

// MARK: Keymaps, by libxkbcommon

/// A keymap of XKB. All its keycodes are those of evdev: 8 less than XKB's.
struct desktop_keymap;

/// A keymap of its text; null if it is none, or if libxkbcommon is missing.
struct desktop_keymap *desktop_keymap_of_text(const char *text, size_t length);
/// The keymap of layouts such as "us,ru", or that of XKB_DEFAULT_LAYOUT; null if there is none.
struct desktop_keymap *desktop_keymap_of_layouts(const char *layouts, const char *variants,
                                                 const char *options);
void desktop_keymap_free(struct desktop_keymap *keymap);
/// The text of a keymap, to be freed.
char *desktop_keymap_text(const struct desktop_keymap *keymap);
uint32_t desktop_keymap_layouts(const struct desktop_keymap *keymap);
/// The first key that gives `keysym` without a modifier in `layout`; -1 if none does.
int desktop_keymap_key(const struct desktop_keymap *keymap, uint32_t layout, uint32_t keysym);
/// The mask of a modifier such as "Control"; 0 if there is none.
uint32_t desktop_keymap_modifier(const struct desktop_keymap *keymap, const char *name);

// MARK: X11, by libxcb

struct desktop_x11;

/// Who gets what is typed: the window, another client that has grabbed the keyboard, or a window
/// outside of it that has the focus.
enum desktop_keyboard_owner { DESKTOP_OWN_KEYS, DESKTOP_GRABBED_KEYS, DESKTOP_OTHER_KEYS };

/// What is known of a window; texts are cut.
struct desktop_x11_window {
  uint32_t window;
  /// 0 if unknown.
  int32_t process;
  char title[513], class_name[513], bus_name[257], window_path[513], application_path[513];
  enum desktop_keyboard_owner owner;
  /// True if it says so, or belongs to another window.
  bool is_dialog;
};

/// The keyboard as it is now.
struct desktop_x11_keyboard {
  struct desktop_keymap *keymap;
  /// Whether the rest is known.
  bool is_known;
  uint32_t layout;
  /// Masks of modifiers, those of the keymap: held down or latched, and locked.
  uint32_t held, locked;
};

/// A connection over `socket`, which it owns, to the display of this number.
struct desktop_x11 *desktop_x11_open(int socket, const char *display, int milliseconds,
                                     enum desktop_problem *problem);
void desktop_x11_close(struct desktop_x11 *x11);
/// Whether keys can be sent.
enum desktop_problem desktop_x11_has_keys(struct desktop_x11 *x11, int milliseconds);
/// Finds the active window of `screen`; `window->window` is 0 if there is none.
enum desktop_problem desktop_x11_active(struct desktop_x11 *x11, int screen, int milliseconds,
                                        struct desktop_x11_window *window);
/// Whether a program gave a sign of life; one that knows no such question is not asked.
enum desktop_life { DESKTOP_NOT_ASKED, DESKTOP_ANSWERED, DESKTOP_SILENT };
/// Asks the program of `window` for a sign of life.
enum desktop_problem desktop_x11_ping(struct desktop_x11 *x11, int screen, uint32_t window,
                                      int milliseconds, enum desktop_life *life);
/// Reads the keymap, which is to be freed.
enum desktop_problem desktop_x11_keymap(struct desktop_x11 *x11, int milliseconds,
                                        struct desktop_keymap **keymap);
/// Holds the server, so that no request of another client is done, and finds the active window, the
/// title and the owner of the keys of the window that is given, and the state of the keyboard with
/// the keymap that is given.
///
/// After DESKTOP_FINE `desktop_x11_let_go` has to follow. After `milliseconds` the connection is
/// cut, which ends the hold; so does the end of this process.
enum desktop_problem desktop_x11_hold(struct desktop_x11 *x11, int screen, int milliseconds,
                                      struct desktop_x11_window *window,
                                      struct desktop_x11_keyboard *keyboard);
/// Presses `keys` in their order and releases them in the opposite one, while the server is held.
enum desktop_problem desktop_x11_press(struct desktop_x11 *x11, const uint32_t *keys, size_t count);
void desktop_x11_let_go(struct desktop_x11 *x11);

// MARK: Wayland, by libwayland-client

struct desktop_wayland;

/// What a connection is for.
enum desktop_purpose {
  /// Which window is active: zwlr_foreign_toplevel_manager_v1.
  DESKTOP_WINDOWS = 1,
  /// The keymap of the seat.
  DESKTOP_KEYMAP = 2,
  /// Keys: zwp_virtual_keyboard_manager_v1.
  DESKTOP_KEYS = 4,
};

/// A window of a compositor; texts are cut.
struct desktop_wayland_window {
  /// Its number on this connection, from 1; 0 if none is active.
  uint32_t number;
  /// True if there is another window of the same application.
  bool has_siblings;
  char title[513], application[513];
};

/// A connection over `socket`, which it owns, for `purposes`: a sum of those.
struct desktop_wayland *desktop_wayland_open(int socket, int purposes, int milliseconds,
                                             enum desktop_problem *problem);
void desktop_wayland_close(struct desktop_wayland *wayland);
/// Waits until the compositor has done what was asked, and has sent what is new.
enum desktop_problem desktop_wayland_settle(struct desktop_wayland *wayland, int milliseconds);
/// The window that is active as of what was received.
void desktop_wayland_active(const struct desktop_wayland *wayland,
                            struct desktop_wayland_window *window);
/// The text of the seat's keymap, of `*length` bytes; null if the seat has no keyboard.
const char *desktop_wayland_keymap(const struct desktop_wayland *wayland, size_t *length);
/// Gives the virtual keyboard this keymap, and creates it if there is none.
enum desktop_problem desktop_wayland_set_keymap(struct desktop_wayland *wayland, const char *text,
                                                size_t length, int milliseconds);
/// Presses `keys` of the virtual keyboard in their order, each with the modifiers that are on after
/// it, and releases them in the opposite order.
enum desktop_problem desktop_wayland_press(struct desktop_wayland *wayland, const uint32_t *keys,
                                           const uint32_t *modifiers, size_t count,
                                           uint32_t layout, int milliseconds);

// MARK: Emulated input, by libei

struct desktop_ei;

/// Speaks EI over `socket`, which it owns, until a keyboard is there.
struct desktop_ei *desktop_ei_open(int socket, int milliseconds, enum desktop_problem *problem);
void desktop_ei_close(struct desktop_ei *ei);
/// Reads what is new; afterward the keyboard is as the server has it.
enum desktop_problem desktop_ei_settle(struct desktop_ei *ei, int milliseconds);
/// The keymap, which stays the connection's; null if the server sent none.
const char *desktop_ei_keymap(const struct desktop_ei *ei, size_t *length);
/// Masks of modifiers: held down or latched, and locked.
uint32_t desktop_ei_held(const struct desktop_ei *ei);
uint32_t desktop_ei_locked(const struct desktop_ei *ei);
/// Presses `keys` in their order and releases them in the opposite one.
enum desktop_problem desktop_ei_press(struct desktop_ei *ei, const uint32_t *keys, size_t count,
                                      int milliseconds);
