// Calls of the C library that Swift's module for it leaves out.
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>

int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
