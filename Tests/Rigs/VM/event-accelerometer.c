// SPDX-License-Identifier: GPL-2.0-only
/* A virtual accelerometer whose chip recognizes taps, falls and movements by itself.
 *
 * It has a buffer that it fills without a trigger, and four kinds of events. Beside the attributes of IIO it has three
 * of its own:
 *
 *   values   "X Y Z": the raw values that it shows from now on, one LSB = one mg
 *   push     the id of an event, which is told to who waits for events, if that event is switched on
 *   refuse   a sum of 1 (tap), 2 (double tap), 4 (free fall), 8 (movement): events that it does not let be switched on
 */
#include <linux/hrtimer.h>
#include <linux/iio/buffer.h>
#include <linux/iio/events.h>
#include <linux/iio/iio.h>
#include <linux/iio/kfifo_buf.h>
#include <linux/iio/sysfs.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/workqueue.h>

enum { TAP = 1, DOUBLE_TAP = 2, FALL = 4, MOVEMENT = 8 };

struct chip {
  struct iio_dev *device;
  struct hrtimer timer;
  struct work_struct work;
  struct mutex lock;
  int rate;
  s16 values[3];
  unsigned int refused;
  unsigned int enabled;
};

static const struct iio_event_spec taps_and_movement[] = {
  {.type = IIO_EV_TYPE_GESTURE, .dir = IIO_EV_DIR_SINGLETAP, .mask_shared_by_type = BIT(IIO_EV_INFO_ENABLE)},
  {.type = IIO_EV_TYPE_GESTURE, .dir = IIO_EV_DIR_DOUBLETAP, .mask_shared_by_type = BIT(IIO_EV_INFO_ENABLE)},
  {.type = IIO_EV_TYPE_ROC, .dir = IIO_EV_DIR_RISING, .mask_separate = BIT(IIO_EV_INFO_ENABLE)},
};
static const struct iio_event_spec fall[] = {
  {.type = IIO_EV_TYPE_MAG, .dir = IIO_EV_DIR_FALLING, .mask_separate = BIT(IIO_EV_INFO_ENABLE)},
};

#define AXIS(number, letter, events, count)                                                        \
  {                                                                                                \
    .type = IIO_ACCEL, .modified = 1, .channel2 = IIO_MOD_##letter, .scan_index = number,          \
    .info_mask_separate = BIT(IIO_CHAN_INFO_RAW),                                                  \
    .info_mask_shared_by_type = BIT(IIO_CHAN_INFO_SCALE) | BIT(IIO_CHAN_INFO_SAMP_FREQ),           \
    .scan_type = {.sign = 's', .realbits = 16, .storagebits = 16, .endianness = IIO_LE},           \
    .event_spec = events, .num_event_specs = count,                                                \
  }

static const struct iio_chan_spec channels[] = {
  AXIS(0, X, taps_and_movement, ARRAY_SIZE(taps_and_movement)),
  AXIS(1, Y, NULL, 0),
  AXIS(2, Z, NULL, 0),
  IIO_CHAN_SOFT_TIMESTAMP(3),
  {.type = IIO_ACCEL, .modified = 1, .channel2 = IIO_MOD_X_AND_Y_AND_Z, .scan_index = -1,
   .event_spec = fall, .num_event_specs = ARRAY_SIZE(fall)},
};
static const unsigned long scan_masks[] = {0x7, 0};

static unsigned int flag(enum iio_event_type type, enum iio_event_direction direction)
{
  switch (type) {
  case IIO_EV_TYPE_GESTURE: return direction == IIO_EV_DIR_SINGLETAP ? TAP : DOUBLE_TAP;
  case IIO_EV_TYPE_MAG: return FALL;
  default: return MOVEMENT;
  }
}

/* The buffer: a timer for the period, and a worker that may sleep. */

static enum hrtimer_restart tick(struct hrtimer *timer)
{
  struct chip *chip = container_of(timer, struct chip, timer);
  schedule_work(&chip->work);
  hrtimer_forward_now(timer, ns_to_ktime(NSEC_PER_SEC / chip->rate));
  return HRTIMER_RESTART;
}

static void sample(struct work_struct *work)
{
  struct chip *chip = container_of(work, struct chip, work);
  struct { s16 values[3]; s64 timestamp __aligned(8); } scan = {};
  mutex_lock(&chip->lock);
  memcpy(scan.values, chip->values, sizeof scan.values);
  mutex_unlock(&chip->lock);
  iio_push_to_buffers_with_timestamp(chip->device, &scan, iio_get_time_ns(chip->device));
}

static int buffer_on(struct iio_dev *device)
{
  struct chip *chip = iio_priv(device);
  hrtimer_start(&chip->timer, ns_to_ktime(NSEC_PER_SEC / chip->rate), HRTIMER_MODE_REL);
  return 0;
}

static int buffer_off(struct iio_dev *device)
{
  struct chip *chip = iio_priv(device);
  hrtimer_cancel(&chip->timer);
  cancel_work_sync(&chip->work);
  return 0;
}

static const struct iio_buffer_setup_ops buffer_operations = {.postenable = buffer_on, .predisable = buffer_off};

/* The attributes of IIO. */

