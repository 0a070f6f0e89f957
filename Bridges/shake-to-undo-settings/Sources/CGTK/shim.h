// SPDX-License-Identifier: Apache-2.0

#pragma once
// Debian 12 has GTK 4.8; what later ones deprecate still works.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <libintl.h>
#include <locale.h>
