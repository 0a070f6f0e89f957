// SPDX-License-Identifier: Apache-2.0

// How many blocks of the heap this process has asked for so far.
unsigned long allocation_count(void);
// How many of them it has not given back.
long live_allocations(void);
// Returns to the system what the heap does not need.
void trim_heap(void);
