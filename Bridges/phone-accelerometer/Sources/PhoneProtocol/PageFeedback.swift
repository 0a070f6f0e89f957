// SPDX-License-Identifier: Apache-2.0

/// A line of an app, for the page to say: an event as motiond's commands write it, or what the app
/// did about it.
package struct PageEvent: Hashable, Sendable, Codable {
  /// The number of the event, from 1 on.
  var number: Int?
  /// The outcome: `undone`, `redone`, or `nothing`; `noGravity` if reading ends.
  var action: String?
  /// The name of the edit that an app undid.
  var name: String?
  /// An event's kind, its phase, the reason of a cancellation, and the rule that a motion lacks.
  var motion, phase, reason, lacks: String?
  /// An event's numbers.
  var swings, has, needs, duration, late: Double?

  private enum CodingKeys: String, CodingKey {
    case number, action, name, motion, phase, reason, lacks, swings, has, needs
    case duration = "duration_ms"
    case late = "late_ms"
  }
}

/// The page's words on motions: the lines of an app, numbered, as answers may be lost.
struct PageFeedback: Sendable {
  /// The most events that are kept for a page.
  private static let mostEvents = 32
  /// The most characters of a text.
  private static let longestText = 100

  private var events: [PageEvent] = []
  private var count = 0

  /// The events after the event of this number.
  func events(after seen: Int) -> [PageEvent] { events.filter { $0.number ?? 0 > seen } }

  /// Takes the failure that ends the program.
  mutating func take(_ failure: PhoneFailure) {
    guard case .noGravity(let magnitude, _) = failure else { return }
    append(PageEvent(action: "noGravity", has: magnitude))
  }

  /// Takes a line such as `{"action":"undone","name":"Typing"}`, or one of `motionctl monitor`.
  ///
  /// - Returns: false for any other line
  mutating func take(line: [UInt8]) -> Bool {
    guard var event = try? BoundedJSON.decode(PageEvent.self, from: line) else { return false }
    for text in [\PageEvent.name, \.phase, \.reason, \.lacks] {
      event[keyPath: text] = event[keyPath: text].map { String($0.inLine.prefix(Self.longestText)) }
    }
    switch (event.action, event.motion, event.phase) {
    case ("undone", nil, nil), ("redone", nil, nil), ("nothing", nil, nil): append(event)
    case (nil, "shake", _?): append(event)
    case (nil, _?, _?): break  // Another kind, which undoes nothing.
    default: return false
    }
    return true
  }

  private mutating func append(_ event: PageEvent) {
    count += 1
    var event = event
    event.number = count
    events = events.suffix(Self.mostEvents - 1) + [event]
  }
}
