// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The answer of a broker that refuses a connection, by its number in MQTT 3.1.1 (3.2.2.3).
package struct ConnectionRefusal: Hashable, Sendable {
  /// The reason, as a sentence without a period.
  package var reason: String
  /// The advice for a person; nil for a refusal that passes by itself.
  package var remedy: String?
  /// A Boolean value that indicates whether the broker knows us, and does not let us in.
  package var isForbidden: Bool

  /// The refusal with the number `code`.
  ///
  /// - Parameters:
  ///   - code: the return code of CONNACK
  ///   - device: the identifier of this device
  package init(code: Int32, device: String) {
    let account = "check --username and --password-file, and what the broker lets that user do"
    (reason, remedy, isForbidden) =
      switch code {
      case 1:
        ("it speaks another version of MQTT", "motion-mqtt speaks 3.1.1: let it speak that", false)
      case 2:
        (
          "it does not take the client identifier motiond-\(device)",
          "give this device another name (--device)", true
        )
      case 3: ("it is unavailable for now", nil, false)
      case 4: ("the user or the password is wrong", account, true)
      case 5: ("not authorized", account, true)
      default: ("it gives the reason \(code), which MQTT 3.1.1 lacks", "check --host", false)
      }
  }
}

/// A bound of what a broker may send: it answers what it is sent, and says little else.
///
/// The relay subscribes to nothing. A broker that sends without end would take a whole processor.
package struct ReadAllowance: Sendable {
  /// The reads of a minute that need no message of ours: the beginning of TLS, answers to pings.
  package static let unasked = 1000
  /// The reads that each message of ours may bring: its acknowledgment, in some pieces.
  package static let perMessage = 10

  private var since: Timestamp
  private var left = unasked

  /// An allowance of a connection that begins at `time`.
  package init(at time: Timestamp) { since = time }

  /// Counts a message that was sent.
  package mutating func noteMessage() { left += Self.perMessage }

  /// Counts a read at `time`.
  ///
  /// - Returns: false if the broker sent too much
  package mutating func noteRead(at time: Timestamp) -> Bool {
    if time.nanoseconds(since: since) >= 60_000_000_000 { (since, left) = (time, Self.unasked) }
    left -= 1
    return left >= 0
  }
}
