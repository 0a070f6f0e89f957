// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension MQTTDevice {
  /// The topics of commands for the device.
  package var commandFilter: String { "\(prefix)/\(identifier)/command/#" }
  private var captureCommandTopic: String { "\(prefix)/\(identifier)/command/capture" }

  /// The topic of a part of the capture `id`: `head`, `error` or the number of a chunk.
  func captureTopic(_ id: String, _ part: String) -> String {
    "\(prefix)/\(identifier)/capture/\(id)/\(part)"
  }

  /// The capture that a message asks for.
  ///
  /// - Parameters:
  ///   - topic: its topic
  ///   - payload: the id that the answer is to have
  /// - Returns: the id; nil for any other command
  package func captureID(_ topic: String, _ payload: [UInt8]) -> String? {
    guard topic == captureCommandTopic, let id = String(validating: payload, as: UTF8.self),
      Self.isIdentifier(id)
    else { return nil }
    return id
  }
}

/// The rule for commands: one capture an hour, and nothing else.
///
/// Of thousands of commands at most one a minute is answered with a refusal, so that who sends them
/// makes the device send nothing to speak of.
package struct CommandRule: Sendable {
  /// The longest payload of a command, in bytes: a longer one is dropped unread.
  package static let longestPayload = 1024
  /// The shortest time between two captures.
  static let period = Duration.seconds(3600)
  /// The shortest time between two attempts, and between two refusals that are answered.
  static let pause = Duration.seconds(60)

  /// The decision on a command.
  package enum Decision: Hashable, Sendable {
    /// Ask motiond for a capture of this id.
    case capture(String)
    /// Answer that there is no capture of this id, and why.
    case refuse(String, reason: String)
    /// Do nothing but count.
    case ignore
  }

  private enum State {
    /// The next capture is allowed from that time on.
    case ready(from: Timestamp)
    /// motiond is asked for one.
    case asking(String)
  }

  /// The number of commands that were refused.
  package private(set) var refused = 0
  /// The number of commands that were too long.
  package private(set) var dropped = 0

  private let device: MQTTDevice
  private var state = State.ready(from: Timestamp(nanoseconds: .min))
  private var lastRefusal: Timestamp?

  /// A rule for the commands to `device`.
  package init(_ device: MQTTDevice) {
    self.device = device
  }

  /// Decides on the command in a message.
  ///
  /// - Parameters:
  ///   - topic: its topic
  ///   - payload: its payload; nil if that was too long
  ///   - now: the time, on a clock that never goes back
  /// - Returns: the decision
  package mutating func decide(
    _ topic: String, _ payload: [UInt8]?, at now: Timestamp
  ) -> Decision {
    guard let payload else {
      dropped += 1
      return .ignore
    }
    guard let id = device.captureID(topic, payload) else {
      refused += 1
      return .ignore
    }
    switch state {
    case .ready(let time) where now >= time:
      state = .asking(id)
      return .capture(id)
    case .ready(let time):
      let seconds = time.nanoseconds(since: now) / 1_000_000_000 + 1
      return refuse(id, "one capture an hour: ask again in \(seconds) s", now)
    case .asking: return refuse(id, "another capture is under way", now)
    }
  }

  private mutating func refuse(_ id: String, _ reason: String, _ now: Timestamp) -> Decision {
    refused += 1
    guard lastRefusal.map({ now.nanoseconds(since: $0) >= Self.pause.nanoseconds }) ?? true
    else { return .ignore }
    lastRefusal = now
    return .refuse(id, reason: reason)
  }

  /// Notes motiond's answer.
  ///
  /// - Parameters:
  ///   - hasRecording: true if it gave a recording
  ///   - now: the time
  /// - Returns: the id of the capture; nil if none was asked for
  package mutating func answered(_ hasRecording: Bool, at now: Timestamp) -> String? {
    switch state {
    case .ready: return nil
    case .asking(let id):
      let wait = hasRecording ? Self.period : Self.pause
      state = .ready(from: now.advanced(byNanoseconds: wait.nanoseconds))
      return id
    }
  }
}
