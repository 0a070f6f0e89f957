// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Pasteboard {
  /// One thing that was copied, in one or more representations.
  ///
  /// Representations keep their order; put the richest first, because readers take the first that
  /// they can use. A value is `Data`, a `String`, a `URL`, or another property list: a number,
  /// `Bool`, `Date`, array or dictionary.
  ///
  /// ```swift
  /// pasteboard.items = [["public.html": "<b>Friday</b>", "public.utf8-plain-text": "Friday"]]
  /// ```
  public struct Item: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private(set) var representations: [Representation] = []
    /// The first value that no pasteboard can hold.
    private(set) var failure: PasteboardError?

    /// Creates an item of values and their types; of two with the same type the later one counts.
    ///
    /// A write refuses an item with a value that is neither a URL nor a property list.
    public init(_ representations: some Sequence<(type: String, value: Any)>) {
      for (type, value) in representations {
        if let representation = Representation(type: type, value: value) {
          set(representation)
        } else if failure == nil {
          failure = .unsupportedValue(type: type, swiftType: "\(Swift.type(of: value))")
        }
      }
    }

    /// Creates an item of a dictionary's values by their types.
    ///
    /// A dictionary has no order: plain text comes last, other types in the order of their names.
    public init(dictionary: [String: Any]) {
      func rank(_ type: String) -> Int { StandardType.plainTexts.contains(type) ? 1 : 0 }
      let types = dictionary.keys.sorted { (rank($0), $0) < (rank($1), $1) }
      self.init(types.compactMap { type in dictionary[type].map { (type: type, value: $0) } })
    }

    /// Creates an item of values by their types.
    public init(dictionaryLiteral elements: (String, Any)...) {
      self.init(elements.map { (type: $0, value: $1) })
    }

    /// Creates an item as it was stored.
    init(representations: [Representation]) {
      representations.forEach { set($0) }
    }

    private mutating func set(_ representation: Representation) {
      if let index = representations.firstIndex(where: { $0.type == representation.type }) {
        representations[index] = representation
      } else {
        representations.append(representation)
      }
    }

    /// The types of the representations, in the order of their writing.
    public var types: [String] {
      representations.map(\.type)
    }

    /// The value of that type, or nil.
    public subscript(type: String) -> Any? {
      representation(forType: type)?.value
    }

    /// The value of that type as bytes: text and URLs in UTF-8, others as a binary property list.
    public func data(forType type: String) -> Data? {
      representation(forType: type)?.data
    }

    /// The representation of that type, or of one that is a special case of it.
    func representation(forType type: String) -> Representation? {
      for candidate in StandardType.satisfying(type) {
        if let found = representations.first(where: { $0.type == candidate }) { return found }
      }
      return nil
    }

    /// The item's text; nil if it has none.
    var text: String? {
      StandardType.plainTexts.lazy.compactMap { representation(forType: $0) }
        .first { StandardType.plainTexts.contains($0.type) }?.text
    }

    /// A Boolean value that indicates whether ``text`` has a value; needs no bytes.
    var hasText: Bool {
      StandardType.plainTexts.lazy.compactMap { representation(forType: $0) }
        .first { StandardType.plainTexts.contains($0.type) }?.isText == true
    }

    /// A Boolean value that indicates whether ``url`` has a value; needs no bytes.
    var hasURL: Bool {
      representation(forType: StandardType.url)?.isURL == true
    }

    /// The item's URL; nil if it has none.
    var url: URL? {
      representation(forType: StandardType.url)?.url
    }
  }
}

extension Pasteboard.Item: CustomStringConvertible {
  /// The types, and how many bytes each representation has; never a value, which may be a secret.
  public var description: String {
    "[" + representations.map { "\($0.type): \($0.count) bytes" }.joined(separator: ", ") + "]"
  }
}

extension Pasteboard {
  /// An option for how items are kept.
  public enum Option: Hashable, Sendable {
    /// The items vanish at that time, by the system's clock.
    case expirationDate(Date)
    /// The items are a secret: kept in memory only, not to be handed on to a desktop's clipboard.
    ///
    /// Items are a secret without the option, too, if a password manager's type says so.
    case concealed
  }
}
