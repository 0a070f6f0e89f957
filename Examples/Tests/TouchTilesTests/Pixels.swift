// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The pixels of a PNG file as TouchTiles writes it, read by the letter of the specifications.
struct Pixels {
  let width: Int
  let height: Int
  private var rows: [[UInt8]] = []
  private let palette: [UInt8]

  /// Reads a file of one byte a pixel, packed with fixed Huffman codes.
  init(png: Data) throws {
    let bytes = [UInt8](png)
    try #require(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var chunks: [String: [UInt8]] = [:]
    var position = 8
    while position < bytes.count {
      let length = Self.number(bytes[position..<position + 4])
      let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      chunks[name] = Array(bytes[position + 8..<position + 8 + length])
      let check = Self.number(bytes[position + 8 + length..<position + 12 + length])
      try #require(check == Self.check(bytes[position + 4..<position + 8 + length]), "\(name)")
      position += 12 + length
    }
    let header = try #require(chunks["IHDR"])
    (width, height) = (Self.number(header[0..<4]), Self.number(header[4..<8]))
    try #require(Array(header[8...]) == [8, 3, 0, 0, 0])
    palette = try #require(chunks["PLTE"])
    var inflater = Inflater(try #require(chunks["IDAT"]))
    let raw = try inflater.unpacked()
    try #require(raw.count == (width + 1) * height)
    for row in 0..<height {
      let line = Array(raw[row * (width + 1) + 1..<(row + 1) * (width + 1)])
      switch raw[row * (width + 1)] {
      case 0: rows.append(line)
      default: rows.append(zip(line, rows[row - 1]).map { $0 &+ $1 })
      }
    }
  }

  /// Red, green and blue of a pixel, as one number.
  subscript(x: Int, y: Int) -> UInt32 {
    let index = Int(rows[y][x]) * 3
    return UInt32(Self.number(palette[index..<index + 3]))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func check(_ bytes: ArraySlice<UInt8>) -> Int {
    var check = UInt32.max
    for byte in bytes {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? 0xEDB8_8320 ^ check >> 1 : check >> 1 }
    }
    return Int(~check)
  }
}

/// Unpacks zlib's format: one block of fixed Huffman codes.
private struct Inflater {
  private let bytes: [UInt8]
  private var position = 16

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func unpacked() throws -> [UInt8] {
    try #require((Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 && bytes[0] & 15 == 8)
    try #require(bit() == 1 && bits(2) == 1)
    var raw: [UInt8] = []
    while true {
      let symbol = try symbol()
      if symbol == 256 { return raw }
      guard symbol > 256 else {
        raw.append(UInt8(symbol))
        continue
      }
      let length = length(symbol)
      try #require(bits(5) == 0)
      let last = try #require(raw.last)
      raw += [UInt8](repeating: last, count: length)
    }
  }

  private mutating func bit() -> Int {
    defer { position += 1 }
    return Int(bytes[position / 8] >> UInt8(position % 8) & 1)
  }

  private mutating func bits(_ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | bit() << $1 }
  }

  private mutating func symbol() throws -> Int {
    var code = 0
    for count in 1...9 {
      code = code << 1 | bit()
      switch (count, code) {
      case (7, 0...23): return 256 + code
      case (8, 0x30...0xBF): return code - 0x30
      case (8, 0xC0...0xC7): return 280 + code - 0xC0
      case (9, 0x190...0x1FF): return 144 + code - 0x190
      default: continue
      }
    }
    throw Bad()
  }

  private mutating func length(_ symbol: Int) -> Int {
    // RFC 1951, 3.2.5.
    let bases = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
      131, 163, 195, 227, 258,
    ]
    let extra = [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    return bases[symbol - 257] + bits(extra[symbol - 257])
  }

  private struct Bad: Error {}
}
