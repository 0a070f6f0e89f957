/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What libmotion asks of its platform besides, in a module of WebAssembly that imports nothing: it can compute, and do
 * nothing else.
 */
#include <stddef.h>
#include <stdint.h>

/* A mistake of ours ends the instance alone: JavaScript gets an error. */
void abort(void) { __builtin_trap(); }
uintptr_t __stack_chk_guard = 0x5A5A5A5A;
void __stack_chk_fail(void) { __builtin_trap(); }

/* wasi-libc's number parser is that of its streams; none is open, so that none is flushed at an exit. */
void __stdio_exit(void) {}
void __stdio_exit_needed(void) {}

/*
 * Unicode's tables, in place of the toolchain's, which are a fifth of the module. Swift asks them how to compare text and
 * to tell characters apart. All text that the detectors compare is ASCII; other text, such as an unknown option, counts
 * by its code points.
 */
uint64_t _swift_stdlib_getBinaryProperties(uint32_t scalar) { return (void)scalar, 0; }
uint32_t _swift_stdlib_getComposition(uint32_t x, uint32_t y) { return (void)x, (void)y, UINT32_MAX; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return (void)scalar, 0; }
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return (void)scalar, UINT8_MAX; }
int32_t _swift_stdlib_getMapping(uint32_t scalar, uint8_t mapping) { return (void)scalar, (void)mapping, 0; }
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return (void)scalar, 0; }
uint8_t _swift_stdlib_getNumericType(uint32_t scalar) { return (void)scalar, UINT8_MAX; }
const uint8_t *_swift_stdlib_getSpecialMapping(uint32_t scalar, uint8_t mapping, size_t *length) {
  return (void)scalar, (void)mapping, *length = 0, (const uint8_t *)0;
}
_Bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return (void)scalar, 0; }
_Bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return (void)scalar, 0; }
const uint8_t _swift_stdlib_nfd_decompositions[1] = {0};
