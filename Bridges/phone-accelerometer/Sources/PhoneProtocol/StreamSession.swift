// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Reading a server that sends readings by itself: what to do, and what its data and silence mean.
package protocol StreamSession: Sendable {
  /// The app or server.
  static var app: PhoneRecording.App { get }
  /// The notes of the recording's header.
  var notes: [RecordingNote] { get }

  /// Takes what happened, at a time of a clock that only goes forward.
  mutating func process(_ input: StreamInput, at now: Timestamp) -> PhoneTurn<StreamStep>
}

/// An event of a connection.
package enum StreamInput: Hashable, Sendable {
  /// It is there.
  case opened
  /// A packet or a text came.
  case data([UInt8])
  /// There is no connection, or it broke, for this reason.
  case failed(reason: String)
  /// The server closed it, with a WebSocket code; nil if there was none.
  case closed(code: Int?, reason: String)
  /// Time passed: a quarter of a second.
  case ticked
}

/// An action on a connection.
package enum StreamStep: Hashable, Sendable {
  /// Keep it, and send these packets.
  case goOn(sending: [[UInt8]])
  /// Drop it, if there is one, and connect after a delay.
  case connect(after: Duration)
  /// Drop it, and end.
  case end(PhoneFailure)
}

extension PhoneTurn<StreamStep> {
  /// Keeps the connection.
  static func goOn(
    _ readings: [Reading] = [], _ messages: [PhoneMessage] = [], sending packets: [[UInt8]] = []
  ) -> Self {
    Self(readings: readings, messages: messages, next: .goOn(sending: packets))
  }
}
