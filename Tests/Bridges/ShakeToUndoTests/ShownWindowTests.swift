// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Testing

@testable import shake_to_undo

/// The window of accessibility that is the one with the focus.
@Suite struct ShownWindowTests {
  private static func window(
    _ title: String, _ name: String = "notes", isActive: Bool = false
  ) -> ShownWindow {
    let object = AccessibleObject(busName: ":1.1", path: "/\(title.hashValue.magnitude)")
    return ShownWindow(
      frame: object, program: object, processID: 7, name: name, title: title,
      states: AccessibleStates(isActive ? [.active] : []))
  }

  private let here = ActiveWindow(
    identity: "x11:1", processID: 7, applicationID: "org.example.Notes", title: "b")
  private let hidden = ActiveWindow(
    identity: "wayland:1", applicationID: "org.example.Notes", title: "b")

  @Test("of a program's windows the active one, whatever its title")
  func active() {
    let windows = [Self.window("b"), Self.window("a", isActive: true)]
    #expect(ShownWindow.index(of: here, in: windows) == 1)
    #expect(ShownWindow.index(of: nil, in: windows) == 1)
  }

  @Test("of two that say they are active the one with the title, or none")
  func several() {
    var windows = [Self.window("a", isActive: true), Self.window("b", isActive: true)]
    #expect(ShownWindow.index(of: here, in: windows) == 1)
    #expect(ShownWindow.index(of: nil, in: windows) == nil)
    windows.append(Self.window("b", isActive: true))
    #expect(ShownWindow.index(of: here, in: windows) == nil)
  }

  @Test("where none is active, on a seat without a keyboard, title and program, if that is one")
  func noKeyboard() {
    var windows = [Self.window("a"), Self.window("b"), Self.window("b", "other")]
    #expect(ShownWindow.index(of: hidden, in: windows) == 1)
    #expect(ShownWindow.index(of: nil, in: windows) == nil)
    windows.append(Self.window("b"))
    #expect(ShownWindow.index(of: hidden, in: windows) == nil)
    #expect(ShownWindow.index(of: here, in: [Self.window("a"), Self.window("b")]) == 1)
    #expect(ShownWindow.index(of: here, in: [Self.window("a")]) == nil)
  }

  @Test("where the process is hidden the title decides among those that say they are active")
  func title() {
    let windows = [
      Self.window("a", "other", isActive: true), Self.window("b", "soffice", isActive: true),
    ]
    #expect(ShownWindow.index(of: hidden, in: windows) == 1)
    let both = windows + [Self.window("b", isActive: true)]
    #expect(ShownWindow.index(of: hidden, in: both) == 2)
  }

  @Test("Qt adds the name of the program to the title that it shows to accessibility")
  func addedName() {
    func found(_ title: String, _ frames: [(String, String)], called name: String? = nil) -> Int? {
      let window = ActiveWindow(
        identity: "wayland:1", applicationID: "org.kde.kwrite", title: title)
      return ShownWindow.index(
        of: window, in: frames.map { Self.window($0.0, $0.1, isActive: true) },
        called: { name })
    }
    for (title, frames, name, index) in [
      ("a * — KWrite", [("a *", "kwrite")], nil, 0), ("a  — KWrite", [("a ", "kwrite")], nil, 0),
      ("a — Ein Name", [("a", "x")], "Ein Name", 0), ("a — Other", [("a", "kwrite")], nil, nil),
      ("a — KWrite", [("", "kwrite")], nil, nil), (" — KWrite", [("", "kwrite")], nil, nil),
      ("a - KWrite", [("a", "kwrite")], nil, nil), ("ab — KWrite", [("a", "kwrite")], nil, nil),
      // Equal titles come first, and of two that fit none does.
      ("a — KWrite", [("a", "kwrite"), ("a — KWrite", "other")], nil, 1),
      ("a — KWrite", [("a", "kwrite"), ("a", "kwrite")], nil, nil),
    ] as [(String, [(String, String)], String?, Int?)] {
      #expect(found(title, frames, called: name) == index, "\(title) \(frames)")
    }
  }

  @Test("long titles are compared by their first 512 bytes, whatever cut them")
  func longTitles() {
    let title = "a" + String(repeating: "Я", count: 400)
    let bytes = Array(title.utf8.prefix(512))
    let cut = ActiveWindow(
      identity: "x11:1", title: String(decoding: bytes, as: UTF8.self))
    #expect(Self.window(title).title == cut.title)
    let wide = "a" + String(repeating: "😀", count: 200)
    let half = String(decoding: wide.utf8.prefix(512), as: UTF8.self)
    #expect(Self.window(wide).title == ActiveWindow(identity: "x11:1", title: half).title)
    #expect(Self.window("short").title == "short")
  }
}
