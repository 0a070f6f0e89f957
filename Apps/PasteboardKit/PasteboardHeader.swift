// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The header of a pasteboard's file: a process reads the types and the change count from it
/// without the bytes of the contents.
///
/// A file is ``signature``; the header's length and checksum; the header, a binary property list;
/// and the bytes of all representations, one after another. Numbers are of 64 bits, little end
/// first.
package struct PasteboardHeader: Codable {
  /// Rises when older readers would misunderstand.
  var format = Self.format
  var changeCount: Int
  /// The pasteboard's own number, which a later one with its name does not have.
  var generation: UInt64
  var isConcealed: Bool
  var expirationDate: Date?
  var items: [[Entry]]
  /// The checksum of the bytes after the header.
  var checksum: UInt64

  /// A representation.
  struct Entry: Codable, Hashable {
    var type: String
    var kind: Representation.Kind
    var count: Int
    var isText, isURL: Bool
  }

  static let format = 1
  /// The number of bytes that most headers, with what is before them, do not exceed.
  static let usualCount = 16_384

  private static let signature = Data("motionpb".utf8)
  private static let prefixCount = 24

  /// A format that is not known here.
  private struct Format: Codable {
    let format: Int
  }

  /// The bytes of a file with this property list as header.
  package static func file(of list: Data, _ payload: Data = Data()) -> Data {
    var bytes = signature
    bytes.reserveCapacity(prefixCount + list.count + payload.count)
    for number in [UInt64(list.count), checksum(of: list)] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes + list + payload
  }

  private static func number(_ bytes: Data, at offset: Int) -> UInt64 {
    bytes.dropFirst(offset).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A checksum that shows every change of a single byte, and any other change in all likelihood.
  ///
  /// Source: the FNV non-cryptographic hash algorithm (draft-eastlake-fnv), FNV-1a of 64 bits, of
  /// words of eight bytes.
  static func checksum(of bytes: Data) -> UInt64 {
    bytes.withUnsafeBytes { buffer in
      var hash = 0xcbf2_9ce4_8422_2325 as UInt64
      let end = buffer.count & ~7
      var offset = 0
      while offset < end {
        let word = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        hash = (hash ^ UInt64(littleEndian: word)) &* 0x100_0000_01b3
        offset += 8
      }
      while offset < buffer.count {
        hash = (hash ^ UInt64(buffer[offset])) &* 0x100_0000_01b3
        offset += 1
      }
      return hash
    }
  }

  /// The number of bytes up to the end of the header; nil if `start`, the first of a file, does not
  /// have it.
  static func end(in start: Data, path: String) throws(PasteboardError) -> Int? {
    // A file that is written from its start may be cut anywhere in its signature.
    guard start.starts(with: signature) || signature.starts(with: start) else {
      throw .foreign(path: path)
    }
    guard start.count >= prefixCount else { throw .damaged(path: path) }
    let count = number(start, at: 8)
    guard count < 1 << 32 else { throw .damaged(path: path) }
    return prefixCount + Int(count)
  }

  /// Reads the header of the file at `path`, which has `size` bytes.
  ///
  /// - Parameters:
  ///   - start: The first bytes of the file, the header among them.
  ///   - size: The number of all its bytes.
  ///   - path: The file, for errors.
  /// - Throws: What is wrong with it.
  init(start: Data, size: Int, path: String) throws(PasteboardError) {
    guard let end = try Self.end(in: start, path: path), end <= start.count else {
      throw .damaged(path: path)
    }
    let list = Data(start.prefix(end).dropFirst(Self.prefixCount))
    guard Self.number(start, at: 16) == Self.checksum(of: list) else { throw .damaged(path: path) }
    let decoder = PropertyListDecoder()
    if let other = try? decoder.decode(Format.self, from: list), other.format != Self.format {
      throw .otherFormat(path: path, format: other.format)
    }
    guard let header = try? decoder.decode(Self.self, from: list),
      (0..<1 << 62).contains(header.changeCount)
    else { throw .damaged(path: path) }
    self = header
    var left = size - end
    for entry in items.joined() {
      guard (0...left).contains(entry.count) else { throw .damaged(path: path) }
      left -= entry.count
    }
    guard left == 0 else { throw .damaged(path: path) }
  }

  init(_ contents: PasteboardContents, checksum: UInt64) {
    changeCount = contents.changeCount
    generation = contents.generation
    isConcealed = contents.isConcealed
    expirationDate = contents.expirationDate
    items = contents.items.map { item in
      item.representations.map {
        Entry(type: $0.type, kind: $0.kind, count: $0.count, isText: $0.isText, isURL: $0.isURL)
      }
    }
    self.checksum = checksum
  }
}
