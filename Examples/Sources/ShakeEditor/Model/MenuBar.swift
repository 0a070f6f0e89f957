// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit

/// The edit menu in a terminal: one row of titles beside the caret, one of them chosen.
@MainActor
final class MenuBar: EditMenuPresenter {
  /// The size of the screen, whose first and last rows are taken.
  var size = Terminal.Size(rows: 24, columns: 80)

  /// What is drawn now, and where it begins.
  private(set) var drawing: Drawing?

  /// A row of titles on the screen; rows and columns count from 0.
  struct Drawing: Hashable {
    var text: String
    var row: Int
    var column: Int
  }

  private var chosen = 0

  func show(_ menu: EditMenu) {
    chosen = 0
    draw(menu)
  }

  func update(_ menu: EditMenu) {
    chosen = min(chosen, menu.items.count - 1)
    draw(menu)
  }

  func hide(_ menu: EditMenu) {
    drawing = nil
  }

  /// Takes `key`, if it is for `menu`; any other hides the menu.
  ///
  /// - Returns: whether it was for the menu
  func press(_ key: Key, in menu: EditMenu) -> Bool {
    switch key {
    case .left: choose(chosen - 1, in: menu)
    case .right: choose(chosen + 1, in: menu)
    case .newline: menu.perform(menu.items[chosen])
    case .escape: menu.hide()
    case .text, .backspace, .shiftLeft, .shiftRight, .control, .shiftControl, .focus:
      menu.hide()
      return false
    }
    return true
  }

  private func choose(_ index: Int, in menu: EditMenu) {
    chosen = min(max(index, 0), menu.items.count - 1)
    draw(menu)
  }

  private func draw(_ menu: EditMenu) {
    guard let target = menu.targetRect else { return }
    let titles = menu.items.enumerated()
      .map { $0 == chosen ? "[\($1.title)]" : " \($1.title) " }.joined()
    let width = min(Cells.length(titles), size.columns)
    let frame = EditMenu.place(
      CGSize(width: width, height: 1), beside: target,
      in: CGRect(x: 0, y: 1, width: size.columns, height: max(size.rows - 2, 1))
    ).frame
    menu.menuFrame = frame
    drawing = Drawing(
      text: Cells.fit(titles, in: width), row: Int(frame.minY), column: Int(frame.minX))
  }
}
