// SPDX-License-Identifier: Apache-2.0

// Plays all samples to each detector on an emulated microcontroller; see run.
//
// Prints a line for each event, and one for each kind: instructions a reading, bytes of the detector, bytes of stack.
// Instructions are counted by the system timer: the emulator runs one a nanosecond, and the timer counts at 25 MHz.
#include <inttypes.h>
#include <stdio.h>

#include "kinds.h"    // made by run: kinds, by the number that Kinds.swift gives them
#include "samples.h"  // made by run: struct sample, samples, sample_count

int32_t motion_play(int32_t kind, int32_t count, const int64_t *timestamps, const double *values,
                    void (*tell)(int32_t phase, int64_t time));

static const char *const phases[] = {"", "began", "ended", "cancelled", "recognized"};

enum { told_most = 64 };
static struct { int32_t phase; int64_t time; } told[told_most];
static int told_count;

static void tell(int32_t phase, int64_t time) {
  if (told_count == told_most) return;
  told[told_count].phase = phase;
  told[told_count++].time = time;
}

static volatile uint32_t *const timer = (volatile uint32_t *)0xE000E010;  // control, reload, value
enum { instructions_a_tick = 40, timer_range = 0x1000000 };

// What no call has used of the stack keeps its paint.
extern uint32_t __heap_end[];  // the lowest word of the stack, by the linker's script
enum { paint = 0x5EA5C3A5 };

static void paint_below(uint32_t *top) {
  for (volatile uint32_t *word = __heap_end; word < top; word++) *word = paint;
}

static int used_below(uint32_t *top) {
  volatile uint32_t *word = __heap_end;
  while (word < top && *word == paint) word++;
  return (int)((uint8_t *)top - (uint8_t *)word);
}

int main(void) {
  uint32_t *top = (uint32_t *)__builtin_frame_address(0) - 64;  // less what main itself uses
  timer[1] = timer_range - 1;
  timer[2] = 0;
  timer[0] = 5;  // on, at the processor's clock
  for (int kind = 0; kind < (int)(sizeof kinds / sizeof *kinds); kind++) {
    int64_t ticks = 0;
    int readings = 0, bytes = 0;
    int stack = 0;
    for (int i = 0; i < sample_count; i++) {
      const struct sample *sample = &samples[i];
      told_count = 0;
      paint_below(top);
      uint32_t before = timer[2];
      bytes = motion_play(kind, sample->count, sample->timestamps, sample->values, tell);
      ticks += (before - timer[2]) & (timer_range - 1);
      int depth = used_below(top);
      if (depth > stack) stack = depth;
      readings += sample->count;
      for (int e = 0; e < told_count; e++)
        printf("event %s %s %s %" PRId64 "\n", sample->name, kinds[kind], phases[told[e].phase],
               told[e].time);
    }
    printf("kind %s %" PRId64 " %d %d\n", kinds[kind], ticks * instructions_a_tick / readings, bytes,
           stack);
  }
  return 0;
}
