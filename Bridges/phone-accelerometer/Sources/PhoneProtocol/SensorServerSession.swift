// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A reading that SensorServer sends as a frame of text.
struct SensorServerFrame: Decodable {
  private var values: [BoundedJSON.Number]
  /// In ns; beyond 2^53 after 104 days, so never a Double.
  var timestamp: Int64
  /// The sensor; nil unless some client has several.
  var type: String?

  /// Acceleration in m/s²; nil if a value is not a number.
  var acceleration: SIMD3<Double>? {
    guard values.count >= 3, let x = values[0].value, let y = values[1].value,
      let z = values[2].value
    else { return nil }
    return SIMD3(x, y, z)
  }
}

/// Reading SensorServer: when to connect, and what frames and silence mean.
package struct SensorServerSession: StreamSession {
  package static let app = PhoneRecording.App.sensorServer

  private typealias Turn = PhoneTurn<StreamStep>

  private enum State {
    /// A connection is being made, or waited for.
    case connecting
    /// It is there; the last frame came, or the connection was made, at this moment.
    case open(since: Timestamp)
    /// It is there, and nothing has come for a while.
    case silent(since: Timestamp)
    case ended
  }

  /// The longest time without a reading before the user hears of it, and before the session
  /// connects again, as a network that is gone closes nothing: 2 s and 10 s.
  private static let silence: Int64 = 2_000_000_000
  private static let longestSilence: Int64 = 10_000_000_000
  private static let type = "android.sensor.accelerometer"

  private let address: PhoneAddress
  private var state = State.connecting
  private var intake = ReadingIntake()
  private var troubles = Troubles()
  private var failures = 0
  /// The moment of the last reading.
  private var heard: Timestamp?
  private var hasToldType = false

  /// A session before its first connection.
  package init(_ address: PhoneAddress) { self.address = address }

  /// The path and query of the connection.
  package static let path = "/sensor/connect?type=\(type)"

  package var notes: [RecordingNote] {
    [
      RecordingNote("device", "phone at \(address.host)"),
      RecordingNote("source", "SensorServer at \(address)"),
      RecordingNote("sensor", Self.type),
    ]
  }

  package mutating func process(
    _ input: StreamInput, at now: Timestamp
  ) -> PhoneTurn<StreamStep> {
    switch (state, input) {
    case (.ended, _): return .goOn()
    case (.connecting, .opened):
      state = .open(since: now)
      return .goOn()
    case (.open, .opened), (.silent, .opened): return .goOn()
    case (.open, .data(let text)), (.silent, .data(let text)): return read(text, now)
    // A connection that the session has given up still delivers this.
    case (.connecting, .data): return .goOn()
    case (_, .failed(let reason)): return connect(.unreachable(address, reason: reason))
    case (_, .closed(let code, let reason)): return close(code, reason)
    case (.connecting, .ticked): return .goOn()
    case (.open(let since), .ticked):
      guard now.nanoseconds(since: since) >= Self.silence else { return .goOn() }
      state = .silent(since: since)
      return .goOn([], troubles.report(.dark))
    case (.silent(let since), .ticked):
      guard now.nanoseconds(since: since) >= Self.longestSilence else { return .goOn() }
      state = .connecting
      return Turn(next: .connect(after: .zero))
    }
  }

  private mutating func read(_ text: [UInt8], _ now: Timestamp) -> Turn {
    let frame: SensorServerFrame
    do throws(BoundedJSON.Problem) {
      frame = try BoundedJSON.decode(SensorServerFrame.self, from: text)
    } catch { return connect(.badAnswer(error.description)) }
    if let type = frame.type, type.lowercased() != Self.type {
      defer { hasToldType = true }
      return .goOn([], hasToldType ? [] : [.otherSensor(type.inLine)])
    }
    defer { heard = now }
    let elapsed = heard.map { now.seconds(since: $0) }
    state = .open(since: now)
    failures = 0
    let (readings, messages) = intake.take(
      frame.acceleration, at: Timestamp(nanoseconds: frame.timestamp), elapsed: elapsed)
    return .goOn(readings, troubles.end() + messages)
  }

  private mutating func close(_ code: Int?, _ reason: String) -> Turn {
    let reason = reason.inLine
    switch code {
    case 4001?: return end(.noSensor)
    case 4005?: return end(.closedOnPhone)
    case 4009?: return end(.notPermitted)
    case 4004?: return connect(.serverStopped)
    case let code? where (4000...4999).contains(code):
      return end(.refused(code: code, reason: reason))
    case let code: return connect(.closed(code: code, reason: reason))
    }
  }

  private mutating func end(_ failure: PhoneFailure) -> Turn {
    state = .ended
    return Turn(next: .end(failure))
  }

  private mutating func connect(_ trouble: PhoneMessage) -> Turn {
    state = .connecting
    failures += 1
    let delay = Duration.milliseconds(min(2000, 125 << min(failures, 5)))
    return Turn(messages: troubles.report(trouble), next: .connect(after: delay))
  }
}
