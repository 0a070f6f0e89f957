// SPDX-License-Identifier: Apache-2.0

// Calls libmotion as no program should: it must say what is wrong, and neither crash nor write where it may not.
// Usage: hostile READINGS, the number of random readings.
#include <float.h>
#include <math.h>
#include <motion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

static int failures;

static void expect(int holds, const char *what) {
  if (holds) return;
  printf("hostile: not so: %s\n", what);
  failures++;
}

// The options of a call; words end with the first that is NULL.
#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

// motion_make refuses the options, and its text has `words`.
static void refused(const char *const options[], const char *source, const char *words) {
  char whole[MOTION_PROBLEM_SIZE], cut[MOTION_PROBLEM_SIZE];
  struct motion *motion = motion_make(options, source, whole, sizeof whole);
  if (motion || !strstr(whole, words)) {
    printf("hostile: expected a problem with '%s', found: %s\n", words, motion ? "none" : whole);
    failures++;
    motion_free(motion);
    return;
  }
  for (const char *byte = whole; *byte; byte++) expect((unsigned char)*byte >= ' ', "a problem is printable");
  expect(!motion_make(options, source, NULL, 100), "no buffer");
  for (size_t size = 0; size < 40; size++) {
    memset(cut, '~', sizeof cut);
    expect(!motion_make(options, source, cut, size), "a small buffer");
    size_t length = strlen(whole) < size ? strlen(whole) : size - 1;
    if (size) expect(!strncmp(cut, whole, length) && !cut[length], "a problem is cut as by snprintf");
    for (size_t i = size; i < sizeof cut; i++) expect(cut[i] == '~', "nothing is written behind the buffer");
  }
}

static void check_options(void) {
  char *long_text = malloc(10001);
  memset(long_text, 'a', 10000);
  long_text[10000] = 0;
  refused(OPTIONS("--explain=no"), "", "unknown option '--explain=no': there is --motions, ");
  refused(OPTIONS("shake"), "", "unknown option 'shake'");
  refused(OPTIONS(""), "", "unknown option ''");
  refused(OPTIONS(long_text), "", "unknown option 'aaa");
  refused(OPTIONS("--a\n\x1b[2J"), "", "unknown option '--a??[2J'");
  refused(OPTIONS("--motions"), "", "--motions has no value");
  refused(OPTIONS("--motions", "--sensitivity", "low"), "", "--motions has no value");
  refused(OPTIONS("--motions", ""), "", "unknown motion ''");
  refused(OPTIONS("--motions", "shake,,tap"), "", "unknown motion ''");
  refused(OPTIONS("--motions=all,shake"), "", "unknown motion 'all'");
  refused(OPTIONS("--motions", "sh\xff"), "", "option 2 is not UTF-8");
  refused(OPTIONS("--sensitivity", "1.1"), "", "--sensitivity must be low, medium, high or a number from 0 to 1");
  refused(OPTIONS("--sensitivity", "nan"), "", "--sensitivity must be");
  refused(OPTIONS("--window", "0"), "", "shake.window must be");
  refused(OPTIONS("--window", "1e999"), "", "shake.window must be");
  refused(OPTIONS("--window", "nan"), "", "shake.window must be");
  refused(OPTIONS("--window", " 1"), "", "shake.window must be a number, not ' 1'");
  refused(OPTIONS("--window", "1", "--option", "shake.window=1"), "", "expected only one of the two");
  refused(OPTIONS("--option", "shake.window"), "", "write --option KIND.KEY=VALUE");
  refused(OPTIONS("--option", "shake.x=1"), "", "unknown option 'shake.x': there is shake.window, ");
  refused(OPTIONS("--option", "=1"), "", "unknown option ''");
  refused(OPTIONS("--motions", "tap"), "\xff", "source is not UTF-8");
  refused(NULL, long_text, "takes 10000 bytes in a line: use one of at most 1024");
  free(long_text);
  const char *const *accepted[] = {
      NULL, OPTIONS(NULL), OPTIONS("--motions=all"), OPTIONS("--motions", "shake,shake"), OPTIONS("--window=1.5"),
      OPTIONS("--sensitivity", "0x1p-1", "--sensitivity", "high"), OPTIONS("--option", "shake.long=ends")};
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
    char problem[MOTION_PROBLEM_SIZE] = "";
    struct motion *motion = motion_make(accepted[i], NULL, problem, sizeof problem);
    if (!motion) printf("hostile: %s\n", problem);
    expect(motion != NULL, "options that motionctl takes");
    motion_free(motion);
  }
}

