// Standard error of a process whose libraries write to it.
#pragma once

/// Drops the lines that libiio writes to `stderr` from now on: those that begin with ERROR:, WARNING: or DEBUG:.
///
/// The results of its functions report the same errors. Call it before there are threads.
void drop_messages_of_libiio(void);
