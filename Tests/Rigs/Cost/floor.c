// SPDX-License-Identifier: Apache-2.0

// The floor: the least that reading an accelerometer scan by scan through libiio costs. It waits with epoll, takes one
// scan a refill, converts it, applies a simple rule for shakes, and prints what that finds.
#include <errno.h>
#include <iio.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>

static const char *names[] = {"accel_x", "accel_y", "accel_z", "timestamp"};

int main(void) {
  struct iio_context *context = iio_create_local_context();
  struct iio_device *device = context ? iio_context_find_device(context, "mockaccel") : 0;
  if (!device) return fputs("floor: no accelerometer\n", stderr), 69;
  iio_device_attr_write(device, "current_timestamp_clock", "boottime");
  struct iio_channel *channels[4];
  double scales[3] = {1, 1, 1};
  for (int i = 0; i < 4; i++) {
    channels[i] = iio_device_find_channel(device, names[i], 0);
    if (!channels[i]) return fprintf(stderr, "floor: no %s\n", names[i]), 69;
    iio_channel_enable(channels[i]);
    if (i < 3) iio_channel_attr_read_double(channels[i], "scale", &scales[i]);
  }
  struct iio_buffer *buffer = iio_device_create_buffer(device, 1, 0);
  if (!buffer) return perror("floor: buffer"), 1;
  iio_buffer_set_blocking_mode(buffer, 0);
  int descriptor = iio_buffer_get_poll_fd(buffer), set = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN};
  epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &wanted);

  double rest[3] = {0, 0, 9.8};
  int side = 0, swings = 0;
  int64_t start = 0;
  for (;;) {
    struct epoll_event event;
    if (epoll_wait(set, &event, 1, -1) < 1) continue;
    ssize_t size = iio_buffer_refill(buffer);
    if (size == -EAGAIN) continue;
    if (size < 0) return fprintf(stderr, "floor: refill: %zd\n", size), 1;
    double acceleration[3];
    int64_t time = 0;
    for (int i = 0; i < 3; i++) {
      int16_t raw = 0;
      iio_channel_convert(channels[i], &raw, iio_buffer_first(buffer, channels[i]));
      acceleration[i] = raw * scales[i];
      rest[i] += 0.02 * (acceleration[i] - rest[i]);
    }
    iio_channel_convert(channels[3], &time, iio_buffer_first(buffer, channels[3]));
    double swing = acceleration[0] - rest[0];
    if (fabs(swing) > 8 && (swing > 0) != (side > 0)) {
      side = swing > 0 ? 1 : -1;
      if (time - start > 1000000000) swings = 0, start = time;
      if (++swings == 4) printf("began %lld\n", (long long)time), fflush(stdout);
    }
  }
}
