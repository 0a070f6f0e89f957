// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The contents of a pasteboard at one change count; ``PasteboardHeader`` says how they become
/// bytes.
package struct PasteboardContents: Hashable, Sendable {
  package var changeCount = 0
  /// The pasteboard's own number; 0 if nothing was ever written.
  var generation: UInt64 = 0
  package var items: [Pasteboard.Item] = []
  package var expirationDate: Date?
  /// A Boolean value that indicates whether the items must not be written to a disk.
  package var isConcealed = false

  package init() {}

  /// The contents of a pasteboard that is made now.
  static var new: Self {
    var contents = Self()
    contents.generation = newGeneration
    return contents
  }

  private static var newGeneration: UInt64 { .random(in: 1...UInt64(Int64.max)) }

  /// The types of all items, each once.
  var types: [String] {
    var seen: Set<String> = []
    return items.flatMap(\.types).filter { seen.insert($0).inserted }
  }

  /// The contents that are left at `time`: from the expiration date on no items, which counts as a
  /// change.
  func at(_ time: Date) -> Self {
    guard let expirationDate, expirationDate <= time else { return self }
    return emptied(changeCount: changeCount + 1)
  }

  /// No items, at the change count given.
  func emptied(changeCount: Int) -> Self {
    var contents = Self()
    contents.changeCount = changeCount
    contents.generation = generation
    return contents
  }

  /// The contents after a change by `change`.
  func changed(
    by change: (inout Self) throws(PasteboardError) -> Void
  ) throws(PasteboardError) -> Self {
    var contents = self
    try change(&contents)
    if let failure = contents.items.lazy.compactMap(\.failure).first { throw failure }
    contents.changeCount = changeCount + 1
    if contents.generation == 0 { contents.generation = Self.newGeneration }
    contents.isConcealed =
      contents.isConcealed
      || contents.items.contains {
        !Set($0.types).isDisjoint(with: Pasteboard.StandardType.secrets)
      }
    return contents
  }
}

extension PasteboardContents {
  /// The contents of a header, whose items have no bytes.
  private init(_ header: PasteboardHeader) {
    changeCount = header.changeCount
    generation = header.generation
    items = header.items.map { item in
      Pasteboard.Item(representations: item.map(Representation.init(header:)))
    }
    isConcealed = header.isConcealed
    expirationDate = header.expirationDate
  }

  /// Reads the header in the first bytes of the file at `path`, which has `size` bytes; nil if more
  /// bytes are needed.
  init?(start: Data, size: Int, path: String) throws(PasteboardError) {
    guard let end = try PasteboardHeader.end(in: start, path: path),
      end <= start.count || start.count == size
    else { return nil }
    self.init(try PasteboardHeader(start: start, size: size, path: path))
  }

  /// Reads the bytes of the file at `path`.
  init(bytes: Data, path: String) throws(PasteboardError) {
    let header = try PasteboardHeader(start: bytes, size: bytes.count, path: path)
    let count = header.items.joined().reduce(0) { $0 + $1.count }
    let payload = bytes.suffix(count)
    guard PasteboardHeader.checksum(of: payload) == header.checksum else {
      throw .damaged(path: path)
    }
    self.init(header)
    var start = payload.startIndex
    items = header.items.map { item in
      Pasteboard.Item(
        representations: item.map { entry in
          defer { start += entry.count }
          return Representation(
            type: entry.type, kind: entry.kind, data: Data(payload[start..<start + entry.count]))
        })
    }
  }

  /// The bytes for the file at `path`.
  func bytes(limit: Int, path: String) throws(PasteboardError) -> Data {
    let representations = items.flatMap(\.representations)
    let size = representations.reduce(0) { $0 + $1.count }
    guard size <= limit else { throw .tooBig(path: path, bytes: size, limit: limit) }
    var payload = Data(capacity: size)
    for each in representations { payload += each.data }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let header = PasteboardHeader(self, checksum: PasteboardHeader.checksum(of: payload))
    do {
      let bytes = PasteboardHeader.file(of: try encoder.encode(header), payload)
      if bytes.count <= limit { return bytes }
      throw PasteboardError.tooBig(path: path, bytes: bytes.count, limit: limit)
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .unsupportedValue(type: "items", swiftType: "\(error)")
    }
  }
}
