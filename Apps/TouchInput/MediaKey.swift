// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

/// A key of a headset or a remote control that was pressed or released.
///
/// ResponderKit's `MediaKeys` makes commands of them:
/// `keys.process(code: key.code, value: key.isPressed ? 1 : 0, at: key.timestamp)`.
public struct MediaKey: Hashable, Sendable {
  /// The key, as evdev numbers them (`linux/input-event-codes.h`).
  public var code: UInt16
  /// True if it was pressed, false if it was released, or its device is gone.
  public var isPressed: Bool
  /// The time on `CLOCK_MONOTONIC`.
  public var timestamp: Timestamp

  /// An event of the key `code`.
  public init(code: UInt16, isPressed: Bool, timestamp: Timestamp) {
    (self.code, self.isPressed, self.timestamp) = (code, isPressed, timestamp)
  }

  /// The keys that control media; others are not reported.
  package static let codes = Set(MediaCommand.ofKeys.keys)
}
