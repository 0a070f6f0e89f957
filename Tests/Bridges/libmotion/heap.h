// SPDX-License-Identifier: Apache-2.0

// Counts of the calls of the heap, in a program that is linked with --wrap for each function below.
#include <stdlib.h>

static long allocations, frees;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);

void *__wrap_malloc(size_t size) {
  allocations++;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  allocations++;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
  allocations++;
  return __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  // That of musl calls aligned_alloc, which is not to count once more.
  long count = allocations + 1;
  int status = __real_posix_memalign(memory, alignment, size);
  allocations = count;
  return status;
}

void __wrap_free(void *memory) {
  if (memory) frees++;
  __real_free(memory);
}

// All calls up to now.
static inline long heap_calls(void) { return allocations + frees; }
