// SPDX-License-Identifier: Apache-2.0

/* A touchscreen, a headset or a keyboard made by uinput or uhid, which plays what it is told.
 *
 *   touch-player KIND NAME [WIDTH HEIGHT STEPS [FINGERS]]
 *
 * KIND is one (a touchscreen of one finger), several (of FINGERS, in slots), old (the protocol without
 * slots), hid (five fingers over USB's protocol, for the driver hid-multitouch), headset (media keys) or keyboard (media keys and letters). A touchscreen has WIDTH x HEIGHT steps, and STEPS
 * of them a millimeter; with 0 it does not tell its size. Unless NO_DATABASE is set, the device is put into udev's database, as
 * udevd would: libinput knows no other. It prints `plugged eventN`.
 *
 * Lines of input are kept until `play`, and then carried out:
 *
 *   down FINGER X Y      move FINGER X Y      up FINGER
 *   frame                ends what is one moment
 *   key CODE VALUE       a key, and a moment of its own
 *   sleep MS             from the line before that slept, or the beginning: so nothing adds up
 *   unplug               the device is gone
 *
 * `played N` is told after N lines, and before it `frame N at NS` for each frame, with the time on CLOCK_MONOTONIC
 * before it was written. At the end of input the device goes.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FINGERS = 16, MOST_LINES = 8192, HID_FINGERS = 5 };
static int device = -1, width, height, steps, fingers;
static enum { ONE, SEVERAL, OLD, HID, HEADSET, KEYBOARD } kind;
static const char *kinds[] = {"one", "several", "old", "hid", "headset", "keyboard"};
static char database[64];
static int next_id = 1;
/* Of the protocols that tell all fingers at each moment. */
static struct { int is_down, has_lifted, x, y; } down[MOST_FINGERS];

static void fail(const char *what)
{
  fprintf(stderr, "touch-player: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void set(unsigned long request, int value)
{
  if (ioctl(device, request, value) < 0) fail("set up");
}

static void axis(int code, int maximum, int resolution)
{
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  set(UI_SET_ABSBIT, code);
  if (ioctl(device, UI_ABS_SETUP, &setup) < 0) fail("set up an axis");
}

static void emit(int type, int code, int value)
{
  struct input_event event = {.type = type, .code = code, .value = value};
  if (device >= 0 && write(device, &event, sizeof event) != sizeof event) fail("write an event");
}

/* The node of the newest device of that name, such as event3; 0 if there is none. */
static int find_node(const char *name, char *found, size_t size)
{
  DIR *entries = opendir("/sys/class/input");
  struct dirent *entry;
  int newest = -1;
  while (entries && (entry = readdir(entries))) {
    int number;
    char path[320], line[128] = "";
    if (sscanf(entry->d_name, "event%d", &number) != 1 || number < newest) continue;
    snprintf(path, sizeof path, "/sys/class/input/%s/device/name", entry->d_name);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file) && !strncmp(line, name, strlen(name))) newest = number;
    if (file) fclose(file);
  }
  if (entries) closedir(entries);
  snprintf(found, size, "event%d", newest);
  return newest >= 0;
}

/* Tells udev's database what udevd's builtin input_id would. */
static void tell_database(const char *event)
{
  char node[64];
  snprintf(node, sizeof node, "/dev/input/%s", event);
  struct stat status;
  if (stat(node, &status) < 0) fail(node);
  if (!getenv("NO_DATABASE")) {
    mkdir("/run", 0755);
    mkdir("/run/udev", 0755);
    mkdir("/run/udev/data", 0755);
    snprintf(database, sizeof database, "/run/udev/data/c%u:%u", major(status.st_rdev), minor(status.st_rdev));
    FILE *file = fopen(database, "w");
    if (!file) fail(database);
    fprintf(file, "I:1\nE:ID_INPUT=1\nE:%s=1\n", kind < HEADSET ? "ID_INPUT_TOUCHSCREEN" : "ID_INPUT_KEY");
    if (kind == KEYBOARD) fputs("E:ID_INPUT_KEYBOARD=1\n", file);
    if (getenv("MATRIX")) fprintf(file, "E:LIBINPUT_CALIBRATION_MATRIX=%s\n", getenv("MATRIX"));
    fclose(file);
  }
  printf("plugged %s\n", event);
}

static void write_uhid(const struct uhid_event *event)
{
  if (write(device, event, sizeof *event) < 0) fail("write to uhid");
}

/* Answers what the driver asks for meanwhile: there is nothing to be had. */
static void serve_uhid(int milliseconds)
{
  struct pollfd wish = {device, POLLIN, 0};
  struct uhid_event event;
  while (poll(&wish, 1, milliseconds) > 0 && read(device, &event, sizeof event) > 0) {
    if (event.type != UHID_GET_REPORT) continue;
    struct uhid_event answer = {.type = UHID_GET_REPORT_REPLY};
    answer.u.get_report_reply.id = event.u.get_report.id;
    answer.u.get_report_reply.err = EIO;
    write_uhid(&answer);
  }
}

