// SPDX-License-Identifier: Apache-2.0

// The heap's entrances, counted: an executable's own functions come before those of its libraries,
// so the Swift runtime calls these too.
#include "allocations.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc exports what it does behind each entrance.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static atomic_ulong count;
static atomic_long live;

unsigned long allocation_count(void) { return atomic_load(&count); }
long live_allocations(void) { return atomic_load(&live); }
void trim_heap(void) { malloc_trim(0); }

static void add(long blocks) { atomic_fetch_add_explicit(&live, blocks, memory_order_relaxed); }

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  add(1);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  add(1);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  note();
  if (!block) add(1);
  else if (size == 0) add(-1);
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  add(1);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  add(1);
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

void *memalign(size_t alignment, size_t size) {
  note();
  add(1);
  return __libc_memalign(alignment, size);
}

void free(void *block) {
  if (block) add(-1);
  __libc_free(block);
}
