// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@testable import PasteboardKit

@Suite("13 Pasteboard: isolation", .waits)
struct IsolationTests {
  @Test("P058 the class belongs to the main actor; store, items, contents and errors are Sendable")
  func sendable() async throws {
    func check<Value: Sendable>(_: Value.Type) {}
    check(PasteboardStore.self)
    check(PasteboardContents.self)
    check(Pasteboard.Item.self)
    check(Pasteboard.Name.self)
    check(PasteboardError.self)
    let folders = try TestFolders()
    let store = PasteboardStore(places: folders.places)
    let item: Pasteboard.Item = ["a": "1"]
    try await Task.detached { _ = try store.update(.general) { $0.items = [item] } }.value
    #expect(await folders.registry().system(.general).items == [item])
  }

  @Test("P058 only the main actor may call a pasteboard")
  func mainActorOnly() throws {
    let isolated = try diagnostics(
      of: "@MainActor func read(_ pasteboard: Pasteboard) { _ = pasteboard.string }",
      importing: "PasteboardKit")
    #expect(isolated == "")
    let nonisolated = try diagnostics(
      of: "func read(_ pasteboard: Pasteboard) { _ = pasteboard.string }",
      importing: "PasteboardKit")
    #expect(nonisolated.contains("error: main actor-isolated property 'string'"))
  }
}
