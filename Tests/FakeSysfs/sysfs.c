// SPDX-License-Identifier: Apache-2.0

// The calls by which libiio's local backend reaches sysfs and device nodes, in place of the C
// library's: shared libraries find the definitions of the program first. This is how umockdev does
// it, from within the test, so that it needs neither that program nor a user namespace.

#define _GNU_SOURCE
#include "include/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char shown[1024];

void fake_sysfs_show(const char *root) {
  pthread_mutex_lock(&lock);
  snprintf(shown, sizeof shown, "%s", root ? root : "");
  pthread_mutex_unlock(&lock);
}

/// Writes the folder that is shown to ROOT; false if PATH is none of the devices'.
static int is_faked(const char *path, char root[static sizeof shown]) {
  static const char *const prefixes[] = {"/sys/bus/iio", "/sys/kernel/config/iio", "/dev/iio:"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    if (strncmp(path, prefixes[i], strlen(prefixes[i])) != 0) continue;
    pthread_mutex_lock(&lock);
    strcpy(root, shown);
    pthread_mutex_unlock(&lock);
    return *root != 0;
  }
  return 0;
}

/// PATH, or in ROOM the one in its place.
static const char *faked(const char *path, char room[static 4096]) {
  char root[sizeof shown];
  if (!is_faked(path, root)) return path;
  snprintf(room, 4096, "%s%s", root, path);
  return room;
}

/// A Boolean value that indicates whether the buffer of PATH's device in ROOT is on.
static int is_on(const char *root, const char *path) {
  char file[4096], value = 0;
  int device = (int)strcspn(path + strlen("/sys/bus/iio/devices/"), "/");
  snprintf(file, sizeof file, "%s%.*s/buffer/enable", root,
           (int)strlen("/sys/bus/iio/devices/") + device, path);
  int descriptor = openat(AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  if (read(descriptor, &value, 1) < 0) value = 0;
  close(descriptor);
  return value == '1';
}

/// The error of writing to PATH; one below zero counts while the buffer is on, or for its switch
/// while it is off.
static int refusal(const char *path) {
  char root[sizeof shown], link[4096], number[16] = "";
  if (!is_faked(path, root)) return 0;
  snprintf(link, sizeof link, "%s/refused%s", root, path);
  int error = readlink(link, number, sizeof number - 1) > 0 ? atoi(number) : 0;
  if (error >= 0) return error;
  return is_on(root, path) == !strstr(path, "/buffer/enable") ? -error : 0;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, int);
  va_end(arguments);
  char room[4096];
  int error = (flags & O_ACCMODE) == O_RDONLY ? 0 : refusal(path);
  if (error) {
    errno = error;
    return -1;
  }
  return openat(AT_FDCWD, faked(path, room), flags, mode);
}

// The descriptor of a device's events is the pipe NODE.events.
int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  char root[sizeof shown], link[64], node[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = request == _IOR('i', 0x90, int) ? readlink(link, node, sizeof node - 8) : -1;
  if (length < 0 || !is_faked("/dev/iio:", root) || strncmp(node, root, strlen(root)) != 0)
    return (int)syscall(SYS_ioctl, descriptor, request, argument);
  strcpy(node + length, ".events");
  int events = openat(AT_FDCWD, node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (events < 0) {
    errno = ENODEV;
    return -1;
  }
  *(int *)argument = events;
  return 0;
}

FILE *fopen(const char *path, const char *mode) {
  int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode == 'w') flags |= O_CREAT | O_TRUNC;
  if (*mode == 'a') flags |= O_CREAT | O_APPEND;
  if (strchr(mode, 'e')) flags |= O_CLOEXEC;
  if (strchr(mode, 'x')) flags |= O_EXCL;
  int descriptor = open(path, flags, 0666);
  return descriptor < 0 ? NULL : fdopen(descriptor, mode);
}

DIR *opendir(const char *path) {
  int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? NULL : fdopendir(descriptor);
}

int stat(const char *path, struct stat *status) {
  char room[4096];
  return fstatat(AT_FDCWD, faked(path, room), status, 0);
}

// The three calls by which a trigger with a timer is made and removed.
int access(const char *path, int mode) {
  char room[4096];
  return faccessat(AT_FDCWD, faked(path, room), mode, 0);
}

int mkdir(const char *path, mode_t mode) {
  char room[4096];
  return mkdirat(AT_FDCWD, faked(path, room), mode);
}

int rmdir(const char *path) {
  char room[4096];
  return unlinkat(AT_FDCWD, faked(path, room), AT_REMOVEDIR);
}
