// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The size and the watermark of an accelerometer's buffer, for its rate and sampling mode.
struct BufferTuning: Hashable, Sendable {
  /// The largest number of scans that the kernel holds, and that one read returns.
  var capacity: Int
  /// The number of waiting scans that wakes the reader.
  var watermark: Int
  /// The way of waiting for scans.
  var waiting: SessionWaiting
}

extension BufferTuning {
  /// The time that the kernel holds scans, in seconds.
  private static let hold = 0.6
  /// The smallest capacity in scans: a power of two, because the kernel rounds up to one.
  private static let leastCapacity = 64

  /// The tuning for an accelerometer.
  ///
  /// A kfifo wakes its reader on every scan, whatever the watermark: a thrifty reader looks now and
  /// then instead. Only a hardware FIFO delivers in bursts.
  ///
  /// - Parameters:
  ///   - mode: how late readings may come
  ///   - rate: nil if it is unknown: then no scan waits for another
  ///   - areStamped: true if each scan has a time
  ///   - hardwareFifo: the watermarks that the sensor's own FIFO accepts; nil if it has none
  init(
    _ mode: SamplingMode, rate: Hertz?, areStamped: Bool, hardwareFifo: ClosedRange<Int>?
  ) {
    let gathered = Double(SamplingMode.gathering) * (rate ?? 0) / 1e9
    let burst =
      switch mode {
      case .prompt: 1
      // Rates are at most 1 MHz; the thousandth makes up for a rate with few decimals.
      case .thrifty: max(1, Int(gathered + 0.001))
      }
    var capacity = Self.leastCapacity
    while Double(capacity) < Self.hold * (rate ?? 0) { capacity *= 2 }
    if let hardwareFifo {
      let watermark = min(max(burst, hardwareFifo.lowerBound), hardwareFifo.upperBound)
      while capacity < 2 * watermark { capacity *= 2 }
      self.init(capacity: capacity, watermark: watermark, waiting: .descriptor)
      return
    }
    switch mode {
    case .prompt: self.init(capacity: capacity, watermark: 1, waiting: .descriptor)
    case .thrifty:
      // At most one period late: a look more often than readings come would be in vain.
      let period = rate.flatMap { Int64(exactly: (1e9 / $0).rounded()) }
      let interval = max(SamplingMode.gathering, period ?? 0)
      self.init(
        capacity: capacity, watermark: 1,
        waiting: areStamped && period != nil ? .buffer(interval) : .timer(interval))
    }
  }
}
