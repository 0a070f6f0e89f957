// SPDX-License-Identifier: Apache-2.0

// Calls of the C library that Swift's module for it leaves out.
#include "input.h"
#include "startup-memory.h"
#include <libintl.h>
#include <linux/ioctl.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

int memfd_create(const char *, unsigned int);
int pipe2(int *, int);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// A new empty file in memory, which goes with its last descriptor; -1 and errno if there is none.
static inline int memory_file(const char *name) {
  return memfd_create(name, 1 /* MFD_CLOEXEC */);
}

/// Makes a pipe whose ends go when the process runs another program; -1 and errno if there is none.
static inline int pipe_closed_on_exec(int *ends) { return pipe2(ends, 02000000 /* O_CLOEXEC */); }

/// A descriptor of the events of the IIO device with the open node `node`; -1 and errno if it has
/// none.
///
/// IIO_GET_EVENT_FD_IOCTL of linux/iio/events.h.
static inline int iio_event_descriptor(int node) {
  int events = -1;
  return ioctl(node, _IOR('i', 0x90, int), &events) == 0 ? events : -1;
}

/// The environment of this process: strings such as `NAME=value`, and then a null pointer.
static inline char **own_environment(void) { return __environ; }
