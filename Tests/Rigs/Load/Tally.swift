// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// Counts of calls and their answers.
final class Tally {
  var (sent, taken, refused, failed) = (0, 0, 0, 0)

  var waiting: Int { sent - taken - refused - failed }

  func count(_ answer: Result<[BusValue], BusError>) {
    switch answer {
    case .success: taken += 1
    // That of sd-bus when none comes.
    case .failure(.refused(_, "org.freedesktop.DBus.Error.NoReply", _)): failed += 1
    case .failure: refused += 1
    }
  }
}
