// SPDX-License-Identifier: Apache-2.0

/// The ways of sampling an accelerometer, derived from its attributes.
///
/// A way may still fail: a trigger can be set and never fire.
package struct SamplingPlan: Hashable, Sendable {
  /// The kernel's name for the accelerometer, such as `iio:device0`.
  var id: String
  /// The driver's name for the accelerometer.
  var name: String?
  /// A Boolean value that indicates whether a buffer can stream its axes.
  var isStreamable: Bool
  /// A Boolean value that indicates whether each of its axes can be read alone.
  var isReadable: Bool
  /// A Boolean value that indicates whether the accelerometer can have a trigger; if not, it needs
  /// none.
  var takesTrigger: Bool
  /// A Boolean value that indicates whether the sensor has a FIFO, and so needs no trigger.
  var hasHardwareFifo: Bool
  /// The present trigger.
  var trigger: String?
  /// The existing triggers.
  var triggers: [String]
  /// A Boolean value that indicates whether the kernel can make another trigger, driven by a timer.
  var canMakeTimer: Bool

  /// The ways, the best first.
  ///
  /// The trigger that the device was given comes first, then its own, then others with its name
  /// (bmc150's any-motion trigger fires only on motion), and then all others. A trigger made for a
  /// reader, now or before a crash, belongs to the way of the timer instead.
  package var ways: [SamplingWay] {
    guard isStreamable else { return isReadable ? [.poll] : [] }
    var ways: [SamplingWay] = []
    if hasHardwareFifo || !takesTrigger { ways.append(.buffer) }
    if takesTrigger {
      let usable = triggers.filter { !$0.hasPrefix(TimerTrigger.prefix) }
      for rank in 0...3 { ways += usable.filter { self.rank($0) == rank }.map { .trigger($0) } }
      if canMakeTimer { ways.append(.timer) }
      // Some devices fill their buffer without a trigger.
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