static int append(unsigned char *to, const unsigned char *bytes, int count)
{
  memcpy(to, bytes, count);
  return count;
}
#define APPEND(...) size += append(report + size, (unsigned char[]){__VA_ARGS__}, sizeof((unsigned char[]){__VA_ARGS__}))
#define WORD(value) (value) & 0xFF, (value) >> 8 & 0xFF

/* A digitizer of the kind that is a touchscreen: of each finger tip switch, number, x and y; then how many there are. */
static void plug_hid(const char *name)
{
  unsigned char report[512];
  int size = 0;
  /* In 0.1 mm. */
  int wide = (width - 1) * 10 / (steps ? steps : 1), high = (height - 1) * 10 / (steps ? steps : 1);
  APPEND(0x05, 0x0D, 0x09, 0x04, 0xA1, 0x01, 0x85, 0x01);
  for (int i = 0; i < HID_FINGERS; i++) {
    APPEND(0x09, 0x22, 0xA1, 0x02);
    APPEND(0x09, 0x42, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02, 0x95, 0x07, 0x81, 0x03);
    APPEND(0x09, 0x51, 0x25, 0x7F, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02);
    APPEND(0x05, 0x01, 0x55, 0x0E, 0x65, 0x11, 0x35, 0x00, 0x75, 0x10);
    APPEND(0x26, WORD(width - 1), 0x46, WORD(wide), 0x09, 0x30, 0x81, 0x02);
    APPEND(0x26, WORD(height - 1), 0x46, WORD(high), 0x09, 0x31, 0x81, 0x02);
    APPEND(0x05, 0x0D, 0x55, 0x00, 0x65, 0x00, 0x45, 0x00, 0xC0);
  }
  APPEND(0x09, 0x54, 0x25, 0x7F, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02);
  APPEND(0x85, 0x02, 0x09, 0x55, 0x25, 0x0A, 0x75, 0x08, 0x95, 0x01, 0xB1, 0x02, 0xC0);
  device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (device < 0) fail("open /dev/uhid");
  struct uhid_event event = {.type = UHID_CREATE2};
  snprintf((char *)event.u.create2.name, sizeof event.u.create2.name, "%s", name);
  memcpy(event.u.create2.rd_data, report, size);
  event.u.create2.rd_size = size;
  event.u.create2.bus = BUS_USB;
  event.u.create2.vendor = 0x1234;
  event.u.create2.product = 1;
  write_uhid(&event);
  char found[32];
  for (int turn = 0; turn < 1000; turn++) {
    serve_uhid(10);
    char node[64];
    if (!find_node(name, found, sizeof found)) continue;
    snprintf(node, sizeof node, "/dev/input/%s", found);
    if (access(node, F_OK)) continue;
    tell_database(found);
    return;
  }
  errno = ENODEV;
  fail("find the node");
}

static void report_hid(void)
{
  struct uhid_event event = {.type = UHID_INPUT2};
  unsigned char *report = event.u.input2.data;
  int size = 0, count = 0;
  APPEND(1);
  for (int i = 0; i < HID_FINGERS; i++) {
    if (!down[i].is_down && !down[i].has_lifted) continue;
    APPEND(down[i].is_down, i, WORD(down[i].x), WORD(down[i].y));
    down[i].has_lifted = 0;
    count++;
  }
  for (int i = count; i < HID_FINGERS; i++) APPEND(0, 0, 0, 0, 0, 0);
  APPEND(count);
  event.u.input2.size = size;
  write_uhid(&event);
}

static void plug(const char *name)
{
  if (kind == HID) { plug_hid(name); return; }
  device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (device < 0) fail("open /dev/uinput");
  set(UI_SET_EVBIT, EV_KEY);
  if (kind >= HEADSET) {
    static const int keys[] = {KEY_PLAYPAUSE, KEY_NEXTSONG, KEY_PREVIOUSSONG, KEY_FASTFORWARD, KEY_REWIND,
                               KEY_VOLUMEUP, KEY_VOLUMEDOWN};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) set(UI_SET_KEYBIT, keys[i]);
    for (int key = KEY_ESC; kind == KEYBOARD && key <= KEY_D; key++) set(UI_SET_KEYBIT, key);
  } else {
    set(UI_SET_EVBIT, EV_ABS);
    set(UI_SET_KEYBIT, BTN_TOUCH);
    set(UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    axis(ABS_X, width - 1, steps);
    axis(ABS_Y, height - 1, steps);
    if (kind != ONE) {
      axis(ABS_MT_POSITION_X, width - 1, steps);
      axis(ABS_MT_POSITION_Y, height - 1, steps);
    }
    if (kind == SEVERAL) {
      axis(ABS_MT_SLOT, fingers - 1, 0);
      axis(ABS_MT_TRACKING_ID, 65535, 0);
    }
  }
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) fail("create the device");
  char found[32];
  if (!find_node(name, found, sizeof found)) { errno = ENODEV; fail("find the node"); }
  tell_database(found);
}

