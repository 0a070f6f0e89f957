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
/// `SYN_DROPPED`, the events up to the next report are torn. This also skips the events that wait
/// behind them: the values that the kernel then gives on request are newer.
///
/// Source: `Documentation/input/event-codes.rst`.
struct InputFrames: Hashable, Sendable {
  private enum State: Hashable {
    /// Events make a frame.
    case collecting
    /// The kernel dropped events: the events up to the next report are of no use.
    case torn
    /// A report ended after the loss: request the values as soon as no event waits.
    case outdated
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
  var isOutdated: Bool { state == .outdated }

  /// Sets the values that the axes have after a loss.
  mutating func set(_ values: [Int32]) {
    self.values = values
    if state == .outdated { state = .collecting }
  }

  /// Takes an event, and returns the frame that it ends.
  mutating func process(_ event: input_event) -> InputFrame? {
    switch (state, Int32(event.type), Int32(event.code)) {
    case (_, EV_SYN, SYN_DROPPED):
      drops += 1
      state = .torn
      return nil
    case (.torn, EV_SYN, SYN_REPORT):
      state = .outdated
      return nil
    case (.collecting, EV_SYN, SYN_REPORT):
      return InputFrame(time: input_event_time(event), values: values, clock: clock)
    case (.collecting, EV_ABS, let code):
      if let axis = codes.firstIndex(of: code) { values[axis] = event.value }
      return nil
    case (.collecting, EV_MSC, MSC_TIMESTAMP):
      clock = UInt32(bitPattern: event.value)
      return nil
    case (.collecting, _, _), (.torn, _, _), (.outdated, _, _):
      return nil
    }
  }
}
