// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionSensors

/// Where things lie in a scan: each aligned to its own size, in the order of the indices.
@Suite struct ScanLayoutTests {
  typealias Element = ScanLayout.Element

  @Test(
    "sizes, with and without a timestamp",
    arguments: [
      // Storage bits of the axes, size without, size with a timestamp of 64 bits.
      (8, 3, 16), (16, 6, 16), (32, 12, 24), (64, 24, 32),
    ])
  func sizes(_ storage: Int, _ without: Int, _ with: Int) throws {
    let axes = try (0..<3).map { Element(format: try format(storage), index: $0) }
    #expect(ScanLayout(axes: axes, timestamp: nil).size == without)
    let stamp = Element(format: try format(64), index: 3)
    #expect(ScanLayout(axes: axes, timestamp: stamp).size == with)
  }

  @Test("three values of 16 bits, a gap, a timestamp; in the second of two scans")
  func usual() throws {
    let layout = ScanLayout(
      axes: try (0..<3).map { Element(format: try format(16), index: $0) },
      timestamp: Element(format: try format(64), index: 3))
    let scan: [UInt8] = [1, 0, 0xFE, 0xFF, 3, 1, 9, 9, 1, 2, 0, 0, 0, 0, 0, 0]
    let bytes = [UInt8](repeating: 7, count: 16) + scan + Self.behind
    #expect(layout.acceleration(bytes.span, at: 16) == [1, -2, 259])
    #expect(layout.timestamp(bytes.span, at: 16)?.nanoseconds == 513)
  }

  @Test("indices give the order, gaps between them nothing, and the timestamp may come first")
  func order() throws {
    let small = try format(8)
    let layout = ScanLayout(
      axes: [
        Element(format: small, index: 9), Element(format: small, index: 4),
        Element(format: small, index: 6),
      ],
      timestamp: Element(format: try format(32), index: 1))
    let bytes = [5, 0, 0, 0, 10, 20, 30, 99] + Self.behind
    #expect(layout.size == 8)
    #expect(layout.acceleration(bytes.span, at: 0) == [30, 10, 20])
    #expect(layout.timestamp(bytes.span, at: 0)?.nanoseconds == 5)
  }

  @Test("axes of different sizes are each aligned to their own")
  func mixed() throws {
    let layout = ScanLayout(
      axes: [
        Element(format: try format(8), index: 0), Element(format: try format(32), index: 1),
        Element(format: try format(16), index: 2),
      ], timestamp: nil)
    // One byte, three of gap, four, two, and two so that the next scan is aligned.
    let bytes = [1, 9, 9, 9, 2, 0, 0, 0, 3, 0, 9, 9] + Self.behind
    #expect(layout.size == 12)
    #expect(layout.acceleration(bytes.span, at: 0) == [1, 2, 3])
    #expect(layout.timestamp(bytes.span, at: 0) == nil)
  }

  @Test("the offset is added first, then comes the scale, each axis with its own")
  func scale() throws {
    let small = try format(8)
    let layout = ScanLayout(
      axes: [
        Element(format: small, index: 0, offset: 2, scale: 0.5),
        Element(format: small, index: 1, scale: 0.1),
        Element(format: small, index: 2, offset: -0.25),
      ], timestamp: nil)
    let bytes = [10, 3, 0xFF] + Self.behind
    #expect(layout.acceleration(bytes.span, at: 0) == [6, 3 * 0.1, -1.25])
  }

  /// Room to decode in, of any content.
  private static let behind = [UInt8](repeating: 0xA5, count: SampleFormat.decodedSize)

  private func format(_ storage: Int) throws -> SampleFormat {
    try #require(
      SampleFormat(.little, isSigned: true, realBits: storage, storageBits: storage))
  }
}
