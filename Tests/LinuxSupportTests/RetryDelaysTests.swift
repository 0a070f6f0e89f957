// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import Testing

@Suite struct RetryDelaysTests {
  @Test("delays double up to the longest, and begin again after a success")
  func doubling() {
    var delays = RetryDelays(first: .milliseconds(250), longest: .seconds(2))
    let expected: [Duration] = [250, 500, 1000, 2000, 2000].map { .milliseconds($0) }
    #expect((0..<5).map { _ in delays.next() } == expected)
    delays.reset()
    #expect(delays.next() == .milliseconds(250))
  }

  @Test("the longest need not be the first times a power of two")
  func longest() {
    var delays = RetryDelays(first: .seconds(1), longest: .seconds(3))
    #expect(
      (0..<4).map { _ in delays.next() } == [.seconds(1), .seconds(2), .seconds(3), .seconds(3)])
  }

  @Test("attempts may be limited, and are counted anew after a success")
  func limited() {
    var delays = RetryDelays(first: .seconds(1), longest: .seconds(16))
    let expected: [Duration?] = [1, 2, 4, 8, 16].map { .seconds($0) } + [nil, nil]
    #expect((0..<7).map { _ in delays.next(ofAtMost: 5) } == expected)
    #expect(delays.count == 5)
    delays.reset()
    #expect(delays.next(ofAtMost: 5) == .seconds(1))
  }
}
