// SPDX-License-Identifier: Apache-2.0

/// An event of a source of readings: an accelerometer, a recording or a simulation.
///
/// A source describes itself with `Device`, and a fault with `Problem`. Both are stored apart:
/// otherwise every reading would be as large as a device.
public enum SourceEvent<Device: Sendable, Problem: Sendable>: Sendable {
  /// The source found a device, and its readings follow.
  indirect case started(Device)
  /// The next readings, in order: at least one, and all that came together.
  case readings(ArraySlice<Reading>)
  /// The time on the readings' clock now, with no reading up to now waiting.
  case time(Timestamp)
  /// No readings come for a while, because nobody needs any: the next one continues the stream.
  case paused
  /// The device itself noticed that it moves, while no readings came.
  case moved(at: Timestamp)
  /// The device itself recognized a motion of this kind.
  case recognized(MotionKind, at: Timestamp)
  /// The readings broke off: what comes next does not continue them.
  case interrupted
  /// The device is gone, and the source looks for it.
  indirect case lost(Problem)
  /// A problem that users should know, and that changes nothing.
  indirect case warning(Problem)
  /// There are no more readings.
  case ended
}

extension SourceEvent: Equatable where Device: Equatable, Problem: Equatable {}
extension SourceEvent: Hashable where Device: Hashable, Problem: Hashable {}
