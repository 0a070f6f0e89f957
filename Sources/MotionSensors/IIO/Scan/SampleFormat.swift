// SPDX-License-Identifier: Apache-2.0

/// The format of one value in a scan: IIO's `type` attribute, such as `le:s12/16>>4`.
///
/// The kernel's `Documentation/ABI/testing/sysfs-bus-iio` gives the meaning.
package struct SampleFormat: Hashable, Sendable {
  /// The order of the bytes of a value.
  enum Endianness: Hashable, Sendable {
    /// The lowest byte first.
    case little
    /// The highest byte first.
    case big
  }

  /// The order of the bytes.
  let endianness: Endianness
  /// A Boolean value that indicates whether the value is a two's complement.
  let isSigned: Bool
  /// The number of bits of the value; the other bits may have any value.
  let realBits: Int
  /// The number of bits of the value in a scan: a whole number of bytes.
  let storageBits: Int
  /// The number of bits to shift the value to the right.
  let shift: Int
  /// The number of bits to shift the eight bytes at a value to the left: then its highest bit is
  /// the highest of all.
  private let unusedAbove: UInt64

  /// A format; nil if there can be no such value.
  ///
  /// - Parameters:
  ///   - endianness: the order of the bytes
  ///   - isSigned: true if the value is a two's complement
  ///   - realBits: the number of bits of the value
  ///   - storageBits: the number of bits of the value in a scan: 8, 16, 32 or 64
  ///   - shift: the number of bits to shift the value to the right
  init?(
    _ endianness: Endianness, isSigned: Bool, realBits: Int, storageBits: Int, shift: Int = 0
  ) {
    guard [8, 16, 32, 64].contains(storageBits), (1...storageBits).contains(realBits),
      (0...storageBits - realBits).contains(shift)
    else { return nil }
    self.endianness = endianness
    self.isSigned = isSigned
    self.realBits = realBits
    self.storageBits = storageBits
    self.shift = shift
    let bitsAbove = endianness == .little ? 64 : storageBits
    unusedAbove = UInt64(bitsAbove - realBits - shift)
  }

  /// The number of bytes that ``decode(_:at:)`` reads.
  package static let decodedSize = 8

  /// The number of bytes of a value.
  var size: Int {
    storageBits / 8
  }

  /// Returns the value at `offset` in `bytes`.
  ///
  /// An unsigned value of 64 bits wraps.
  ///
  /// - Parameters:
  ///   - bytes: a scan or more
  ///   - offset: the offset of the value's first byte; ``decodedSize`` bytes must follow, and the
  ///     bytes behind the value may be any
  /// - Returns: the raw value, without scale or offset
  @inline(__always)
  func decode(_ bytes: Span<UInt8>, at offset: Int) -> Int64 {
    // One load and two shifts serve every format: the value moves to the top, which drops the bits
    // around it, and down again, which brings the sign along if there is one.
    let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let top =
      (endianness == .little ? UInt64(littleEndian: word) : UInt64(bigEndian: word))
      &<< unusedAbove
    let unused = UInt64(truncatingIfNeeded: 64 &- realBits)
    return isSigned
      ? Int64(bitPattern: top) &>> Int64(bitPattern: unused) : Int64(bitPattern: top &>> unused)
  }
}
