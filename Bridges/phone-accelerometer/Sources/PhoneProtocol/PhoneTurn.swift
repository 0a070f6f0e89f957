// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An answer of a server, or the reason why there is none.
package enum PhoneAnswer: Hashable, Sendable {
  /// The status, the header `Server`, and the body, of at most 4 MB.
  case response(status: Int, server: String, body: [UInt8])
  /// There was no connection, or it broke, for this reason.
  case failed(reason: String)
  /// The program refuses the answer unread, for this reason, such as its size.
  case refused(reason: String)
}

/// The results of an input of a session.
package struct PhoneTurn<Step: Hashable & Sendable>: Hashable, Sendable {
  /// The readings that came, in order, with increasing times.
  package var readings: [Reading] = []
  /// For the user.
  package var messages: [PhoneMessage] = []
  /// The next action.
  package var next: Step
}

/// A trouble that is reported once, until readings come again.
struct Troubles: Sendable {
  private var current: PhoneMessage?

  /// `message`, unless it was the last one; what varies within a kind is not reported again.
  mutating func report(_ message: PhoneMessage) -> [PhoneMessage] {
    defer { current = message }
    if case .unreachable? = current, case .unreachable = message { return [] }
    if case .noAnswer? = current, case .noAnswer = message { return [] }
    if case .countDown? = current, case .countDown = message { return [] }
    return message == current ? [] : [message]
  }

  /// Ends the trouble, and says so if there was any.
  mutating func end() -> [PhoneMessage] {
    defer { current = nil }
    return current == nil ? [] : [.back]
  }
}

/// Readings that were left out, reported at the first, the tenth, the hundredth and so on.
struct Drops: Sendable {
  var count = 0

  /// The message about the number of drops, if a power of ten lies after `before`.
  func report(since before: Int) -> [PhoneMessage] {
    var step = 1
    while step <= before { step *= 10 }
    return step <= count ? [.droppedValues(count: count)] : []
  }
}

/// The readings of a server that sends them one by one, on their way into a recording: those that
/// are plausible get a place, and the others are counted.
struct ReadingIntake: Sendable {
  private var timeline = PhoneTimeline()
  private var drops = Drops()

  /// Takes the next reading.
  ///
  /// - Parameters:
  ///   - acceleration: in m/s²; nil if it was not an acceleration
  ///   - time: by the clock of the sender; nil if it has none
  ///   - elapsed: the time that passed since the one before, in s; nil for the first
  /// - Returns: the reading at its place, unless it is late or was left out; and the messages
  mutating func take(
    _ acceleration: Acceleration?, at time: Timestamp?, elapsed: Double?
  ) -> (readings: [Reading], messages: [PhoneMessage]) {
    guard let acceleration, let time,
      Reading(timestamp: time, acceleration: acceleration).isPlausible
    else {
      drops.count += 1
      return ([], drops.report(since: drops.count - 1))
    }
    switch timeline.place(time, elapsed: elapsed) {
    case .late: return ([], [])
    case .at(let place, let gap):
      return ([Reading(timestamp: place, acceleration: acceleration)], gap.map { [$0] } ?? [])
    }
  }
}
