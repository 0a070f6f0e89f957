// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/// The program or a library in memory: the beginning of the C library's `dl_phdr_info`.
struct loaded_object {
  ElfW(Addr) address;
  const char *name;
  const ElfW(Phdr) *segments;
  ElfW(Half) segment_count;
};
int dl_iterate_phdr(int (*)(struct loaded_object *, size_t, void *), void *);

static inline int release_object(struct loaded_object *object, size_t size, void *page) {
  (void)size;
  for (const ElfW(Phdr) *segment = object->segments; segment < object->segments + object->segment_count;
       segment++) {
    // Writable memory, and memory that the loader has written to, has no other copy.
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    uintptr_t address = object->address + segment->p_vaddr;
    uintptr_t start = address & ~(*(uintptr_t *)page - 1);
    // A refusal, such as for an object of the kernel, changes nothing.
    madvise((void *)start, address - start + segment->p_memsz, MADV_DONTNEED);
  }
  return 0;
}

/// Gives memory back to the system that is not needed now, as far as possible: freed allocations,
/// and code and tables of the program and its libraries, some megabytes.
///
/// The kernel reads pages of files without a writer again when the process needs them again. The
/// kernel drops such pages by itself too, but only when memory is short. Locked memory stays.
static inline void release_startup_memory(void) {
  uintptr_t page = sysconf(_SC_PAGESIZE);
  malloc_trim(0);
  dl_iterate_phdr(release_object, &page);
}
