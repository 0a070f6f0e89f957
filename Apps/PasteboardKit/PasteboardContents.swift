import Foundation

/// The contents of a pasteboard at one change count, and how they become bytes.
///
/// The bytes are a binary property list, a dictionary: `format`, an integer that rises when older
/// readers would misunderstand; `changeCount`; `items`, arrays of dictionaries with `type`, `kind`
/// and `data`; `isConcealed`; and `expirationDate` if there is one.
package struct PasteboardContents: Hashable, Sendable {
  package var changeCount = 0
  package var items: [Pasteboard.Item] = []
  package var expirationDate: Date?
  /// A Boolean value that indicates whether the items must not be written to a disk.
  package var isConcealed = false

  package init() {}

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
    contents.isConcealed =
      contents.isConcealed
      || contents.items.contains {
        !Set($0.types).isDisjoint(with: Pasteboard.StandardType.secrets)
      }
    return contents
  }
}

extension PasteboardContents: Codable {
  static let format = 1

  private enum CodingKeys: String, CodingKey {
    case format, changeCount, items, isConcealed, expirationDate
  }

  /// A format that is not known here.
  struct OtherFormat: Error {
    let format: Int
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard format == Self.format else { throw OtherFormat(format: format) }
    changeCount = try container.decode(Int.self, forKey: .changeCount)
    guard (0..<1 << 62).contains(changeCount) else {
      throw DecodingError.dataCorruptedError(
        forKey: .changeCount, in: container, debugDescription: "impossible change count")
    }
    items = try container.decode([[Representation]].self, forKey: .items)
      .map(Pasteboard.Item.init(representations:))
    isConcealed = try container.decode(Bool.self, forKey: .isConcealed)
    expirationDate = try container.decodeIfPresent(Date.self, forKey: .expirationDate)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(changeCount, forKey: .changeCount)
    try container.encode(items.map(\.representations), forKey: .items)
    try container.encode(isConcealed, forKey: .isConcealed)
    try container.encodeIfPresent(expirationDate, forKey: .expirationDate)
  }

  /// Reads the bytes of the file at `path`.
  init(bytes: Data, path: String) throws(PasteboardError) {
    guard bytes.isEmpty || bytes.starts(with: Data("bplist".utf8)) else {
      throw .foreign(path: path)
    }
    do {
      self = try PropertyListDecoder().decode(Self.self, from: bytes)
    } catch let other as OtherFormat {
      throw .otherFormat(path: path, format: other.format)
    } catch {
      throw .damaged(path: path)
    }
  }

  /// The bytes for the file at `path`.
  func bytes(limit: Int, path: String) throws(PasteboardError) -> Data {
    let size = items.flatMap(\.representations).reduce(0) { $0 + $1.data.count }
    guard size <= limit else { throw .tooBig(path: path, bytes: size, limit: limit) }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      let bytes = try encoder.encode(self)
      if bytes.count <= limit { return bytes }
      throw PasteboardError.tooBig(path: path, bytes: bytes.count, limit: limit)
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .unsupportedValue(type: "items", swiftType: "\(error)")
    }
  }
}
