// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Canvas {
  /// The picture as a PNG file: runs are packed, as a picture of rectangles has little else.
  ///
  /// See RFC 1950, RFC 1951 (fixed Huffman codes) and the PNG specification.
  var png: Data {
    var raw: [UInt8] = []
    raw.reserveCapacity((width + 1) * height)
    for row in 0..<height {
      // Each row as the difference from the one above.
      raw.append(row == 0 ? 0 : 2)
      for pixel in row * width..<(row + 1) * width {
        raw.append(pixels[pixel] &- (row == 0 ? 0 : pixels[pixel - width]))
      }
    }
    var header = Data()
    header.append(bigEndian: UInt32(width))
    header.append(bigEndian: UInt32(height))
    header += [8, 3, 0, 0, 0]
    let palette = Color.palette.flatMap { rgb in
      [16, 8, 0].map { UInt8(rgb >> $0 & 0xFF) }
    }
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    file.append(chunk: "IHDR", header)
    file.append(chunk: "PLTE", Data(palette))
    file.append(chunk: "IDAT", Deflate.packed(raw))
    file.append(chunk: "IEND", Data())
    return file
  }
}

/// zlib's format, of runs and single bytes in fixed Huffman codes.
private struct Deflate {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var pending: UInt8 = 0
  private var count = 0

  /// The packed form of `raw`.
  static func packed(_ raw: [UInt8]) -> Data {
    var packer = Deflate()
    packer.put(0b1, 1)  // the last block,
    packer.put(0b01, 2)  // of fixed codes
    var position = 0
    while position < raw.count {
      let byte = raw[position]
      packer.put(symbol: Int(byte))
      position += 1
      var run = 0
      while position + run < raw.count, raw[position + run] == byte, run < 258 { run += 1 }
      guard run >= 3 else { continue }
      packer.put(length: run)
      packer.put(0, 5)  // at a distance of 1
      position += run
    }
    packer.put(symbol: 256)
    while packer.count > 0 { packer.put(0, 1) }
    var data = Data(packer.bytes)
    data.append(bigEndian: adler(raw))
    return data
  }

  private mutating func put(_ value: Int, _ bits: Int) {
    for bit in 0..<bits {
      pending |= UInt8(value >> bit & 1) << count
      count += 1
      if count == 8 {
        bytes.append(pending)
        (pending, count) = (0, 0)
      }
    }
  }

  /// Huffman codes begin with their highest bit.
  private mutating func put(code: Int, _ bits: Int) {
    for bit in (0..<bits).reversed() { put(code >> bit & 1, 1) }
  }

  private mutating func put(symbol: Int) {
    switch symbol {
    case 0...143: put(code: 0x30 + symbol, 8)
    case 144...255: put(code: 0x190 + symbol - 144, 9)
    case 256...279: put(code: symbol - 256, 7)
    default: put(code: 0xC0 + symbol - 280, 8)
    }
  }

  private mutating func put(length: Int) {
    guard length < 258 else { return put(symbol: 285) }
    var (symbol, base) = (257, 3)
    while true {
      let extra = symbol < 265 ? 0 : (symbol - 261) / 4
      if length < base + 1 << extra {
        put(symbol: symbol)
        return put(length - base, extra)
      }
      base += 1 << extra
      symbol += 1
    }
  }

  private static func adler(_ raw: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in raw {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }
}

extension Data {
  fileprivate mutating func append(bigEndian number: UInt32) {
    self += [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }

  fileprivate mutating func append(chunk name: String, _ content: Data) {
    append(bigEndian: UInt32(content.count))
    let named = Data(name.utf8) + content
    self += named
    append(bigEndian: Self.cyclicRedundancyCheck(named))
  }

  private static func cyclicRedundancyCheck(_ data: Data) -> UInt32 {
    ~data.reduce(UInt32.max) { check, byte in
      (0..<8).reduce(check ^ UInt32(byte)) { check, _ in
        check & 1 == 1 ? 0xEDB8_8320 ^ check >> 1 : check >> 1
      }
    }
  }
}
