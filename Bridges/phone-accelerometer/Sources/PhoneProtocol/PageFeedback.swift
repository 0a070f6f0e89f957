// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The result of a motion, for the page to say.
public struct PageEvent: Hashable, Sendable, Encodable {
  /// The kinds of results.
  public enum Result: String, Hashable, Sendable, Encodable {
    /// A shake is under way.
    case began
    /// A shake, of so many seconds.
    case ended
    /// The window of a shake is over, and it goes on.
    case tooLong
    /// The shaking that was too long stopped: its seconds, and by how many it was too long.
    case long
    /// A motion that is no shake: its swings, and the rule that it lacks.
    case notAShake
    /// The readings broke off.
    case cancelled
    /// An app undid, redid, or had nothing to undo.
    case undone, redone, nothing
    /// At rest the readings lack gravity, or have another unit: `magnitude` in m/s².
    case noGravity
  }

  /// The number of the event, from 1 on.
  public var number = 0
  /// The kind of the result.
  public var result: Result
  /// Numbers of the result, in seconds and m/s².
  public var seconds, excess, magnitude: Double?
  /// The number of swings.
  public var swings: Int?
  /// The rule that a motion lacks, by its name in explanations.
  public var lacks: String?
  /// The name of the edit that an app undid.
  public var name: String?

  init(_ result: Result) { self.result = result }
}

/// The way from readings to what the page says of them, by the pipeline of every source.
public struct PageFeedback: Sendable {
  /// An action of an app, as a line of JSON that it wrote.
  private struct Action: Decodable {
    var action: String
    var name: String?
  }

  /// The most events that are kept for a page: the answers that have them may be lost.
  private static let mostEvents = 32
  /// The most characters of a name.
  private static let longestName = 100

  private var pipeline = MotionPipeline([.shake()], isExplaining: true)
  private var events: [PageEvent] = []
  private var count = 0

  /// Feedback without events.
  public init() {}

  /// The events after the event of this number.
  public func events(after seen: Int) -> [PageEvent] { events.filter { $0.number > seen } }

  /// Takes the next readings.
  public mutating func take(_ readings: [Reading]) {
    var found: [PageEvent] = []
    pipeline.process(readings[...]) { finding, _ in
      if let event = PageEvent(finding) { found.append(event) }
    }
    for event in found { append(event) }
  }

  /// Takes the failure that ends the program.
  public mutating func take(_ failure: PhoneFailure) {
    guard case .noGravity(let magnitude) = failure else { return }
    var event = PageEvent(.noGravity)
    event.magnitude = magnitude
    append(event)
  }

  /// Takes a line of an app, such as `{"action":"undone","name":"Typing"}`.
  ///
  /// - Returns: false if it is not such a line
  public mutating func take(line: [UInt8]) -> Bool {
    guard let action = try? BoundedJSON.decode(Action.self, from: line),
      let result = PageEvent.Result(rawValue: action.action),
      [.undone, .redone, .nothing].contains(result)
    else { return false }
    var event = PageEvent(result)
    event.name = action.name.map { String($0.inLine.prefix(Self.longestName)) }
    append(event)
    return true
  }

  private mutating func append(_ event: PageEvent) {
    count += 1
    var event = event
    event.number = count
    events = events.suffix(Self.mostEvents - 1) + [event]
  }
}

extension PageEvent {
  /// The event that tells a finding to a person who learns to shake; nil if it tells nothing.
  fileprivate init?(_ finding: MotionFinding) {
    switch finding {
    case .state: return nil
    case .rejection(.shake(let rejection)): self.init(rejection)
    case .event(let event):
      switch event.phase {
      case .began: self.init(.began)
      case .cancelled(.tooLong): self.init(.tooLong)
      case .cancelled(.interrupted): self.init(.cancelled)
      // What it lacks is told by a rejection.
      case .cancelled(.notAShake), .recognized: return nil
      case .ended:
        self.init(.ended)
        seconds = event.measurements?[ShakeMeasurements.self]?.duration.seconds
      }
    }
  }

  private init(_ rejection: ShakeRejection) {
    if case .long(let seconds, let window) = rejection.shortcoming {
      self.init(.long)
      (self.seconds, excess) = (seconds, seconds - window)
      return
    }
    self.init(.notAShake)
    (swings, lacks) = (rejection.swings, rejection.shortcoming.rule)
  }
}
