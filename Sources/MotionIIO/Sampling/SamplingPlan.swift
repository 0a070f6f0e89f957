// SPDX-License-Identifier: Apache-2.0

import MotionReader

/// The ways in which an accelerometer can be sampled, derived from its attributes.
///
/// A way may fail all the same: a trigger can be set and yet never fire.
package struct SamplingPlan: Hashable, Sendable {
  /// The kernel's name for the accelerometer, such as `iio:device0`.
  var id: String
  /// The driver's name for it.
  var name: String?
  /// A Boolean value that indicates whether its axes can be streamed through a buffer.
  var isStreamable: Bool
  /// A Boolean value that indicates whether its axes can be read one at a time.
  var isReadable: Bool
  /// A Boolean value that indicates whether it can have a trigger; if not, it needs none.
  var takesTrigger: Bool
  /// A Boolean value that indicates whether the sensor has a FIFO, so that it needs no trigger.
  var hasHardwareFifo: Bool
  /// The trigger that it has now.
  var trigger: String?
  /// The triggers there are.
  var triggers: [String]
  /// A Boolean value that indicates whether the kernel can make one more, driven by a timer.
  var canMakeTimer: Bool

  /// The ways, the best first.
  ///
  /// The trigger that it was given goes before its own, that before others of its name (bmc150's
  /// any-motion trigger fires only on motion), and those before anybody's. A trigger made for a
  /// reader, now or by one that crashed, is the way of the timer instead.
  package var ways: [SamplingWay] {
    guard isStreamable else { return isReadable ? [.poll] : [] }
    var ways: [SamplingWay] = []
    if hasHardwareFifo || !takesTrigger { ways.append(.buffer) }
    if takesTrigger {
      let usable = triggers.filter { !$0.hasPrefix(TimerTrigger.prefix) }
      for rank in 0...3 { ways += usable.filter { self.rank($0) == rank }.map { .trigger($0) } }
      if canMakeTimer { ways.append(.timer) }
      // Some fill their buffer without one all the same.
      if !hasHardwareFifo { ways.append(.buffer) }
    }
    if isReadable { ways.append(.poll) }
    return ways
  }

  private func rank(_ trigger: String) -> Int {
    let name = name ?? id
    let isOwn = trigger == "\(name)-dev\(id.drop { !$0.isNumber })"
    let isOfItsName = trigger.hasPrefix(name)
    if trigger == self.trigger, isOwn || !isOfItsName { return 0 }
    return isOwn ? 1 : isOfItsName ? 2 : 3
  }
}
