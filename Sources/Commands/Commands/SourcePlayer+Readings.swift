// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

extension SourcePlayer {
  /// Plays a recording to its end, as fast as possible.
  ///
  /// - Parameters:
  ///   - path: the file or pipe; `-` is standard input
  ///   - limit: the largest number of readings, for pipes without end; the default is 28 hours at
  ///     100 Hz, and takes 640 MB
  ///   - signals: the signals that stop it
  /// - Returns: the readings; nil if a signal came first
  /// - Throws: a ``Failure`` for a bad line, an unreadable file, or more readings
  public static func readings(
    of path: String, atMost limit: Int = 10_000_000, _ signals: borrowing StopSignals
  ) throws -> [Reading]? {
    var readings: [Reading] = []
    let ending = try SourcePlayer(.recording(path)).play(signals) { event in
      guard case .readings(let batch) = event else { return }
      readings += batch
      guard readings.count <= limit else {
        throw Failure(
          .badData,
          "\(path): more than \(limit) readings, too many to hold; cut it into recordings of its parts"
        )
      }
    }
    return ending == .finished ? readings : nil
  }
}
