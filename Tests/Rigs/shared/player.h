// SPDX-License-Identifier: Apache-2.0

/* Plays readings on command: what the virtual sensors have in common.
 *
 * Commands come as lines on standard input; readings are in LSB of the sensor:
 *
 *   rest X Y Z   shows this reading from now on
 *   X Y Z        queues a reading
 *   pause MS     queues a stall: the sensor sends nothing for so long, listened to or not
 *   run COMMAND  queues a command of the shell, which is started when its turn comes
 *   play         plays what is queued, once, one reading a period, while the sensor is listened to
 *   unplug       vanishes: at once, or a period behind the last reading that is being played
 *
 * Before, between and after, the reading shown last is repeated: a sensor at rest. The end of
 * standard input unplugs too. Told on standard output, a line each: stalled; resumed; played COUNT,
 * which counts pauses and commands too.
 */
#include <stdint.h>

struct reading { int32_t axis[3]; };

/* What a sensor has. */
void show(const struct reading *reading);
void unplug(void);

/* What it calls: when standard input is readable, and when a period is over. */
extern struct reading shown;
void take_commands(void);
void tick(void);
void fail(const char *what);
