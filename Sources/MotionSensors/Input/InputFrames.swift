// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import MotionCore

/// A report of an input device: the values of its axes at one moment.
struct InputFrame: Hashable, Sendable {
  /// The time of the report, on the clock of the events, in nanoseconds.
  var time: Int64
  /// The raw values of x, y and z.
  var values: [Int32]
  /// The device's own clock, in microseconds, which wraps; nil if it has none.
  var clock: UInt32?
}

/// The frames of a stream of events.
///
/// The kernel sends an axis only if it changed, so this keeps the last value of each. After
/// `SYN_DROPPED`, the report under way is torn, and so are those behind it until each axis has come
/// once. If no event waits before that, the values of the other axes are those that the kernel
/// gives on request: they have not changed.
///
/// Source: `Documentation/input/event-codes.rst`.
struct InputFrames: Hashable, Sendable {
  private enum State: Hashable {
    /// Events make a frame.
    case collecting
    /// The kernel dropped events: the events up to the next report are no frame. These axes have
    /// come since.
    case torn(axes: Set<Int>)
    /// A report ended after the loss; the frame is whole once all axes have come.
    case outdated(axes: Set<Int>)
  }

  private let codes: [Int32]
  private var values: [Int32]
  private var clock: UInt32?
  private var state = State.collecting
  /// The number of times that the kernel dropped events.
  private(set) var drops = 0

  /// Frames of a device.
  ///
  /// - Parameters:
  ///   - codes: the codes of its x, y and z axes
  ///   - values: the present values of the axes
  init(_ codes: [Int32], values: [Int32]) {
    (self.codes, self.values) = (codes, values)
  }

  /// A Boolean value that indicates whether events were lost, and the values must be set.
  var isOutdated: Bool { if case .outdated = state { true } else { false } }

  /// Sets the values that the axes have after a loss.
  mutating func set(_ values: [Int32]) {
    self.values = values
    if isOutdated { state = .collecting }
  }

  /// Takes an event, and returns the frame that it ends.
  mutating func process(_ event: input_event) -> InputFrame? {
    switch (state, Int32(event.type), Int32(event.code)) {
    case (_, EV_SYN, SYN_DROPPED):
      drops += 1
      state = .torn(axes: [])
      return nil
    case (.torn(let axes), EV_SYN, SYN_REPORT):
      state = .outdated(axes: axes)
      return nil
    case (.outdated(let axes), EV_SYN, SYN_REPORT):
      guard axes.count == codes.count else { return nil }
      state = .collecting
      return InputFrame(time: input_event_time(event), values: values, clock: clock)
    case (.collecting, EV_SYN, SYN_REPORT):
      return InputFrame(time: input_event_time(event), values: values, clock: clock)
    case (_, EV_ABS, let code):
      if let axis = codes.firstIndex(of: code) { set(axis, event.value) }
      return nil
    case (_, EV_MSC, MSC_TIMESTAMP):
      clock = UInt32(bitPattern: event.value)
      return nil
    case (.collecting, _, _), (.torn, _, _), (.outdated, _, _):
      return nil
    }
  }

  private mutating func set(_ axis: Int, _ value: Int32) {
    values[axis] = value
    switch state {
    case .collecting: break
    case .torn(let axes): state = .torn(axes: axes.union([axis]))
    case .outdated(let axes): state = .outdated(axes: axes.union([axis]))
    }
  }
}
