// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionSensors

/// How much the kernel's buffer holds, and how it is waited for.
@Suite struct BufferTuningTests {
  @Test(
    "the kernel holds 0.6 s and at least 64 scans, in a power of two",
    arguments: [(nil, 64), (1, 64), (100, 64), (107, 128), (400, 256), (1600, 1024)]
      as [(Double?, Int)])
  func capacity(_ rate: Double?, _ capacity: Int) {
    for mode in SamplingMode.allCases {
      let tuning = BufferTuning(mode, rate: rate, areStamped: true, hardwareFifo: nil)
      #expect(tuning.capacity == capacity)
      #expect(Double(tuning.capacity) >= 0.6 * (rate ?? 0))
    }
  }

  @Test("a kfifo is waited for when prompt, and looked at every 40 ms when thrifty")
  func software() {
    let prompt = BufferTuning(.prompt, rate: 100, areStamped: true, hardwareFifo: nil)
    #expect(prompt.waiting == .descriptor && prompt.watermark == 1)
    let thrifty = BufferTuning(.thrifty, rate: 100, areStamped: true, hardwareFifo: nil)
    #expect(thrifty.waiting == .buffer(40_000_000) && thrifty.watermark == 1)
  }

  @Test("looks are rarer at rest only where the kernel keeps scans with times, at a known rate")
  func rare() {
    for (rate, areStamped) in [(nil, true), (100, false), (nil, false)] as [(Double?, Bool)] {
      let tuning = BufferTuning(.thrifty, rate: rate, areStamped: areStamped, hardwareFifo: nil)
      #expect(tuning.waiting == .timer(40_000_000))
    }
  }

  @Test(
    "a thrifty reader looks no more often than scans come",
    arguments: [(10, 100), (12.5, 80), (25, 40), (26, 40), (400, 40)] as [(Double, Int64)])
  func slow(_ rate: Double, _ milliseconds: Int64) {
    let tuning = BufferTuning(.thrifty, rate: rate, areStamped: true, hardwareFifo: nil)
    #expect(tuning.waiting == .buffer(milliseconds * 1_000_000))
  }

  @Test(
    "a hardware FIFO wakes its reader with what comes in 40 ms, as far as it can",
    arguments: [
      (100.0, 1...32, 4), (400, 1...32, 16), (1600, 1...32, 32), (25, 8...32, 8), (12.5, 1...32, 1),
      // 25 in 40 ms, though 625 × 0.04 is less than that in binary.
      (625, 1...100, 25),
    ])
  func hardware(_ rate: Double, _ fifo: ClosedRange<Int>, _ watermark: Int) {
    let tuning = BufferTuning(.thrifty, rate: rate, areStamped: true, hardwareFifo: fifo)
    #expect(tuning.waiting == .descriptor && tuning.watermark == watermark)
    let prompt = BufferTuning(.prompt, rate: rate, areStamped: true, hardwareFifo: fifo)
    #expect(prompt.waiting == .descriptor && prompt.watermark == fifo.lowerBound)
  }

  @Test("the kernel holds two bursts of the slowest FIFO")
  func bursts() {
    let tuning = BufferTuning(.thrifty, rate: 10, areStamped: true, hardwareFifo: 100...200)
    #expect(tuning.watermark == 100 && tuning.capacity == 256)
  }
}