static int read_raw(struct iio_dev *device, const struct iio_chan_spec *channel, int *value, int *rest, long what)
{
  struct chip *chip = iio_priv(device);
  switch (what) {
  case IIO_CHAN_INFO_RAW: *value = chip->values[channel->scan_index]; return IIO_VAL_INT;
  case IIO_CHAN_INFO_SCALE: *value = 0, *rest = 9806650; return IIO_VAL_INT_PLUS_NANO;
  case IIO_CHAN_INFO_SAMP_FREQ: *value = chip->rate; return IIO_VAL_INT;
  default: return -EINVAL;
  }
}

static int write_raw(struct iio_dev *device, const struct iio_chan_spec *channel, int value, int rest, long what)
{
  struct chip *chip = iio_priv(device);
  if (what != IIO_CHAN_INFO_SAMP_FREQ || value < 1 || value > 1000) return -EINVAL;
  /* As most drivers have it: no other rate while the buffer is on. */
  if (iio_buffer_enabled(device)) return -EBUSY;
  chip->rate = value;
  return 0;
}

static int read_event(struct iio_dev *device, const struct iio_chan_spec *channel, enum iio_event_type type,
                      enum iio_event_direction direction)
{
  struct chip *chip = iio_priv(device);
  return !!(chip->enabled & flag(type, direction));
}

static int write_event(struct iio_dev *device, const struct iio_chan_spec *channel, enum iio_event_type type,
                       enum iio_event_direction direction, int is_on)
{
  struct chip *chip = iio_priv(device);
  unsigned int event = flag(type, direction);
  if (is_on && (chip->refused & event)) return -EINVAL;
  if (is_on) chip->enabled |= event;
  else chip->enabled &= ~event;
  return 0;
}

/* The attributes of its own. */

static struct chip *chip_of(struct device *device) { return iio_priv(dev_to_iio_dev(device)); }

static ssize_t values_store(struct device *device, struct device_attribute *attribute, const char *text, size_t size)
{
  struct chip *chip = chip_of(device);
  int x, y, z;
  if (sscanf(text, "%d %d %d", &x, &y, &z) != 3) return -EINVAL;
  mutex_lock(&chip->lock);
  chip->values[0] = x, chip->values[1] = y, chip->values[2] = z;
  mutex_unlock(&chip->lock);
  return size;
}
static IIO_DEVICE_ATTR_WO(values, 0);

static ssize_t push_store(struct device *device, struct device_attribute *attribute, const char *text, size_t size)
{
  struct chip *chip = chip_of(device);
  u64 id;
  int error = kstrtou64(text, 0, &id);
  if (error) return error;
  if (!(chip->enabled & flag(IIO_EVENT_CODE_EXTRACT_TYPE(id), IIO_EVENT_CODE_EXTRACT_DIR(id)))) return size;
  iio_push_event(chip->device, id, iio_get_time_ns(chip->device));
  return size;
}
static IIO_DEVICE_ATTR_WO(push, 0);

static ssize_t refuse_store(struct device *device, struct device_attribute *attribute, const char *text, size_t size)
{
  int error = kstrtouint(text, 0, &chip_of(device)->refused);
  return error ? error : size;
}
static IIO_DEVICE_ATTR_WO(refuse, 0);

static IIO_CONST_ATTR_SAMP_FREQ_AVAIL("10 25 50 100 200 400");

static struct attribute *attributes[] = {
  &iio_dev_attr_values.dev_attr.attr, &iio_dev_attr_push.dev_attr.attr, &iio_dev_attr_refuse.dev_attr.attr,
  &iio_const_attr_sampling_frequency_available.dev_attr.attr, NULL,
};
static const struct attribute_group group = {.attrs = attributes};

static const struct iio_info info = {
  .read_raw = read_raw, .write_raw = write_raw, .read_event_config = read_event, .write_event_config = write_event,
  .attrs = &group,
};

static int probe(struct platform_device *platform)
{
  struct iio_dev *device = devm_iio_device_alloc(&platform->dev, sizeof(struct chip));
  struct chip *chip;
  int error;
  if (!device) return -ENOMEM;
  chip = iio_priv(device);
  chip->device = device;
  chip->rate = 100;
  chip->values[2] = 1000;
  mutex_init(&chip->lock);
  INIT_WORK(&chip->work, sample);
  hrtimer_init(&chip->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
  chip->timer.function = tick;
  device->name = "events";
  device->info = &info;
  device->channels = channels;
  device->num_channels = ARRAY_SIZE(channels);
  device->available_scan_masks = scan_masks;
  error = devm_iio_kfifo_buffer_setup(&platform->dev, device, &buffer_operations);
  return error ? error : devm_iio_device_register(&platform->dev, device);
}

static struct platform_driver driver = {.probe = probe, .driver = {.name = "event-accelerometer"}};
static struct platform_device *platform;

static int __init load(void)
{
  int error = platform_driver_register(&driver);
  if (error) return error;
  platform = platform_device_register_simple("event-accelerometer", -1, NULL, 0);
  if (!IS_ERR(platform)) return 0;
  platform_driver_unregister(&driver);
  return PTR_ERR(platform);
}

static void __exit unload(void)
{
  platform_device_unregister(platform);
  platform_driver_unregister(&driver);
}

module_init(load);
module_exit(unload);
MODULE_DESCRIPTION("A virtual accelerometer with events, for tests");
MODULE_LICENSE("GPL");
