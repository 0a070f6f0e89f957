// SPDX-License-Identifier: Apache-2.0

// The standard error of a process with libraries that write to it.
#pragma once

/// Filters the output of libraries to `stderr` from now on.
///
/// It drops lines of libiio, which begin with ERROR:, WARNING: or DEBUG:, because the results of
/// its functions report the same errors. It prints other lines, such as libxml2's, which quote a
/// server's text, as ASCII behind "a library: ". Call it before there are threads.
///
/// write_line gets each such line, without a newline; it may not print by stdio.
void guard_standard_error(void (*write_line)(const char *));
