// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An unchecked report of a panel at one moment.
public struct TouchFrame: Hashable, Sendable {
  /// The time of measurement, on the input's clock (libinput: `CLOCK_MONOTONIC`).
  public var timestamp: Timestamp
  /// The changes of the fingers, in order.
  public var changes: [TouchChange]

  /// A frame of `changes` at `timestamp`.
  public init(timestamp: Timestamp, changes: [TouchChange]) {
    self.timestamp = timestamp
    self.changes = changes
  }
}

/// A change of one finger.
public struct TouchChange: Hashable, Sendable {
  /// The panel's number of the finger, which it uses again for another.
  public var finger: Int32
  /// The kind of change.
  public var kind: Kind
  /// The thing that touches.
  public var tool: TouchTool
  /// Half the larger diameter of the contact, in points; 0 if unknown.
  public var radius: Double

  /// A kind of change.
  public enum Kind: Hashable, Sendable {
    /// It touches the panel at this place.
    case down(Point)
    /// It is at this place now.
    case move(Point)
    /// It lifted.
    case up
    /// The panel takes the touch back, as for a palm.
    case cancel
  }

  /// A change of `finger`, which does `kind`.
  public init(_ finger: Int32, _ kind: Kind, tool: TouchTool = .finger, radius: Double = 0) {
    self.finger = finger
    self.kind = kind
    self.tool = tool
    self.radius = radius
  }
}

/// A thing that touches a panel.
public enum TouchTool: Hashable, Sendable {
  /// A finger.
  case finger
  /// A pen.
  case pen
  /// A mouse or another pointer, fed as a touch.
  case pointer
}

/// A step of an input of touches, from a panel, a toolkit or a recording.
public enum TouchStep: Hashable, Sendable {
  /// A report of the panel.
  case frame(TouchFrame)
  /// It is this late, and no earlier frame is waiting.
  case time(Timestamp)
  /// The panel is lost or in other use: all that is open is cancelled.
  case interruption
}

/// A source of touches and, on request, of the time, in order.
///
/// Some gestures are recognized because time passes, such as a press. The recognizing side requests
/// that time, and the source sends ``TouchStep/time(_:)`` after all earlier frames: it alone knows
/// what waits.
///
/// ```swift
/// @MainActor func follow(_ source: some TouchSource) async throws {
///   for try await step in source {
///     application.receive(step)
///     source.remind(at: application.touchDeadline)
///   }
/// }
/// ```
public protocol TouchSource: AsyncSequence where Element == TouchStep {
  /// Requests a step with the time once it is `deadline` and every earlier frame has come.
  ///
  /// - Parameter deadline: on the clock of the steps; it replaces the one before, and nil withdraws
  ///   it
  func remind(at deadline: Timestamp?)
}
