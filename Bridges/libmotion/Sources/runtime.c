/* SPDX-License-Identifier: Apache-2.0 */

/* What Embedded Swift asks of its platform, and no C library has, or not each. */
#define _GNU_SOURCE
#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The number at the start of text, whatever the locale of the program; the end of it. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
#ifdef __wasm__
  *number = strtod(text, &end); /* wasi-libc has no other locale. */
#else
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!c) return NULL;
  *number = strtod_l(text, &end, c);
  freelocale(c);
#endif
  return end == text ? NULL : end;
}

/* The seed of hashing. No key comes from a stranger, and the same readings shall do the same each time. */
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }
