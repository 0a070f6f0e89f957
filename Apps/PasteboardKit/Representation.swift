import Foundation

/// A value of an item, as bytes, with its type.
struct Representation: Codable, Hashable, Sendable {
  let type: String
  let kind: Kind
  let data: Data

  /// The class of the value that was written.
  enum Kind: String, Codable {
    /// Bytes.
    case data
    /// A string, as UTF-8.
    case text
    /// A URL, as UTF-8.
    case url
    /// Any other property list, in its binary form.
    case propertyList
  }

  init(type: String, data: Data) {
    self.init(type: type, kind: .data, data: data)
  }

  /// Creates the representation of `value`; nil if that is neither a URL nor a property list.
  init?(type: String, value: Any) {
    switch value {
    case let data as Data:
      self.init(type: type, kind: .data, data: data)
    case let text as String:
      self.init(type: type, kind: .text, data: Data(text.utf8))
    case let url as URL:
      self.init(type: type, kind: .url, data: Data(url.absoluteString.utf8))
    default:
      guard PropertyListSerialization.propertyList(value, isValidFor: .binary),
        let data = try? PropertyListSerialization.data(
          fromPropertyList: value, format: .binary, options: 0)
      else { return nil }
      self.init(type: type, kind: .propertyList, data: data)
    }
  }

  private init(type: String, kind: Kind, data: Data) {
    self.type = type
    self.kind = kind
    self.data = data
  }

  /// The value as it was written; bytes of a type that is text or a URL are read as such.
  var value: Any {
    switch kind {
    case .data where Pasteboard.StandardType.plainTexts.contains(type): text ?? data
    case .data where Pasteboard.StandardType.urls.contains(type): url ?? data
    case .data: data
    case .text: text ?? data
    case .url: url ?? data
    case .propertyList:
      (try? PropertyListSerialization.propertyList(from: data, format: nil)) ?? data
    }
  }

  /// The bytes as UTF-8; nil if they are not.
  var text: String? {
    String(data: data, encoding: .utf8)
  }

  /// The bytes as a URL; nil if they are none.
  var url: URL? {
    text.flatMap { $0.isEmpty ? nil : URL(string: $0) }
  }
}
