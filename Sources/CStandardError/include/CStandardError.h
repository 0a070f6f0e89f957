// SPDX-License-Identifier: Apache-2.0

// Standard error of a process whose libraries write to it.
#pragma once

/// Filters what libraries write to `stderr` from now on.
///
/// Lines of libiio, which begin with ERROR:, WARNING: or DEBUG:, are dropped, as the results of its functions report the
/// same errors. Others, such as libxml2's, which quote what a server sent, are printed as ASCII behind "a library: ".
/// Call it before there are threads.
void guard_standard_error(void);
