/* SPDX-License-Identifier: Apache-2.0 */

/*
 * libmotion: readings of an accelerometer in, motions out. For example, every shake of a recording:
 *
 *   const char *const options[] = {"--motions", "shake", NULL};
 *   char problem[MOTION_PROBLEM_SIZE], line[MOTION_LINE_SIZE];
 *   struct motion_event event;
 *   struct motion *motion = motion_make(options, "tablet", problem, sizeof problem);
 *   while (read a reading) {
 *     motion_feed(motion, nanoseconds, x, y, z);
 *     while (motion_next(motion, &event, line, sizeof line) > 0) puts(line);
 *   }
 *   motion_free(motion);
 *
 * The library reads no clock, does no I/O and starts no thread. motion_make allocates all memory; feed, end and next
 * allocate none. Threads may use different struct motion at the same time; of one, one thread at a time.
 * It needs the C library and its maths: link with -lmotion -lm.
 */
#ifndef MOTION_H
#define MOTION_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes that always suffice: of a line, and of a problem's text. */
enum { MOTION_LINE_SIZE = 2048, MOTION_PROBLEM_SIZE = 1024 };

/* The bytes that the source's name may take in a line. */
enum { MOTION_SOURCE_MAX = 1024 };

/* The most fields of an event, and the size of a key or word with its NUL. */
enum { MOTION_FIELDS = 16, MOTION_WORD_SIZE = 24 };

/* Kinds of motion. A later version may add some; motion_name has their names. */
enum motion_kind {
  MOTION_SHAKE = 0,
  MOTION_FREE_FALL = 1,
  MOTION_STILL = 2,
  MOTION_ORIENTATION = 3,
  MOTION_FLIP = 4,
  MOTION_PICK_UP = 5,
  MOTION_TILT = 6,
  MOTION_TAP = 7,
  MOTION_DOUBLE_TAP = 8,
  MOTION_TWIST = 9
};

/*
 * A motion that lasts has BEGAN, then ENDED or CANCELLED; one without a duration has RECOGNIZED alone. With --explain,
 * REJECTED tells of a motion that is no shake, and what it lacks.
 */
enum motion_phase {
  MOTION_BEGAN = 1,
  MOTION_ENDED = 2,
  MOTION_CANCELLED = 3,
  MOTION_RECOGNIZED = 4,
  MOTION_REJECTED = 5
};

/* Why a motion was cancelled; NO_REASON in every other phase. */
enum motion_reason { MOTION_NO_REASON = 0, MOTION_TOO_LONG = 1, MOTION_NOT_A_SHAKE = 2, MOTION_INTERRUPTED = 3 };

/* What a field has, and where. */
enum motion_field_type {
  MOTION_INTEGER = 1, /* integer */
  MOTION_NUMBER = 2,  /* number[0] */
  MOTION_VECTOR = 3,  /* number: x, y and z */
  MOTION_WORD = 4,    /* word */
  MOTION_FLAG = 5     /* integer: 0 or 1 */
};

/* A member of the line after timestamp_ns. Keys and units are in docs/events.md and docs/motions.md. */
struct motion_field {
  char key[MOTION_WORD_SIZE];  /* such as "swings" */
  int32_t type;                /* enum motion_field_type */
  int32_t reserved;
  int64_t integer;             /* ns, ms or a count, as the key says */
  double number[3];            /* not rounded, as those of the line are */
  char word[MOTION_WORD_SIZE]; /* such as "faceDown" */
};

struct motion_event {
  int32_t kind;        /* enum motion_kind; -1 if this header does not know it */
  int32_t phase;       /* enum motion_phase */
  int32_t reason;      /* enum motion_reason */
  int32_t field_count; /* of fields */
  int64_t time;        /* of the reading that proved it, in ns on the clock of the readings */
  struct motion_field fields[MOTION_FIELDS];
};

struct motion;

/* What a function returns for a NULL handle, and motion_feed for a reading that it did not take. */
enum { MOTION_NO_HANDLE = -1, MOTION_FULL = -2 };

/*
 * Makes a recognizer. options: the words that motionctl replay takes, ended by NULL: --motions LIST, --sensitivity LEVEL,
 * --window SECONDS, --option KIND.KEY=VALUE, also as --motions=LIST; --explain. NULL or none: shakes, with the defaults.
 * source: what the lines call the source of the readings, in UTF-8; NULL for "". NULL on a mistake: problem, if it is not
 * NULL, then has its text, cut to size.
 * Memory that is missing ends the process, as Swift knows no other way.
 */
struct motion *motion_make(const char *const options[], const char *source, char *problem, size_t size);

/*
 * Takes a reading: its time in ns, and acceleration in m/s², gravity included. Returns the events that wait for
 * motion_next, or MOTION_FULL if too many wait: the reading was not taken.
 * It drops what no accelerometer measures (NaN, more than 400 m/s², a time beyond 2^62 ns) and a time that is not
 * later than the last. A time that goes back by more than 250 ms begins a new stream; like a gap, it cancels what is open.
 */
int motion_feed(struct motion *motion, int64_t nanoseconds, double x, double y, double z);

/*
 * Notes that the readings broke off, or that there are no more: cancels what is open. The next reading may have any
 * time. Returns as motion_feed does.
 */
int motion_end(struct motion *motion);

/*
 * Takes the next event: fills event, if it is not NULL, and writes its JSON line without a newline to line, if it is
 * not NULL. Returns the length of the whole line, or 0 if no event waits. As snprintf does, it cuts a line that does not
 * fit, and ends it with a NUL; the event is taken all the same.
 */
int motion_next(struct motion *motion, struct motion_event *event, char *line, size_t size);

/*
 * The number of a field, such as motion_number(&event, "peak") in m/s²: of an integer or a flag as a double, of a vector its
 * x. NAN if the event has no such field, or a word there.
 */
static inline double motion_number(const struct motion_event *event, const char *key) {
  for (int32_t each = 0; each < event->field_count; each++) {
    const struct motion_field *field = &event->fields[each];
    if (strcmp(field->key, key)) continue;
    switch (field->type) {
      case MOTION_INTEGER: case MOTION_FLAG: return (double)field->integer;
      case MOTION_NUMBER: case MOTION_VECTOR: return field->number[0];
      default: return NAN;
    }
  }
  return NAN;
}

/* The name of a kind, such as "freeFall"; NULL if there is none of this number. From 0 on there is no gap. */
const char *motion_name(int kind);

/* Frees a recognizer; NULL is allowed. */
void motion_free(struct motion *motion);

#ifdef __cplusplus
}
#endif
#endif