static void check_null(void) {
  struct motion_event event;
  char line[8] = "~~~~~~~";
  expect(motion_feed(NULL, 0, 0, 0, 0) == MOTION_NO_HANDLE, "feed without a handle");
  expect(motion_end(NULL) == MOTION_NO_HANDLE, "end without a handle");
  expect(motion_next(NULL, &event, line, sizeof line) == MOTION_NO_HANDLE, "next without a handle");
  expect(!motion_name(-1) && !motion_name(1000) && !motion_name(-2147483647 - 1), "names of no kind");
  static const char *const names[] = {[MOTION_SHAKE] = "shake", [MOTION_FREE_FALL] = "freeFall",
      [MOTION_STILL] = "still", [MOTION_ORIENTATION] = "orientation", [MOTION_FLIP] = "flip", [MOTION_PICK_UP] = "pickUp",
      [MOTION_TILT] = "tilt", [MOTION_TAP] = "tap", [MOTION_DOUBLE_TAP] = "doubleTap", [MOTION_TWIST] = "twist"};
  for (int kind = 0; kind < (int)(sizeof names / sizeof *names); kind++)
    expect(motion_name(kind) && !strcmp(motion_name(kind), names[kind]), names[kind]);
  motion_free(NULL);
  struct motion *motion = motion_make(NULL, NULL, NULL, 0);
  expect(motion_next(motion, NULL, line, sizeof line) == 0 && !line[0], "an empty line without an event");
  expect(motion_end(motion) == 0 && motion_end(motion) == 0, "the end of nothing");
  motion_free(motion);
}

// The kinds in the registry, by the text of a problem, are those that motion_name knows.
static void check_kinds(void) {
  char problem[MOTION_PROBLEM_SIZE];
  int count = 0, listed = 1;
  expect(!motion_make(OPTIONS("--motions", "?"), "", problem, sizeof problem), "an unknown motion");
  for (; motion_name(count); count++) expect(strstr(problem, motion_name(count)) != NULL, motion_name(count));
  for (const char *each = problem; *each; each++) listed += *each == ',';
  if (count != listed) {
    printf("hostile: motion.h and KindNumber have %d kinds, and the registry %d: %s\n", count, listed, problem);
    failures++;
  }
}

static uint64_t state;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static double uniform(void) { return (double)(random_bits() >> 11) / 9007199254740992.0; }

struct reading {
  int64_t time;
  double v[3];
};

// A hand that shakes, falls, taps and lies, and a sensor that breaks.
static struct reading next_reading(struct reading *last, int *mode) {
  static const double odd[] = {NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 5e-324, 400, 400.0001, -0.0};
  static const int64_t odd_times[] = {INT64_MIN, INT64_MAX, 0, -1, (int64_t)1 << 62, ((int64_t)1 << 62) - 1};
  if (uniform() < 0.01) *mode = (int)(random_bits() % 5);
  struct reading next = {last->time + 10000000, {0, 0, 9.8}};
  double phase = (double)(next.time % 200000000) / 200000000 * 6.28318530718;
  if (*mode == 1) next.v[0] = 25 * sin(phase);
  if (*mode == 2) next.v[2] = 0;
  if (*mode == 3) next.v[random_bits() % 3] += uniform() < 0.1 ? 30 : 0;
  if (*mode == 4) next.v[1] = 9.8 * sin(phase / 8), next.v[2] = 9.8 * cos(phase / 8);
  if (uniform() < 0.002) next.v[random_bits() % 3] = odd[random_bits() % (sizeof odd / sizeof *odd)];
  if (uniform() < 0.001) next.time += (int64_t)((uniform() - 0.5) * 2e9);
  *last = next;
  if (uniform() < 0.0005) next.time = odd_times[random_bits() % (sizeof odd_times / sizeof *odd_times)];
  if (uniform() < 0.0002) next.time = (int64_t)random_bits();
  return next;
}

struct run {
  int readings, lazy;
  uint64_t sum;
  int events, most, longest, full;
  long asked;  // of the heap
};

