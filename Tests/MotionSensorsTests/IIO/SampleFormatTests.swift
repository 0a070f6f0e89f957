// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionSensors

/// Values are read out of bytes as the kernel's documentation says, whatever lies around them.
@Suite struct SampleFormatTests {
  typealias Endianness = SampleFormat.Endianness

  /// Values worked out by hand.
  @Test(
    "known values",
    arguments: [
      (Endianness.little, true, 12, 16, 4, [0x0F, 0x80], -2048),
      (.big, true, 12, 16, 4, [0x80, 0x0F], -2048),
      // There is no room for it as an unsigned value.
      (.little, false, 64, 64, 0, [255, 255, 255, 255, 255, 255, 255, 255], -1),
    ] as [(Endianness, Bool, Int, Int, Int, [UInt8], Int64)])
  func known(
    _ order: Endianness, _ isSigned: Bool, _ bits: Int, _ storage: Int, _ shift: Int,
    _ bytes: [UInt8], _ value: Int64
  ) throws {
    let format = try #require(
      SampleFormat(order, isSigned: isSigned, realBits: bits, storageBits: storage, shift: shift))
    #expect(format.size == bytes.count)
    // Whatever the neighbors on both sides are.
    for neighbor in [0x00, 0xFF, 0xA5] as [UInt8] {
      let framed = [0xAA, 0x55, neighbor] + bytes + [UInt8](repeating: neighbor, count: 7)
      #expect(format.decode(framed.span, at: 3) == value)
    }
  }

  @Test("every format there can be reads every bit, against an oracle that goes bit by bit")
  func everyFormat() {
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    for storage in [8, 16, 32, 64] {
      for bits in 1...storage {
        for shift in 0...storage - bits {
          for order in [Endianness.little, .big] {
            let isSigned = Bool.random(using: &random)
            guard
              let format = SampleFormat(
                order, isSigned: isSigned, realBits: bits, storageBits: storage, shift: shift)
            else {
              Issue.record("refused: \(order) \(bits)/\(storage)>>\(shift)")
              continue
            }
            let bytes = (0..<SampleFormat.decodedSize).map { _ in
              UInt8.random(in: 0...255, using: &random)
            }
            let value = format.decode(bytes.span, at: 0)
            guard value != oracle(format, Array(bytes.prefix(storage / 8))) else { continue }
            Issue.record("seed \(seed): \(format) of \(bytes) gives \(value)")
          }
        }
      }
    }
  }

  @Test(
    "formats that cannot be are refused",
    arguments: [
      (0, 16, 0), (-1, 16, 0), (17, 16, 0), (12, 16, 5), (12, 16, -1), (1, 16, 16), (16, 16, 1),
      (8, 0, 0), (0, 0, 0), (24, 24, 0), (48, 48, 0), (12, 48, 0), (64, 128, 0), (8, 12, 0),
      (8, -8, 0), (.max, .max, 0), (8, 8, .max), (.min, 8, 0), (8, 8, .min),
    ])
  func refused(_ bits: Int, _ storage: Int, _ shift: Int) {
    for order in [Endianness.little, .big] {
      for isSigned in [true, false] {
        #expect(
          SampleFormat(
            order, isSigned: isSigned, realBits: bits, storageBits: storage, shift: shift) == nil)
      }
    }
  }

  /// The value by the letter of the documentation: a number made of bits, shifted, cut, signed.
  private func oracle(_ format: SampleFormat, _ bytes: [UInt8]) -> Int64 {
    // Bits of the whole word, the lowest first.
    let little = format.endianness == .little ? bytes : bytes.reversed()
    let bits = (0..<format.storageBits).map { little[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
    let value = bits.dropFirst(format.shift).prefix(format.realBits)
    var number: Int64 = 0
    for (power, isSet) in value.enumerated() where isSet {
      let weight = Int64(1) << Int64(power)
      // In a two's complement the highest bit counts for less than nothing.
      let isSign = format.isSigned && power == format.realBits - 1
      number = isSign ? number &- weight : number &+ weight
    }
    return number
  }
}
