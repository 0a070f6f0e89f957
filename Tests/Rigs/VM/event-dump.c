// SPDX-License-Identifier: Apache-2.0

/* Shows an event node as the kernel does: what the players are proved with, before any program of ours.
 *
 *   event-dump NODE [FRAMES]
 *
 * Prints name, address, properties and axes; then a line for each frame: the kernel's time in us on CLOCK_BOOTTIME, the
 * three axes, and the device's own time or `-`; `dropped` where the kernel had to drop some. After FRAMES it ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int node;

static void fail(const char *what)
{
  fprintf(stderr, "event-dump: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* Prints what the node is; returns its first axis. */
static int describe(int values[3])
{
  char name[256] = "", uniq[64] = "";
  unsigned char properties[8] = {0}, axes[8] = {0}, keys[96] = {0}, others[8] = {0};
  if (ioctl(node, EVIOCGNAME(sizeof name), name) < 0) fail("ask for the name");
  if (ioctl(node, EVIOCGUNIQ(sizeof uniq), uniq) < 0) strcpy(uniq, "-");
  ioctl(node, EVIOCGPROP(sizeof properties), properties);
  ioctl(node, EVIOCGBIT(EV_ABS, sizeof axes), axes);
  ioctl(node, EVIOCGBIT(EV_KEY, sizeof keys), keys);
  ioctl(node, EVIOCGBIT(EV_MSC, sizeof others), others);
  int count = 0;
  for (size_t i = 0; i < sizeof keys * 8; i++) count += keys[i / 8] >> i % 8 & 1;
  printf("name %s\nuniq %s\nproperties %#x\nkeys %d\nclock %d\n", name, uniq, properties[0], count,
         others[0] >> MSC_TIMESTAMP & 1);
  int first = axes[0] & 1 << ABS_X ? ABS_X : ABS_RX;
  for (int code = 0; code <= ABS_RZ; code++) {
    struct input_absinfo info;
    if (!(axes[0] >> code & 1) || ioctl(node, EVIOCGABS(code), &info) < 0) continue;
    printf("axis %d value %d range %d..%d fuzz %d resolution %d\n", code, info.value, info.minimum, info.maximum,
           info.fuzz, info.resolution);
    if (code >= first && code < first + 3) values[code - first] = info.value;
  }
  return first;
}

int main(int argc, char **argv)
{
  if (argc < 2) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  node = open(argv[1], O_RDONLY | O_CLOEXEC);
  if (node < 0) fail(argv[1]);
  if (ioctl(node, EVIOCSCLOCKID, &(int){CLOCK_BOOTTIME}) < 0) fail("set the clock");
  int values[3] = {0}, has_time = 0, time = 0, first = describe(values);
  puts("listening");
  struct input_event event;
  for (long left = argc > 2 ? atol(argv[2]) : -1; left != 0;) {
    if (read(node, &event, sizeof event) != sizeof event) fail("read");
    if (event.type == EV_ABS && event.code >= first && event.code < first + 3) values[event.code - first] = event.value;
    if (event.type == EV_MSC && event.code == MSC_TIMESTAMP) has_time = 1, time = event.value;
    if (event.type != EV_SYN) continue;
    if (event.code == SYN_DROPPED) puts("dropped");
    if (event.code != SYN_REPORT) continue;
    printf("%lld %d %d %d ", event.input_event_sec * 1000000LL + event.input_event_usec, values[0], values[1], values[2]);
    if (has_time) printf("%u\n", time);
    else puts("-");
    if (left > 0) left--;
  }
  return 0;
}
