// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import Testing

// Foundation has typed messages, and observers of an object that is no NSObject, from Swift 6.3 on.
#if compiler(>=6.3)
  @MainActor
  @Suite("12 Pasteboard: typed observers")
  final class TypedMessageTests: PasteboardTest {
    @Test("P034 typed observers learn the same")
    func messages() throws {
      var entries: [String] = []
      let center = NotificationCenter.default
      let named = try #require(registry.pasteboard("one", create: true))
      let tokens = [
        center.addObserver(of: named, for: .changed) { message in
          entries.append("changed +\(message.typesAdded) -\(message.typesRemoved)")
        },
        center.addObserver(of: named, for: .failed) { entries.append("failed \($0.error)") },
        center.addObserver(of: named, for: .removed) { _ in entries.append("removed") },
      ]
      named.items = [["a": "1"]]
      named.setValue(Data.self, forType: "b")
      named.items = []
      registry.remove("one")
      let refusal = PasteboardError.unsupportedValue(type: "b", swiftType: "Data.Type")
      #expect(
        entries == [
          #"changed +["a"] -[]"#, "failed \(refusal)", #"changed +[] -["a"]"#, "removed",
        ])
      tokens.forEach(center.removeObserver)
    }

    @Test("P034 observers of one pasteboard hear of no other")
    func byObject() throws {
      let (one, other) = (registry.system(.general), registry.system(.find))
      var count = 0
      let token = NotificationCenter.default.addObserver(
        forName: Pasteboard.changedNotification, object: one, queue: nil
      ) { _ in MainActor.assumeIsolated { count += 1 } }
      other.string = "a"
      #expect(count == 0)
      one.string = "a"
      #expect(count == 1)
      NotificationCenter.default.removeObserver(token)
    }
  }
#endif
