// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

extension SourcePlayer {
  /// Plays a recording to its end, or to the end of a part, as fast as possible.
  ///
  /// - Parameters:
  ///   - path: the file or pipe; `-` is standard input
  ///   - part: the seconds to keep, from the first reading on
  ///   - limit: the largest number of readings, for pipes without end; the default is 28 hours at
  ///     100 Hz, and takes 640 MB
  ///   - signals: the signals that stop it
  ///   - onFirst: called with the first reading, whether it is kept or not
  /// - Returns: the readings; nil if a signal came first
  /// - Throws: a ``Failure`` for a bad line, an unreadable file, or more readings
  public static func readings(
    of path: String, part: Range<Double> = 0..<Double.infinity, atMost limit: Int = 10_000_000,
    _ signals: borrowing StopSignals, onFirst: (Reading) -> Void = { _ in }
  ) throws -> [Reading]? {
    struct PartIsOver: Error {}
    var readings: [Reading] = []
    var first: Timestamp?
    func isKept(_ reading: Reading) throws -> Bool {
      let seconds = reading.timestamp.seconds(since: first ?? reading.timestamp)
      if seconds >= part.upperBound { throw PartIsOver() }
      return seconds >= part.lowerBound
    }
    do {
      let ending = try SourcePlayer(.recording(path)).play(signals) { event in
        guard case .readings(let batch) = event else { return }
        if first == nil, let reading = batch.first {
          first = reading.timestamp
          onFirst(reading)
        }
        if part == 0..<Double.infinity {
          readings += batch
        } else {
          for reading in batch where try isKept(reading) { readings.append(reading) }
        }
        guard readings.count <= limit else {
          throw Failure(
            .badData, "\(path): more than \(limit) readings, too many to hold; give a part of it")
        }
      }
      return ending == .finished ? readings : nil
    } catch is PartIsOver {
      return readings
    }
  }
}
