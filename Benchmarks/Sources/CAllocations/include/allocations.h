// How many blocks of the heap this process has asked for so far.
unsigned long allocation_count(void);
