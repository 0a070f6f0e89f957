// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import shake_to_undo

/// The search for the focus, in programs that the tests make up.
@Suite struct FocusWalkTests {
  private static let text = FakeTree.Part(states: [.focused, .editable, .multiLine])

  @Test("a page of Writer, which manages its paragraphs, gives them one by one")
  func writer() {
    let program = FakeTree()
    program.parts = [
      "/": .init(children: ["/page"]), "/text": Self.text,
      "/page": .init(role: .documentText, states: [.managesDescendants], children: ["/text"]),
    ]
    #expect(program.focus()?.kind == .text)
    program.parts["/page"]?.count = 65
    #expect(program.focus() == nil)
  }

  @Test("what has the focus and is a table is known without its cells; what may be in it is not")
  func table() {
    let program = FakeTree()
    program.parts = [
      "/": .init(children: ["/cells"]),
      "/cells": .init(role: .table, states: [.managesDescendants], count: .max),
    ]
    #expect(program.focus() == nil)
    program.parts["/cells"]?.states += [.focused, .editable]
    #expect(program.focus() == Focus(kind: .text, object: .init(busName: ":1.1", path: "/cells")))
  }

  @Test("a stack of pages is looked into in Qt, and is an icon view elsewhere")
  func layeredPane() {
    let program = FakeTree()
    program.parts = [
      "/": .init(children: ["/pane"]), "/pane": .init(role: .layeredPane, children: ["/text"]),
      "/text": Self.text,
    ]
    #expect(program.focus() == nil)
    #expect(program.focus(toolkit: .init(name: "Qt", version: "5.15"))?.kind == .text)
  }

  @Test("a canvas that has the focus needs no search of the rest; a bar may pass it on")
  func canvas() {
    let program = FakeTree()
    program.parts = [
      "/": .init(children: ["/canvas", "/layers"]), "/layers": .init(role: .tree, count: 3),
      "/canvas": .init(role: .drawingArea, states: [.focused]),
    ]
    #expect(program.focus()?.kind == .other)
    program.parts["/canvas"]?.role = .init(number: 63)
    #expect(program.focus() == nil)
    // Nor does a page of the web, whose parts may be anything.
    program.parts["/canvas"]?.role = .documentWeb
    #expect(program.focus()?.kind == .page)
  }

  @Test("a password field beside a text that says it has the focus too counts; so does a late role")
  func password() {
    let program = FakeTree()
    program.parts = [
      "/": .init(children: ["/a", "/b"]), "/a": Self.text,
      "/b": .init(role: .password, states: [.focused, .editable]),
    ]
    #expect(program.focus()?.kind == .password)
    program.parts["/b"]?.isLate = true
    #expect(program.focus()?.kind == .unknown)
  }

  @Test("what does not say in time whether it has the focus may be a password field")
  func lateStates() {
    let program = FakeTree()
    program.parts = [
      "/": .init(children: ["/a", "/b"]), "/a": .init(),
      "/b": .init(role: .password, states: [.focused, .editable], hasLateStates: true),
    ]
    #expect(program.focus()?.kind == .unknown)
    program.parts["/a"] = .init(role: .drawingArea, states: [.focused])
    #expect(program.focus()?.kind == .other)
  }

  @Test("objects that contain each other end")
  func circle() {
    let program = FakeTree()
    program.parts = ["/": .init(children: ["/a"]), "/a": .init(children: ["/", "/a"])]
    #expect(program.focus() == Focus(kind: .other, object: nil))
  }

  @Test("a page of 100,000 parts: no more calls than there are, and an unknown focus")
  func page() {
    let program = FakeTree()
    func grow(_ path: String, _ depth: Int) {
      let children = depth < 4 ? (0..<18).map { "\(path)\($0)/" } : []
      program.parts[path] = .init(children: children)
      for child in children { grow(child, depth + 1) }
    }
    grow("/", 0)
    #expect(program.parts.count > 100_000)
    #expect(program.focus() == nil)
    #expect(program.calls <= 600)
    // Near the window it is found.
    program.parts["/0/1/"] = Self.text
    #expect(program.focus()?.kind == .text)
    for budget in 0..<60 {
      let before = program.calls
      _ = program.focus(budget)
      #expect(program.calls - before <= budget)
    }
  }
}
