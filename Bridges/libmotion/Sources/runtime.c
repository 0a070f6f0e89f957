/* SPDX-License-Identifier: Apache-2.0 */

/* What Embedded Swift asks of its platform, and no C library has, or not each. */
#define _GNU_SOURCE
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

#if __has_attribute(swiftcall)
__attribute__((swiftcall)) /* On WebAssembly it has other parameters. */
#endif
/* The fewest digits that are read as value, in Swift's form: 0.0001, 1e-05, 12.0; the length of it. Swift 6.2 asks for it. */
uint64_t swift_float64ToString(char *buffer, size_t size, double value, bool debug) {
  char text[32], digits[24];
  (void)debug;
  if (isnan(value)) return (uint64_t)snprintf(buffer, size, "nan");
  if (isinf(value)) return (uint64_t)snprintf(buffer, size, value < 0 ? "-inf" : "inf");
  /* Written and read in the same locale, whose point is left out below. */
  int count = 0;
  do snprintf(text, sizeof text, "%.*e", count++, fabs(value));
  while (count < 17 && strtod(text, NULL) != fabs(value));
  const char *sign = signbit(value) ? "-" : "", *e = strchr(text, 'e');
  int exponent = atoi(e + 1), length = 0; /* of the first digit */
  for (const char *each = text; each < e; each++)
    if (*each >= '0' && *each <= '9') digits[length++] = *each;
  while (length > 1 && digits[length - 1] == '0') length--;
  digits[length] = 0;
  if (exponent < -4 || fabs(value) > 0x1p53)
    return (uint64_t)snprintf(buffer, size, "%s%c%s%se%c%02d", sign, digits[0], length > 1 ? "." : "", digits + 1,
                              exponent < 0 ? '-' : '+', abs(exponent));
  if (exponent < 0) return (uint64_t)snprintf(buffer, size, "%s0.%.*s%s", sign, -exponent - 1, "000", digits);
  if (length > exponent + 1)
    return (uint64_t)snprintf(buffer, size, "%s%.*s.%s", sign, exponent + 1, digits, digits + exponent + 1);
  return (uint64_t)snprintf(buffer, size, "%s%s%.*s.0", sign, digits, exponent + 1 - length, "0000000000000000");
}
