// SPDX-License-Identifier: Apache-2.0

/// The format of one value in a scan: IIO's `type` attribute, such as `le:s12/16>>4`.
///
/// The meaning is that of the kernel's `Documentation/ABI/testing/sysfs-bus-iio`.
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
  /// The number of bits it has in a scan: a whole number of bytes.
  let storageBits: Int
  /// The number of bits by which the value is to be shifted to the right.
  let shift: Int

  /// A format, or nil if there can be no value like that.
  ///
  /// - Parameters:
  ///   - endianness: the order of the bytes
  ///   - isSigned: true if the value is a two's complement
  ///   - realBits: the number of bits of the value
  ///   - storageBits: the number of bits it has in a scan: 8, 16, 32 or 64
  ///   - shift: the number of bits by which it is to be shifted to the right
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
  }

  /// The number of bytes of a value.
  var size: Int {
    storageBits / 8
  }

  /// The value at `offset` in `bytes`.
  ///
  /// An unsigned value of 64 bits wraps.
  ///
  /// - Parameters:
  ///   - bytes: a scan or more
  ///   - offset: of the value's first byte; ``size`` bytes must follow
  /// - Returns: the raw value, without scale or offset
  func decode(_ bytes: Span<UInt8>, at offset: Int) -> Int64 {
    let word =
      switch storageBits {
      case 8: UInt64(bytes[offset])
      case 16: load(UInt16.self, bytes, at: offset)
      case 32: load(UInt32.self, bytes, at: offset)
      default: load(UInt64.self, bytes, at: offset)
      }
    // Move the value to the top, then down again: the sign comes along if there is one.
    let unused = 64 - realBits
    let top = (word >> UInt64(shift)) << UInt64(unused)
    return isSigned
      ? Int64(bitPattern: top) >> Int64(unused) : Int64(bitPattern: top >> UInt64(unused))
  }

  /// The bytes at `offset` as one number, with a tenth of the instructions of putting it together
  /// byte by byte.
  private func load<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ bytes: Span<UInt8>, at offset: Int
  ) -> UInt64 {
    let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Word.self)
    return UInt64(endianness == .little ? Word(littleEndian: word) : Word(bigEndian: word))
  }
}
