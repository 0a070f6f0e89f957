// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called on the main thread.
typedef struct {
  // The main queue of Dispatch has something to run.
  void (*drain)(void);
  // The app has the user's focus, or has lost it.
  void (*activated)(bool active);
  // The text is another, in UTF-8.
  void (*changed)(const char *text);
  // The button of a choice was pressed, by its index, or the one that cancels: -1.
  void (*answered)(int index);
} QtCalls;

// Opens a window with a text; descriptor is readable while the main queue has something to run.
void qt_open(const char *title, int descriptor, QtCalls calls);
// Asks by a button for each title, and one that cancels.
void qt_ask(const char *const *titles, int count);
// Qt's history of the text.
bool qt_can_undo(void);
bool qt_can_redo(void);
void qt_undo(void);
void qt_redo(void);
// Runs Qt's loop until the window is closed.
int qt_run(void);

#ifdef __cplusplus
}
#endif