// Takes one event in, and checks its line in buffers of any size.
static int take(struct motion *motion, struct run *run, int size) {
  char line[MOTION_LINE_SIZE];
  struct motion_event event;
  memset(line, '~', sizeof line);
  int length = motion_next(motion, &event, line, (size_t)size);
  if (length <= 0) return 0;
  expect(length < MOTION_LINE_SIZE, "a line fits");
  expect(event.field_count >= 0 && event.field_count < MOTION_FIELDS, "the fields of an event fit");
  expect((int)strlen(line) == (length < size ? length : size - 1), "a line is cut as by snprintf");
  for (int i = size; i < MOTION_LINE_SIZE; i++) expect(line[i] == '~', "nothing is written behind the buffer");
  const char *at = line;
  for (int i = 0; i < event.field_count && length < size; i++) {
    char key[MOTION_WORD_SIZE + 4];
    snprintf(key, sizeof key, ",\"%s\":", event.fields[i].key);
    at = strstr(at, key);
    if (!at) {
      expect(0, "the line has each field in its order");
      break;
    }
  }
  for (int i = 0; i < 80 && line[i]; i++) run->sum = run->sum * 31 + (unsigned char)line[i];
  run->events++;
  if (length > run->longest) run->longest = length;
  return 1;
}

static void play(struct run *run) {
  struct motion *motion = motion_make(OPTIONS("--motions", "all"), "a\"\\\n\x01\xc3\xa4", NULL, 0);
  struct reading last = {0, {0, 0, 0}};
  int mode = 0, waiting = 0;
  for (int i = 0; i < run->readings; i++) {
    struct reading next = next_reading(&last, &mode);
    long before = heap_calls();
    int now = motion_feed(motion, next.time, next.v[0], next.v[1], next.v[2]);
    run->asked += heap_calls() - before;
    if (now == MOTION_FULL) {
      run->full++;
      while (take(motion, run, MOTION_LINE_SIZE)) {}
      waiting = 0;
      now = motion_feed(motion, next.time, next.v[0], next.v[1], next.v[2]);
    }
    if (now - waiting > run->most) run->most = now - waiting;
    waiting = now;
    if (run->lazy) continue;
    while (take(motion, run, MOTION_LINE_SIZE)) {}
    waiting = 0;
  }
  motion_end(motion);
  while (take(motion, run, run->lazy ? MOTION_LINE_SIZE : 100)) {}
  motion_free(motion);
}

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void *make_and_free(void *result) {
  // Each thread has recognizers of its own; what they share is in the library.
  uint64_t sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct motion *motion = motion_make(OPTIONS("--motions", "all"), "thread", NULL, 0);
    for (int i = 0; i < 3000; i++) {
      char line[MOTION_LINE_SIZE];
      int length;
      motion_feed(motion, i * 10000000LL, 20 * sin(i * 0.3), i % 700 < 60 ? 0 : 3, i % 500 < 50 ? 0 : 9.8);
      while ((length = motion_next(motion, NULL, line, sizeof line)) > 0)
        for (int k = 0; k < length; k++) sum = sum * 31 + (unsigned char)line[k];
    }
    motion_free(motion);
  }
  pthread_mutex_lock(&one);
  *(uint64_t *)result = sum;
  pthread_mutex_unlock(&one);
  return NULL;
}

// Before anything else, so that the library's tables are made by all threads at once.
static void check_threads(void) {
  enum { threads = 8 };
  pthread_t each[threads];
  uint64_t sums[threads] = {0};
  for (int i = 0; i < threads; i++) pthread_create(&each[i], NULL, make_and_free, &sums[i]);
  for (int i = 0; i < threads; i++) pthread_join(each[i], NULL);
  for (int i = 0; i < threads; i++) expect(sums[i] && sums[i] == sums[0], "threads see the same events");
}

int main(int argc, char *argv[]) {
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);  // a crash loses no line
  int readings = argc > 1 ? atoi(argv[1]) : 100000;
  rounds = 1 + readings / 2000;
  check_threads();
  check_null();
  check_kinds();
  check_options();
  struct run eager = {.readings = readings}, lazy = {.readings = readings, .lazy = 1};
  state = 0x9E3779B97F4A7C15;
  play(&eager);
  state = 0x9E3779B97F4A7C15;
  play(&lazy);
  expect(eager.events > readings / 2000, "there are events");
  expect(lazy.full > 0 || readings < 20000, "a recognizer fills whose events nobody takes");
  expect(eager.events == lazy.events && eager.sum == lazy.sum, "no event is lost while it is full");
  expect(!eager.asked && !lazy.asked, "no reading asks the heap for anything");
  expect(eager.most <= 32 && lazy.most <= 32, "a reading has few events");
  if (failures) return 1;
  printf("hostile: %d readings, %d events, at most %d at one reading; the longest line has %d bytes\n", 2 * readings,
         eager.events, eager.most, eager.longest);
  return 0;
}
