// SPDX-License-Identifier: Apache-2.0

// Undoes when the device is shaken, as motiond reports over D-Bus.
// cc -o shake_undo shake_undo.c $(pkg-config --cflags --libs libsystemd)
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define NAME "org.motiond.Motion1"
#define PATH "/org/motiond/Motion1"

static const char *edits[] = {"Eggs", "Milk"};  // the edits of your app
static int edit_count = 2;

struct client {
  char owner[256];  // the unique name of the daemon that has taken the claim
  bool is_shaking;
};

// Whether motiond had the readings too late: the user has done other things since.
static bool is_late(sd_bus_message *signal) {
  const char *key;
  if (sd_bus_message_enter_container(signal, 'a', "{sv}") < 0) return true;
  while (sd_bus_message_enter_container(signal, 'e', "sv") > 0) {
    if (sd_bus_message_read(signal, "s", &key) < 0 || strcmp(key, "late_ms") == 0) return true;
    sd_bus_message_skip(signal, "v");
    sd_bus_message_exit_container(signal);
  }
  return false;
}

static int on_motion(sd_bus_message *signal, void *data, sd_bus_error *error) {
  struct client *client = data;
  const char *motion, *member = sd_bus_message_get_member(signal);
  uint64_t nanoseconds;  // of CLOCK_BOOTTIME
  // Anybody may send a signal that looks like the daemon's.
  if (strcmp(sd_bus_message_get_sender(signal), client->owner) != 0) return 0;
  if (sd_bus_message_read(signal, "st", &motion, &nanoseconds) < 0) return 0;
  bool begins = strcmp(member, "MotionBegan") == 0, ends = strcmp(member, "MotionEnded") == 0;
  // Of motiond's other signals nothing is wanted; an end without a beginning ends nothing.
  if (!begins && !ends && strcmp(member, "MotionCancelled") != 0) return 0;
  if (begins == client->is_shaking) return 0;
  client->is_shaking = begins;
  if (ends && is_late(signal)) return printf("%s ended too late\n", motion), 0;
  if (!ends) return printf("%s %s\n", motion, begins ? "began" : "cancelled"), 0;
  bool has_edit = edit_count > 0;
  printf("%s ended: %s%s\n", motion, has_edit ? "undid " : "nothing to undo", has_edit ? edits[--edit_count] : "");
  return 0;
}

static int on_claimed(sd_bus_message *answer, void *data, sd_bus_error *error) {
  struct client *client = data;
  if (sd_bus_message_is_method_error(answer, SD_BUS_ERROR_SERVICE_UNKNOWN)) return printf("waiting for motiond\n"), 0;
  if (sd_bus_message_is_method_error(answer, NULL))
    return printf("not claimed: %s\n", sd_bus_message_get_error(answer)->message), 0;
  snprintf(client->owner, sizeof client->owner, "%s", sd_bus_message_get_sender(answer));
  printf("claimed\n");
  return 0;
}

static int claim(sd_bus *bus, struct client *client) {
  return sd_bus_call_method_async(bus, NULL, NAME, PATH, NAME, "Claim", on_claimed, client, "a{sv}",
                                  2, "motions", "as", 1, "shake", "window", "d", 1.0);
}

static int on_owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
  struct client *client = data;
  const char *name, *old, *new;
  if (strcmp(sd_bus_message_get_sender(signal), "org.freedesktop.DBus") != 0) return 0;
  if (sd_bus_message_read(signal, "sss", &name, &old, &new) < 0) return 0;
  if (client->is_shaking) printf("shake cancelled: motiond is gone\n");
  *client = (struct client){0};
  if (*new) return claim(sd_bus_message_get_bus(signal), client);
  printf("waiting for motiond\n");
  return 0;
}

int main(int count, char **arguments) {
  struct client client = {0};
  sd_bus *bus = NULL;
  bool has_option = count == 3 && strcmp(arguments[1], "--bus") == 0;
  const char *chosen = has_option ? arguments[2] : getenv("MOTIOND_BUS");
  bool is_session = chosen != NULL && strcmp(chosen, "session") == 0;
  if (chosen != NULL && !is_session && strcmp(chosen, "system") != 0)
    return fprintf(stderr, "the bus is system or session, not %s (--bus, MOTIOND_BUS)\n", chosen), 64;
  if (!has_option && count != 1)
    return fprintf(stderr, "usage: shake_undo [--bus system|session]\n"), 64;
  setlinebuf(stdout);
  int result = is_session ? sd_bus_open_user(&bus) : sd_bus_open_system(&bus);
  if (result < 0)
    return fprintf(stderr, "cannot reach the %s bus: %s\n", is_session ? "session" : "system", strerror(-result)), 1;
  result = sd_bus_match_signal(bus, NULL, NULL, PATH, NAME, NULL, on_motion, &client);
  const char *rule = "type='signal',member='NameOwnerChanged',arg0='" NAME "'";
  if (result >= 0) result = sd_bus_add_match(bus, NULL, rule, on_owner_changed, &client);
  if (result >= 0) result = claim(bus, &client);  // starts the daemon if it is not running
  while (result >= 0) {
    result = sd_bus_process(bus, NULL);
    if (result == 0) result = sd_bus_wait(bus, UINT64_MAX);
  }
  bool is_gone = result == -ECONNRESET || result == -ENOTCONN;
  fprintf(stderr, "shake_undo: %s\n", is_gone ? "the bus is gone" : strerror(-result));
  return 1;
}
