// SPDX-License-Identifier: Apache-2.0

#pragma once
// Debian 12 has GTK 4.8; what later ones deprecate still works.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <sys/eventfd.h>

// libdispatch exports these two for main loops that are not its own (private/private.h in its
// sources); Foundation's RunLoop runs the main queue with them.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
