// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import ResponderKit

extension Pasteboard: @retroactive TextBoard {}

/// What only a widget knows of its responder, so that the model needs no toolkit.
@MainActor
final class WidgetPlace {
  /// The rectangle of what is selected, in the widget's coordinates.
  var selectionRect: @MainActor () -> CGRect = { .zero }
  /// Converts a rectangle from the widget's coordinates to the window's.
  var toWindow: @MainActor (CGRect) -> CGRect = { $0 }

  private let menu: EditMenu

  /// A place for responders that show `menu`.
  init(_ menu: EditMenu) {
    self.menu = menu
  }

  /// Shows the menu for what is selected.
  func showMenu(of responder: Responder) {
    menu.show(from: responder, rect: selectionRect())
  }
}

/// A text that a widget shows: a note, or what is searched for.
final class PlacedText: TextResponder {
  let place: WidgetPlace

  /// A text with the caret at its beginning, which `delegate` hears of.
  init(_ text: String, in notes: Notes, _ place: WidgetPlace, _ delegate: any TextDelegate) {
    self.place = place
    super.init(text, next: notes)
    selection = text.startIndex..<text.startIndex
    self.delegate = delegate
  }

  /// The first line, for a list.
  var title: String {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return line.isEmpty ? "New Note" : line
  }

  /// What is selected, as GTK counts it.
  ///
  /// - Units: Unicode scalars
  var scalars: Range<Int> {
    let view = text.unicodeScalars
    let start = view.distance(from: view.startIndex, to: selection.lowerBound)
    return start..<(start + view.distance(from: selection.lowerBound, to: selection.upperBound))
  }

  /// Takes over what the user did in the widget.
  func userDidEdit(to text: String, scalars: Range<Int>) {
    let view = text.unicodeScalars
    func index(_ offset: Int) -> String.Index {
      view.index(view.startIndex, offsetBy: max(offset, 0), limitedBy: view.endIndex)
        ?? view.endIndex
    }
    userDidEdit(to: text, selecting: index(scalars.lowerBound)..<index(scalars.upperBound))
  }

  /// The URL that is selected, or that the caret is in; nil without one.
  var link: URL? {
    let isInLink = { (character: Character) in !character.isWhitespace }
    let head = text[..<selection.lowerBound].reversed().prefix(while: isInLink).reversed()
    let tail = text[selection.upperBound...].prefix(while: isInLink)
    let word = selection.isEmpty ? String(head) + tail : selectedText
    guard let url = URL(string: word), url.scheme != nil, word.contains("/") || word.contains(":")
    else { return nil }
    return url
  }

  override var inputView: View? { (next as? Notes)?.keyPad }

  override func convertToWindow(_ rect: CGRect) -> CGRect {
    super.convertToWindow(place.toWindow(rect))
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .showMenu: { _, _ in self.place.showMenu(of: self) }
    default: super.method(for: action)
    }
  }
}
