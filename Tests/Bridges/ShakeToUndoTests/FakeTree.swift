// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import shake_to_undo

/// A program in memory, which counts what it is asked and refuses what may never end.
final class FakeTree: AccessibleSource {
  struct Part {
    var role = AccessibleRole(number: 39)
    var states: [AccessibleStates.Bit] = []
    var children: [String] = []
    var count: Int?
    /// True if its role does not come in time.
    var isLate = false
    /// True if its states do not come in time.
    var hasLateStates = false
  }

  var parts: [String: Part] = [:]
  /// Names, and shortcuts, of items.
  var items: [String: (name: String, binding: String)] = [:]
  private(set) var calls = 0

  private func ask<Value>(
    _ objects: [AccessibleObject], _ answer: (String, Part) -> Value?
  ) -> [Value?] {
    calls += objects.count
    return objects.map { object in parts[object.path].flatMap { answer(object.path, $0) } }
  }

  func states(of objects: [AccessibleObject], _ isLate: inout Bool) -> [AccessibleStates?] {
    if objects.contains(where: { parts[$0.path]?.hasLateStates ?? false }) { isLate = true }
    return ask(objects) { _, part in
      part.hasLateStates ? nil : AccessibleStates(part.states + [.showing, .visible])
    }
  }
  func roles(of objects: [AccessibleObject]) -> [AccessibleRole?] {
    ask(objects) { _, part in part.isLate ? nil : part.role }
  }
  func counts(of objects: [AccessibleObject]) -> [Int?] {
    ask(objects) { _, part in part.count ?? part.children.count }
  }
  func children(of parts: [AccessiblePart]) -> [[AccessibleObject]?] {
    for part in parts {
      #expect(part.count <= 64)
      #expect(!part.states.contains(.managesDescendants))
      #expect(![.table, .tree, .treeTable, .list, .listBox].contains(part.role))
    }
    return ask(parts.map(\.object)) { _, part in
      part.children.map { AccessibleObject(busName: ":1.1", path: $0) }
    }
  }
  func children(oneByOne part: AccessiblePart) -> [AccessibleObject?] {
    #expect(part.role == .documentText)
    return (0..<part.count).map { index in
      calls += 1
      return parts[part.object.path].map { .init(busName: ":1.1", path: $0.children[index]) }
    }
  }
  func names(of objects: [AccessibleObject]) -> [String?] {
    ask(objects) { path, _ in items[path]?.name ?? path }
  }
  func bindings(of objects: [AccessibleObject]) -> [String?] {
    ask(objects) { path, _ in items[path]?.binding }
  }

  /// The focus below the window `/`.
  func focus(_ quota: Int = 600, toolkit: Toolkit = .init(name: "gtk", version: "3.24")) -> Focus? {
    var quota = CallQuota(left: quota)
    return outcome(&quota, toolkit: toolkit).focus
  }

  private func outcome(
    _ quota: inout CallQuota, toolkit: Toolkit
  ) -> FocusWalk<FakeTree>.Outcome {
    let frame = AccessiblePart(
      object: .init(busName: ":1.1", path: "/"), role: .frame,
      states: AccessibleStates([.active, .showing, .visible]),
      count: parts["/"]?.count ?? parts["/"]?.children.count ?? 0)
    var walk = FocusWalk(self, toolkit: toolkit)
    return walk.search(frame, &quota)
  }
}
