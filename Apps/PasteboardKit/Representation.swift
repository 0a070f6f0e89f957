// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value of an item, as bytes, with its type.
struct Representation: Hashable, Sendable {
  let type: String
  let kind: Kind
  /// The bytes; empty where only the header of a file was read.
  let data: Data
  /// The number of bytes.
  let count: Int
  /// A Boolean value that indicates whether it is read as text, or as a URL, if somebody asks.
  let isText, isURL: Bool

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

  init(type: String, kind: Kind, data: Data) {
    self.type = type
    self.kind = kind
    self.data = data
    count = data.count
    isText = kind == .text || kind != .propertyList && Self.text(of: data, type) != nil
    isURL =
      kind != .propertyList && Pasteboard.StandardType.urls.contains(type)
      && Self.text(of: data, nil).flatMap(Self.url) != nil
  }

  /// Creates what a header says of a representation.
  init(header: PasteboardHeader.Entry) {
    type = header.type
    kind = header.kind
    data = Data()
    count = header.count
    isText = header.isText
    isURL = header.isURL
  }

  private static func text(of data: Data, _ type: String?) -> String? {
    if let type, !Pasteboard.StandardType.plainTexts.contains(type) { return nil }
    // Foundation's initializer takes a byte order mark away.
    return String(validating: data, as: UTF8.self)
  }

  private static func url(of text: String) -> URL? {
    text.isEmpty ? nil : URL(string: text)
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
    kind == .propertyList ? nil : Self.text(of: data, nil)
  }

  /// The bytes as a URL; nil if they are not a URL.
  var url: URL? {
    text.flatMap(Self.url)
  }
}
