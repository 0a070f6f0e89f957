// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "libraries.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Thread_local const char *missing = "";

const char *desktop_missing_library(void) { return missing; }

bool desktop_has_library(const char *file) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (library) dlclose(library);
  return library;
}

bool desktop_load(const char *file, const char *const names[], size_t count, void **table) {
  // Loading again what is loaded already is cheap.
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  bool found = library;
  for (size_t i = 0; found && i < count; i++) found = (table[i] = dlsym(library, names[i]));
  if (!found) missing = file;
  return found;
}

bool desktop_load_once(const char *file, const char *const names[], size_t count, void **table,
                       bool *is_loaded) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (!*is_loaded) *is_loaded = desktop_load(file, names, count, table);
  bool found = *is_loaded;
  pthread_mutex_unlock(&lock);
  return found;
}

int desktop_connect(const char *path, size_t length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (length >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
  memcpy(address.sun_path, path, length);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  // A server that accepts nothing any more makes this EAGAIN, as it is not to be waited for. The
  // length of an abstract name counts; after a path there is a zero.
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + length + (length && path[0] ? 1 : 0);
  if (connect(fd, (struct sockaddr *)&address, size) == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

int64_t desktop_now(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *watch(void *context) {
  struct desktop_guard *guard = context;
  struct pollfd wish = {.fd = guard->stop, .events = POLLIN};
  // No signal is handled here, so that nothing interrupts this.
  if (poll(&wish, 1, guard->milliseconds) == 0) {
    guard->fired = true;
    shutdown(guard->socket, SHUT_RDWR);
  }
  return NULL;
}

void desktop_guard_begin(struct desktop_guard *guard, int socket, int milliseconds) {
  // A descriptor of its own, as a library may close the other one.
  guard->socket = dup(socket);
  guard->stop = eventfd(0, EFD_CLOEXEC);
  guard->milliseconds = milliseconds < 0 ? 0 : milliseconds;
  guard->fired = false;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  guard->runs = guard->socket >= 0 && guard->stop >= 0 &&
                pthread_create(&guard->thread, NULL, watch, guard) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (guard->runs) return;
  // Without a guard nothing is waited for.
  guard->fired = true;
  shutdown(socket, SHUT_RDWR);
}

bool desktop_guard_end(struct desktop_guard *guard) {
  if (guard->runs) {
    eventfd_write(guard->stop, 1);
    pthread_join(guard->thread, NULL);
  }
  if (guard->socket >= 0) close(guard->socket);
  if (guard->stop >= 0) close(guard->stop);
  return guard->fired;
}

/// What the child does, after a fork of a program that may have threads: plain system calls alone.
static void burn(int stop, int socket, int64_t end) {
  struct pollfd wish = {.fd = stop};
  int64_t rest = end - desktop_now();
  // The other side of the pipe is closed if the program is done with it, or has ended.
  if (poll(&wish, 1, rest < 0 ? 0 : (int)rest) == 0) shutdown(socket, SHUT_RDWR);
  _exit(0);
}

/// Closes all other descriptors, as the program may close a socket of its own meanwhile.
static void keep(int one, int other) {
  int first = one < other ? one : other, last = one < other ? other : one;
  if (first > 0) close_range(0, (unsigned)first - 1, 0);
  if (last > first + 1) close_range((unsigned)first + 1, (unsigned)last - 1, 0);
  close_range((unsigned)last + 1, ~0U, 0);
}

bool desktop_fuse_begin(struct desktop_fuse *fuse, int socket, int milliseconds) {
  int64_t end = desktop_now() + milliseconds;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    keep(ends[0], socket);
    burn(ends[0], socket, end);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (child < 0) close(ends[1]);
  *fuse = (struct desktop_fuse){.child = child, .stop = ends[1]};
  return child > 0;
}

void desktop_fuse_end(struct desktop_fuse *fuse) {
  close(fuse->stop);
  while (waitpid((pid_t)fuse->child, NULL, 0) < 0 && errno == EINTR) continue;
}
