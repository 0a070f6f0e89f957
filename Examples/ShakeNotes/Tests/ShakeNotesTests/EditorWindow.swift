// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import ShakeNotes

/// The program in its window, as its user meets it.
final class EditorWindow {
  private let output: Desktop.Output
  /// What can be seen in the window.
  private(set) var picture: Description

  enum Problem: Error {
    /// What was waited for did not come: what could be seen at the end.
    case missing(Description)
  }

  /// Opens a window with `notes`, and waits until it has the focus and hears of shakes.
  init(_ notes: String..., with options: [String] = [], on desktop: Desktop) throws {
    output = try desktop.start(
      Desktop.products.appendingPathComponent("ShakeNotes").path,
      ["--bus", "session", "--describe"] + options + notes)
    picture = try Self.decode(output.line())
    // The daemon of the test has nothing to shake; it tells of simulated shakes all the same.
    try wait { $0.isActive && $0.status == "There is nothing to shake." }
  }

  /// Looks at the window until it is as `isSo` says.
  func wait(until isSo: (Description) -> Bool) throws {
    while !isSo(picture) {
      guard let line = try? output.line() else { throw Problem.missing(picture) }
      picture = try Self.decode(line)
    }
  }

  /// Waits until the text is `text`, with the selection `selection`.
  func wait(forText text: String, selection: Range<Int>? = nil) throws {
    try wait {
      $0.text == text
        && (selection == nil || selection.map { [$0.lowerBound, $0.upperBound] } == $0.selection)
    }
  }

  /// Waits for the question `question` with these buttons, or for its end.
  func wait(forQuestion question: String?, _ titles: String...) throws {
    try wait { $0.question == question && $0.buttons.map(\.title) == titles && $0.isLaidOut }
  }

  /// Waits until there is no menu.
  func waitForNoMenu() throws {
    try wait { $0.buttons.isEmpty }
  }

  /// Waits for the menu with these items.
  func wait(forMenu titles: String...) throws {
    try wait { $0.question == nil && $0.buttons.map(\.title) == titles && $0.isLaidOut }
  }

  /// The button with that title.
  func button(_ title: String) throws -> Description.Button {
    guard let button = picture.buttons.first(where: { $0.title == title }) else {
      throw Problem.missing(picture)
    }
    return button
  }

  /// The key on the screen with that title.
  func key(_ title: String) throws -> Description.Button {
    guard let key = picture.keys.first(where: { $0.title == title }) else {
      throw Problem.missing(picture)
    }
    return key
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status; nil if a signal killed it
  func finish(after signal: Int32) -> Int32? {
    kill(output.process.processIdentifier, signal)
    while (try? output.line()) != nil {}
    output.process.waitUntilExit()
    return output.process.terminationReason == .exit ? output.process.terminationStatus : nil
  }

  private static func decode(_ line: String) throws -> Description {
    try JSONDecoder().decode(Description.self, from: Data(line.utf8))
  }
}

extension Description {
  /// A Boolean value that indicates whether the buttons have their places: new ones are all at the
  /// same.
  fileprivate var isLaidOut: Bool { Set(buttons.map(\.x)).count == buttons.count }
}
