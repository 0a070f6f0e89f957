// SPDX-License-Identifier: Apache-2.0

#include <link.h>
#include <malloc.h>
#include <mosquitto.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

/// The program or a library in memory: the beginning of what the C library calls `dl_phdr_info`.
struct mapped_object {
  ElfW(Addr) address;
  const char *name;
  const ElfW(Phdr) *segments;
  ElfW(Half) segment_count;
};
int dl_iterate_phdr(int (*)(struct mapped_object *, size_t, void *), void *);
