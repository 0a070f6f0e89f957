import Foundation

/// The contents of a pasteboard at one change count, and how they become bytes.
///
/// The bytes are a header, ``signature`` and the checksum of the rest (FNV-1a of 64 bits, little
/// end first), and a binary property list, a dictionary: `format`, an integer that rises when older
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

  private static let signature = Data("motionpb".utf8)

  /// A checksum by which every change of a single byte shows, and any other one in all likelihood.
  ///
  /// Source: the FNV non-cryptographic hash algorithm (draft-eastlake-fnv), FNV-1a of 64 bits.
  private static func checksum(of bytes: Data) -> Data {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return Data((0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })
  }

  /// The bytes of a file with this property list.
  package static func file(of body: Data) -> Data { signature + checksum(of: body) + body }

  /// The property list in the bytes of the file at `path`.
  private static func body(of bytes: Data, path: String) throws(PasteboardError) -> Data {
    // Version 0.1.0 wrote the property list alone.
    if bytes.starts(with: Data("bplist".utf8)) { return bytes }
    // A file that is written from its start may be cut anywhere in its signature.
    guard bytes.starts(with: signature) || signature.starts(with: bytes) else {
      throw .foreign(path: path)
    }
    let body = Data(bytes.dropFirst(signature.count + 8))
    guard bytes.dropFirst(signature.count).prefix(8) == checksum(of: body) else {
      throw .damaged(path: path)
    }
    return body
  }

  /// Reads the bytes of the file at `path`.
  init(bytes: Data, path: String) throws(PasteboardError) {
    let body = try Self.body(of: bytes, path: path)
    do {
      self = try PropertyListDecoder().decode(Self.self, from: body)
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
      let bytes = Self.file(of: try encoder.encode(self))
      if bytes.count <= limit { return bytes }
      throw PasteboardError.tooBig(path: path, bytes: bytes.count, limit: limit)
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .unsupportedValue(type: "items", swiftType: "\(error)")
    }
  }
}
