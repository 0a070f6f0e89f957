// SPDX-License-Identifier: Apache-2.0

// How the libraries are loaded, and how a call of one is kept from waiting for ever.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "CDesktop.h"

/// The library of this file name; null, and its name is kept, if it is missing.
void *desktop_library(const char *file);

/// Fills `table`, whose members are all pointers, with the symbols of `names`; false, and the name
/// of the library is kept, if it lacks one.
bool desktop_symbols(void *library, const char *file, const char *const names[], size_t count,
                     void **table);

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
