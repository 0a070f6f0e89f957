/* A touchscreen, a headset or a keyboard made by uinput, which plays what it is told.
 *
 *   touch-player KIND NAME [WIDTH HEIGHT STEPS [FINGERS]]
 *
 * KIND is one (a touchscreen of one finger), several (of FINGERS, in slots), old (the protocol without
 * slots), headset (media keys) or keyboard (media keys and letters). A touchscreen has WIDTH x HEIGHT steps, and STEPS
 * of them a millimetre; with 0 it does not tell its size. Unless NO_DATABASE is set, the device is put into udev's database, as
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
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FINGERS = 16, MOST_LINES = 8192 };
static int device = -1, width, height, steps, fingers;
static enum { ONE, SEVERAL, OLD, HEADSET, KEYBOARD } kind;
static const char *kinds[] = {"one", "several", "old", "headset", "keyboard"};
static char database[64];
static int next_id = 1;
/* Of the old protocol, which tells all fingers at each moment. */
static struct { int is_down, x, y; } down[MOST_FINGERS];

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

/* Finds the node, and tells udev's database what udevd's builtin input_id would. */
static void tell_database(void)
{
  char name[64], folder[128];
  if (ioctl(device, UI_GET_SYSNAME(sizeof name), name) < 0) fail("ask for the name");
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  if (!entries) fail(folder);
  struct dirent *entry;
  while ((entry = readdir(entries)) && strncmp(entry->d_name, "event", 5)) {}
  if (!entry) { errno = ENODEV; fail("find the node"); }
  char node[300];
  snprintf(node, sizeof node, "/dev/input/%s", entry->d_name);
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
  printf("plugged %s\n", entry->d_name);
  closedir(entries);
}

static void plug(const char *name)
{
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
  tell_database();
}

static void unplug(void)
{
  if (device < 0) return;
  ioctl(device, UI_DEV_DESTROY);
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
  if (kind == SEVERAL) {
    emit(EV_ABS, ABS_MT_SLOT, finger);
    emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
  } else if (kind == ONE) {
    emit(EV_KEY, BTN_TOUCH, 0);
  }
}

static void end_frame(void)
{
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