static void unplug(void)
{
  if (device < 0) return;
  if (kind == HID) write_uhid(&(struct uhid_event){.type = UHID_DESTROY});
  else ioctl(device, UI_DEV_DESTROY);
  close(device);
  device = -1;
  if (*database) unlink(database);
}

static void touch(int finger, int x, int y, int is_new)
{
  down[finger].is_down = 1;
  down[finger].x = x;
  down[finger].y = y;
  if (kind == SEVERAL) {
    emit(EV_ABS, ABS_MT_SLOT, finger);
    if (is_new) emit(EV_ABS, ABS_MT_TRACKING_ID, next_id++);
    emit(EV_ABS, ABS_MT_POSITION_X, x);
    emit(EV_ABS, ABS_MT_POSITION_Y, y);
  } else if (kind == ONE) {
    if (is_new) emit(EV_KEY, BTN_TOUCH, 1);
    emit(EV_ABS, ABS_X, x);
    emit(EV_ABS, ABS_Y, y);
  }
}

static void lift(int finger)
{
  down[finger].is_down = 0;
  down[finger].has_lifted = 1;
  if (kind == SEVERAL) {
    emit(EV_ABS, ABS_MT_SLOT, finger);
    emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
  } else if (kind == ONE) {
    emit(EV_KEY, BTN_TOUCH, 0);
  }
}

static void end_frame(void)
{
  if (kind == HID) {
    report_hid();
    serve_uhid(0);
    return;
  }
  if (kind == OLD) {
    for (int i = 0; i < MOST_FINGERS; i++) {
      if (!down[i].is_down) continue;
      emit(EV_ABS, ABS_MT_POSITION_X, down[i].x);
      emit(EV_ABS, ABS_MT_POSITION_Y, down[i].y);
      emit(EV_SYN, SYN_MT_REPORT, 0);
    }
    int any = 0;
    for (int i = 0; i < MOST_FINGERS; i++) any |= down[i].is_down;
    if (!any) emit(EV_SYN, SYN_MT_REPORT, 0);
  }
  emit(EV_SYN, SYN_REPORT, 0);
}

static void carry_out(const char *line, struct timespec *clock, int *frames)
{
  int finger = 0, x = 0, y = 0;
  if (sscanf(line, "down %d %d %d", &finger, &x, &y) == 3 && finger < MOST_FINGERS) touch(finger, x, y, 1);
  else if (sscanf(line, "move %d %d %d", &finger, &x, &y) == 3 && finger < MOST_FINGERS) touch(finger, x, y, 0);
  else if (sscanf(line, "up %d", &finger) == 1 && finger < MOST_FINGERS) lift(finger);
  else if (sscanf(line, "key %d %d", &x, &y) == 2) {
    emit(EV_KEY, x, y);
    emit(EV_SYN, SYN_REPORT, 0);
  } else if (!strcmp(line, "frame")) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    end_frame();
    printf("frame %d at %lld\n", (*frames)++, now.tv_sec * 1000000000LL + now.tv_nsec);
  } else if (sscanf(line, "sleep %d", &x) == 1) {
    clock->tv_nsec += x % 1000 * 1000000L;
    clock->tv_sec += x / 1000 + clock->tv_nsec / 1000000000;
    clock->tv_nsec %= 1000000000;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, clock, NULL) == EINTR) {}
  } else if (!strcmp(line, "unplug")) {
    unplug();
    puts("unplugged");
  } else {
    fprintf(stderr, "touch-player: not a line: %s\n", line);
    exit(64);
  }
}

int main(int argc, char **argv)
{
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc < 3) return 64;
  for (kind = ONE; kind <= KEYBOARD && strcmp(kinds[kind], argv[1]); kind++) {}
  if (kind > KEYBOARD || (kind < HEADSET && argc < 6)) return 64;
  if (kind < HEADSET) {
    width = atoi(argv[3]);
    height = atoi(argv[4]);
    steps = atoi(argv[5]);
    fingers = argc > 6 ? atoi(argv[6]) : 10;
  }
  plug(argv[2]);
  static char *lines[MOST_LINES];
  int count = 0;
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, "play")) {
      if (count == MOST_LINES) { errno = ENOMEM; fail("keep a line"); }
      lines[count++] = strdup(line);
      continue;
    }
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    int frames = 0;
    for (int i = 0; i < count; i++) {
      carry_out(lines[i], &clock, &frames);
      free(lines[i]);
    }
    printf("played %d\n", count);
    count = 0;
  }
  unplug();
  return 0;
}
