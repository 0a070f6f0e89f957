// Standard error of a process whose libraries write to it.
#pragma once

/// Drops the lines that libiio writes to `stderr` from now on: those that begin with ERROR:, WARNING: or DEBUG:.
///
/// What it tells, callers learn from the results of its functions. To be called before there are threads.
void drop_messages_of_libiio(void);
