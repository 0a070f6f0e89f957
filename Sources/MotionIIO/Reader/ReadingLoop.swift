// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage

/// A way in which a reader's thread waits for readings, a turn at a time.
///
/// While readings come the thread stays with them, as that costs a fraction of being woken by a
/// dispatch source for each. Between two turns the queue does what else there is to do.
protocol ReadingLoop: AnyObject {
  /// True if sources begin its turns; otherwise one turn follows the other.
  var isWoken: Bool { get }

  /// The sources that begin its turns.
  ///
  /// - Throws: the system's error if the process has no descriptor left
  func sources(
    _ reader: QueueBound<ReaderShell>, _ session: AccelerometerSession
  ) throws(Errno) -> [QueueSource]

  /// Waits for readings and has `reader` process them, until they pause, its queue is wanted, or
  /// the time of a turn is over.
  ///
  /// - Throws: the system's error if the process has no descriptor left
  func turn(_ reader: ReaderShell, _ stream: OpenStream) throws(Errno)
}
