// SPDX-License-Identifier: Apache-2.0

/* See player.h. */
#include "player.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct item {
  enum { READING, PAUSE, RUN } kind;
  struct reading reading;
  uint32_t pause_ms;
  char *command;
};

struct reading shown = {{0, 0, 1000}};
/* items[0..<queued]; those before `until` are being played, `next` is the next of them. */
static struct item *items;
static size_t queued, capacity, next, until;
/* In ns of the monotonic clock; 0 if it is not stalled. */
static int64_t stalled_until;
static int is_unplugging;

void fail(const char *what)
{
  fprintf(stderr, "sensor: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void queue(struct item item)
{
  if (queued == capacity) {
    capacity = capacity ? capacity * 2 : 1024;
    items = realloc(items, capacity * sizeof *items);
    if (!items) fail("queue");
  }
  items[queued++] = item;
}

static void start(char *command)
{
  signal(SIGCHLD, SIG_IGN); /* its exit is not awaited */
  pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid > 0) return;
  signal(SIGCHLD, SIG_DFL);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static int64_t now_ns(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Takes the items up to the next reading or pause. */
static void advance(void)
{
  while (next < until) {
    struct item *item = &items[next++];
    switch (item->kind) {
    case RUN:
      start(item->command);
      free(item->command);
      break;
    case PAUSE:
      stalled_until = now_ns() + item->pause_ms * 1000000LL;
      puts("stalled");
      return;
    case READING:
      shown = item->reading;
      return;
    }
  }
}

void tick(void)
{
  if (stalled_until > 0) {
    if (now_ns() < stalled_until) return;
    stalled_until = 0;
    puts("resumed");
  }
  /* A period behind the last reading, so that its reader had time to take it. */
  if (is_unplugging && next == until) unplug();
  int was_playing = next < until;
  advance();
  if (stalled_until == 0) show(&shown);
  if (!was_playing || next < until) return;
  printf("played %zu\n", until);
  queued = next = until = 0;
}

static void obey(const char *line)
{
  struct reading reading;
  int32_t *axis = reading.axis;
  uint32_t ms;
  if (sscanf(line, "%d %d %d", &axis[0], &axis[1], &axis[2]) == 3)
    queue((struct item){.kind = READING, .reading = reading});
  else if (sscanf(line, "pause %u", &ms) == 1) queue((struct item){.kind = PAUSE, .pause_ms = ms});
  else if (!strncmp(line, "run ", 4)) queue((struct item){.kind = RUN, .command = strdup(line + 4)});
  else if (sscanf(line, "rest %d %d %d", &axis[0], &axis[1], &axis[2]) == 3) shown = reading;
  else if (!strcmp(line, "play")) until = queued;
  else if (!strcmp(line, "unplug") && next < until) is_unplugging = 1;
  else if (!strcmp(line, "unplug")) unplug();
  else fprintf(stderr, "sensor: what is '%s'?\n", line);
}

/* Takes what standard input has, and obeys the lines that are whole. */
void take_commands(void)
{
  static char buffer[65536];
  static size_t length;
  ssize_t count = read(STDIN_FILENO, buffer + length, sizeof buffer - length);
  if (count <= 0) unplug();
  length += count;
  char *line = buffer, *end;
  while ((end = memchr(line, '\n', buffer + length - line))) {
    *end = 0;
    obey(line);
    line = end + 1;
  }
  length -= line - buffer;
  memmove(buffer, line, length);
}
