// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// One finger from going down to lifting.
public struct Contact: Hashable, Sendable, Identifiable {
  /// The identity of a contact: no other contact of its tracker has it, not even a later one.
  public struct ID: Hashable, Comparable, Sendable {
    /// Counted from 1 in the order of beginning.
    public let number: UInt64

    package init(number: UInt64) {
      self.number = number
    }

    /// True if `left` began before `right`.
    public static func < (left: ID, right: ID) -> Bool {
      left.number < right.number
    }
  }

  /// The phase of a contact in a ``ContactFrame``; ResponderKit's `Touch.Phase` is this type.
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// It was put down.
    case began
    /// It is at another place than before.
    case moved
    /// It is down and does nothing: the frame is about others.
    case stationary
    /// It was lifted.
    case ended
    /// The panel took it back, or was lost.
    case cancelled
  }

  /// The identity.
  public let id: ID
  /// The panel's number of the finger.
  public let finger: Int32
  /// The phase in this frame.
  public internal(set) var phase: Phase
  /// The place where it is, or was last known to be.
  public internal(set) var location: Point
  /// The place in the frame before; at the beginning its ``location``.
  public internal(set) var previousLocation: Point
  /// The time when it last did anything, on the input's clock.
  public internal(set) var timestamp: Timestamp
  /// The thing that touches.
  public let tool: TouchTool
  /// Half the larger diameter, in points; 0 if unknown.
  public internal(set) var radius: Double

  /// ``timestamp`` in the frame before, for a move that leads back within one frame.
  var previousTimestamp: Timestamp

  /// Makes it a contact that does nothing, as in frames about other contacts.
  package mutating func rest() {
    phase = .stationary
    previousLocation = location
    previousTimestamp = timestamp
  }

  /// Cancels it at `now`.
  package mutating func cancel(at now: Timestamp) {
    phase = .cancelled
    timestamp = now
  }
}

/// The phases of all fingers at one moment, one for each finger.
public struct ContactFrame: Hashable, Sendable {
  /// The time on the input's clock; it never decreases until an interruption.
  public internal(set) var timestamp: Timestamp
  /// All contacts that are down or end here, in the order of their beginning.
  public internal(set) var contacts: [Contact]

  /// A part of a frame, such as the fingers in one window.
  package init(timestamp: Timestamp, contacts: [Contact]) {
    self.timestamp = timestamp
    self.contacts = contacts
  }
}
