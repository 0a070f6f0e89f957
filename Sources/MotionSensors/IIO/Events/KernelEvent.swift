// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An event of a driver, in the form of the kernel's `struct iio_event_data`.
///
/// Source: `include/uapi/linux/iio/events.h` and `types.h`.
struct KernelEvent: Hashable, Sendable {
  /// The size of the structure in bytes.
  static let size = 16
  /// The type of channels of acceleration, `IIO_ACCEL`.
  static let acceleration: UInt8 = 3
  /// The modifier for all axes together, `IIO_MOD_X_AND_Y_AND_Z`.
  static let allAxes: UInt8 = 7

  /// The rule of an event, `enum iio_event_type`.
  enum Rule: UInt8 {
    case threshold, magnitude, rateOfChange, adaptiveThreshold, adaptiveMagnitude, change
    case referencedMagnitude, gesture
  }

  /// The direction of an event, `enum iio_event_direction`.
  enum Direction: UInt8 {
    case either, rising, falling, none, singleTap, doubleTap
  }

  /// The code of channel, rule and direction.
  let id: UInt64
  /// The time, on the clock that `current_timestamp_clock` names.
  let timestamp: Timestamp

  /// The rule; nil if unknown.
  var type: Rule? { Rule(rawValue: UInt8(truncatingIfNeeded: id >> 56)) }
  /// The direction; nil if unknown.
  var direction: Direction? { Direction(rawValue: UInt8(truncatingIfNeeded: id >> 48) & 0x7F) }
  /// The part of the channel, such as an axis: `enum iio_modifier`.
  var modifier: UInt8 { UInt8(truncatingIfNeeded: id >> 40) }
  /// The type of the channel: `enum iio_chan_type`.
  var channelType: UInt8 { UInt8(truncatingIfNeeded: id >> 32) }

  /// Returns the complete events in `bytes`, without a partial event at the end.
  static func decoded(_ bytes: UnsafeRawBufferPointer) -> [KernelEvent] {
    (0..<bytes.count / size).map { index in
      KernelEvent(
        id: bytes.loadUnaligned(fromByteOffset: index * size, as: UInt64.self),
        timestamp: Timestamp(
          nanoseconds: bytes.loadUnaligned(fromByteOffset: index * size + 8, as: Int64.self)))
    }
  }
}
