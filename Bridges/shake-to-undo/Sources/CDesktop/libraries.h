// SPDX-License-Identifier: Apache-2.0

// How the libraries are loaded, and how a call of one is kept from waiting for ever.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "CDesktop.h"

/// Loads the library of this file name, and fills `table`, whose members are all pointers, with the
/// symbols of `names`; false, and the name of the library is kept, if it or one of them is missing.
bool desktop_load(const char *file, const char *const names[], size_t count, void **table);
/// The same for a table that all threads share: filled once, and then `*is_loaded`.
bool desktop_load_once(const char *file, const char *const names[], size_t count, void **table,
                       bool *is_loaded);

// A library's header declares its functions, and a list names each of them once:
//   #define LIST(each) each(xcb_, flush) each(xcb_, disconnect)
//   struct table { LIST(DESKTOP_POINTER) };
//   static const char *const names[] = {LIST(DESKTOP_NAME)};
#define DESKTOP_POINTER(prefix, name) typeof(prefix##name) *name;
#define DESKTOP_NAME(prefix, name) #prefix #name,
/// How many names there are.
#define DESKTOP_COUNT(names) (sizeof(names) / sizeof *(names))

/// The time in ms on CLOCK_MONOTONIC.
int64_t desktop_now(void);

/// Shuts a socket down after some time, which ends every wait of a library for it.
struct desktop_guard {
  pthread_t thread;
  int socket, stop, milliseconds;
  atomic_bool fired, runs;
};

void desktop_guard_begin(struct desktop_guard *guard, int socket, int milliseconds);
/// Returns true if it was too late.
bool desktop_guard_end(struct desktop_guard *guard);

/// The same by a process of its own, which does it also while this process stands still; if this
/// one ends, the socket is closed at once.
struct desktop_fuse {
  int64_t child;
  int stop;
};

/// Returns false if there can be no such process; nothing is done then.
bool desktop_fuse_begin(struct desktop_fuse *fuse, int socket, int milliseconds);
void desktop_fuse_end(struct desktop_fuse *fuse);
