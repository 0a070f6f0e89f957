// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

// One after another with the other windows: each has 60 s.
extension WindowTests {
  @Test(
    "of two apps only the one in front claims shakes, and undoes once at one",
    arguments: ["ShakeText", "ShakeQt", "ShakeSDL"])
  func inFront(program: String) throws {
    let desktop = try Desktop()
    let back = try App(program, "back", on: desktop)
    let front = try App(program, "front", on: desktop)
    for app in [back, front] {
      try app.focus()
      try desktop.type("a")
      try app.wait(for: "text: a")
    }
    try desktop.shake(onceClaimedBy: front.output)
    if program != "ShakeSDL" {
      try front.wait(for: "question: Undo")
      try desktop.press("Return")
    }
    try front.wait(for: "text: ")
    try back.focus()
    // Qt tells an app late that it lost the focus, and not at all if the app has it again by then.
    try front.wait(for: "active: false")
    try desktop.type("b")
    let heard = try back.wait(for: "text: ab")
    #expect(heard.allSatisfy { !$0.hasPrefix("question") && !$0.hasPrefix("text") })
    try front.focus()
    try desktop.type("c")
    #expect(try !front.wait(for: "text: c").contains { $0.hasPrefix("text") }, "one undo")
  }
}

/// A program with one window.
private struct App {
  private let title: String
  let output: Desktop.Output
  private let desktop: Desktop

  init(_ program: String, _ title: String, on desktop: Desktop) throws {
    let path = Desktop.products.appendingPathComponent(program).path
    output = try desktop.start(path, ["--bus", "session", "--title", title])
    (self.title, self.desktop) = (title, desktop)
  }

  /// Gives the window the focus, as the user does, once it is shown: before, an X server refuses.
  func focus() throws {
    try desktop.succeed(
      "xdotool",
      ["search", "--sync", "--onlyvisible", "--name", "^\(title)", "windowfocus", "--sync"])
    try wait(for: "active: true")
  }

  /// Waits for a line.
  ///
  /// - Returns: the lines before it
  @discardableResult
  func wait(for line: String) throws -> [String] {
    var before: [String] = []
    while true {
      guard let next = try? output.line() else {
        throw Desktop.Problem.missing("'\(line)' of \(title) after \(before)")
      }
      if next == line { return before }
      before.append(next)
    }
  }
}
