// SPDX-License-Identifier: Apache-2.0

import Foundation

// Ways of reading and writing items by type. "The first item" is the first of ``Pasteboard/items``.

extension Pasteboard {
  /// The number of times that the contents changed, for all processes; it never falls, also not by
  /// a restart.
  ///
  /// Every write adds one, also one of what is there already; so does expiration.
  public var changeCount: Int { header.changeCount }

  /// The number of items.
  public var numberOfItems: Int { header.items.count }

  /// The time when the items vanish; nil if they stay.
  public var expirationDate: Date? { header.expirationDate }

  /// A Boolean value that indicates whether the items are a secret, which is never written to a
  /// disk.
  ///
  /// A bridge to a desktop's clipboard does not hand them on.
  public var isConcealed: Bool { header.isConcealed }

  /// The types of the first item, in the order of their writing; empty without items.
  public var types: [String] { header.items.first?.types ?? [] }

  /// Returns the types of the items at those positions, or of all.
  public func types(in positions: IndexSet?) -> [[String]] {
    items(at: positions, in: header.items).map(\.types)
  }

  /// Returns true if the first item has any of those types.
  public func contains(types: [String]) -> Bool {
    header.items.first?.has(anyOf: types) ?? false
  }

  /// Returns true if one of the items at those positions, or of all, has any of those types.
  public func contains(types: [String], in positions: IndexSet?) -> Bool {
    items(at: positions, in: header.items).contains { $0.has(anyOf: types) }
  }

  /// Returns the positions of the items that have any of those types.
  public func itemSet(withTypes types: [String]) -> IndexSet {
    let items = header.items
    return IndexSet(items.indices.filter { items[$0].has(anyOf: types) })
  }

  /// Returns the first item's value of that type as bytes, or nil.
  public func data(forType type: String) -> Data? {
    items.first?.data(forType: type)
  }

  /// Returns the values of that type as bytes, of the items at those positions, or of all, that
  /// have one.
  public func data(forType type: String, in positions: IndexSet?) -> [Data] {
    items(at: positions, in: items).compactMap { $0.data(forType: type) }
  }

  /// Returns the first item's value of that type, or nil.
  ///
  /// It is of the class that was written. Data of a type that is text or a URL is read as such.
  public func value(forType type: String) -> Any? {
    items.first?[type]
  }

  /// Returns the values of that type, of the items at those positions, or of all, that have one.
  public func values(forType type: String, in positions: IndexSet?) -> [Any] {
    items(at: positions, in: items).compactMap { $0[type] }
  }

  /// Replaces all items by one with one representation.
  ///
  /// - Returns: True if it can be pasted, even if only in this process; false if nothing changed.
  @discardableResult
  public func setData(_ data: Data, forType type: String) -> Bool {
    setItems([[type: data]])
  }

  /// Replaces all items by one with one representation.
  ///
  /// - Parameters:
  ///   - value: Data, a string, a URL, or another property list; else nothing is written.
  ///   - type: The type.
  /// - Returns: True if it can be pasted, even if only in this process; false if nothing changed.
  @discardableResult
  public func setValue(_ value: Any, forType type: String) -> Bool {
    setItems([[type: value]])
  }

  private func items(at positions: IndexSet?, in items: [Item]) -> [Item] {
    guard let positions else { return items }
    return positions.filter(items.indices.contains).map { items[$0] }
  }
}

extension Pasteboard {
  /// Replaces all items by the items of dictionaries; see ``setItems(_:options:)``.
  @_disfavoredOverload @discardableResult
  public func setItems(_ items: [[String: Any]], options: Set<Option> = []) -> Bool {
    setItems(items.map(Item.init(dictionary:)), options: options)
  }

  /// Adds the items of dictionaries after the items there are; see `addItems(_:)`.
  @_disfavoredOverload @discardableResult
  public func addItems(_ items: [[String: Any]]) -> Bool {
    addItems(items.map(Item.init(dictionary:)))
  }
}

extension Pasteboard {
  /// The first item's text; nil if it has none.
  ///
  /// Setting it replaces all items, nil by none.
  public var string: String? {
    get { items.first?.text }
    set { strings = newValue.map { [$0] } }
  }

  /// Replaces all items by one with that text.
  ///
  /// - Returns: True if it can be pasted, even if only in this process; false if nothing changed.
  @discardableResult
  public func setString(_ string: String) -> Bool {
    setValue(string, forType: StandardType.text)
  }

  /// The texts of all items that have one; nil if none has.
  ///
  /// Setting them replaces all items by one for each, nil by none.
  public var strings: [String]? {
    get { nonempty(items.compactMap(\.text)) }
    set { items = (newValue ?? []).map { [StandardType.text: $0] } }
  }

  /// The first item's URL; nil if it has none.
  ///
  /// Setting it replaces all items, nil by none.
  public var url: URL? {
    get { items.first?.url }
    set { urls = newValue.map { [$0] } }
  }

  /// The URLs of all items that have one; nil if none has.
  ///
  /// Setting them replaces all items by one for each, nil by none.
  public var urls: [URL]? {
    get { nonempty(items.compactMap(\.url)) }
    set {
      items = (newValue ?? []).map {
        [($0.isFileURL ? StandardType.fileURL : StandardType.url): $0]
      }
    }
  }

  /// A Boolean value that indicates whether any item has text.
  public var hasStrings: Bool { header.items.contains(where: \.hasText) }

  /// A Boolean value that indicates whether any item has a URL.
  public var hasURLs: Bool { header.items.contains(where: \.hasURL) }

  /// The bytes of the first item's image, whatever its format; nil if it has none.
  ///
  /// To write one, use ``setData(_:forType:)`` with its type, such as ``StandardType/png``.
  public var image: Data? { items.first?.data(forType: StandardType.image) }

  /// The bytes of the images of all items that have one; nil if none has.
  public var images: [Data]? {
    nonempty(items.compactMap { $0.data(forType: StandardType.image) })
  }

  /// A Boolean value that indicates whether any item has an image.
  public var hasImages: Bool { contains(types: [StandardType.image], in: nil) }

  /// The first item's color; nil if it has none.
  ///
  /// Setting it replaces all items, nil by none.
  public var color: Color? {
    get { items.first?.color }
    set { colors = newValue.map { [$0] } }
  }

  /// The colors of all items that have one; nil if none has.
  ///
  /// Setting them replaces all items by one for each, nil by none.
  public var colors: [Color]? {
    get { nonempty(items.compactMap(\.color)) }
    set { items = (newValue ?? []).map { [StandardType.color: $0.data] } }
  }

  /// A Boolean value that indicates whether any item has a color.
  public var hasColors: Bool { contains(types: [StandardType.color], in: nil) }

  private func nonempty<Element>(_ elements: [Element]) -> [Element]? {
    elements.isEmpty ? nil : elements
  }
}

extension Pasteboard.Item {
  fileprivate var color: Pasteboard.Color? {
    data(forType: Pasteboard.StandardType.color).flatMap(Pasteboard.Color.init(data:))
  }

  fileprivate func has(anyOf types: [String]) -> Bool {
    types.contains { representation(forType: $0) != nil }
  }
}
