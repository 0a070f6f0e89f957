// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("10 Pasteboard: which there are", .waits)
final class WhichTests: PasteboardTest {
  @Test("P001 P002 P003 P004 P005 one object for each name, in a process that knows of no tests")
  func identity() async throws {
    #expect(
      try await Host.run("identity", in: folders) == [
        "true system.general", "true", "true", "true true", "true false",
      ])
  }

  @Test("P006 a new one is empty", arguments: [Pasteboard.Name.general, "one"])
  func new(name: Pasteboard.Name) throws {
    let pasteboard = try #require(registry.pasteboard(name, create: true))
    #expect(pasteboard.items.isEmpty)
    #expect(pasteboard.numberOfItems == 0)
    #expect(pasteboard.types.isEmpty)
    #expect(pasteboard.string == nil)
    #expect(pasteboard.strings == nil)
    #expect(pasteboard.url == nil)
    #expect(!pasteboard.hasStrings)
    #expect(pasteboard.changeCount == 0)
    #expect(pasteboard.error == nil)
  }

  @Test("P007 system ones are persistent, whatever is set; an app's when it is set")
  func persistence() throws {
    registry.system(.general).isPersistent = false
    #expect(registry.system(.general).isPersistent)
    #expect(registry.system(.find).isPersistent)
    let pasteboard = try #require(registry.pasteboard("one", create: true))
    pasteboard.string = "a"
    #expect(!pasteboard.isPersistent)
    for isPersistent in [true, false, true] {
      pasteboard.isPersistent = isPersistent
      #expect(pasteboard.isPersistent == isPersistent)
      #expect(pasteboard.string == "a")
      #expect(pasteboard.changeCount == 1)
    }
  }

  @Test("P008 a removed one reads nil, and writes do nothing, for other processes too")
  func removal() throws {
    let pasteboard = try #require(registry.pasteboard("one", create: true))
    let other = folders.registry()
    let there = try #require(other.pasteboard("one", create: false))
    pasteboard.string = "a"
    registry.remove("one")
    for each in [pasteboard, there] {
      #expect(each.string == nil)
      each.string = "b"
      each.isPersistent = true
      #expect(each.string == nil)
      #expect(!each.isPersistent)
    }
    #expect(registry.pasteboard("one", create: false) == nil)
    #expect(other.pasteboard("one", create: false) == nil)
    let made = registry.pasteboard("one", create: true)
    #expect(made !== pasteboard)
    #expect(made?.string == nil)
  }

  @Test("P008 a system one is not removed")
  func systemRemoval() {
    let general = registry.system(.general)
    general.string = "a"
    registry.remove(.general)
    #expect(general.string == "a")
    #expect(registry.system(.general) === general)
  }

  @Test("P008 a persistent one is removed for good")
  func persistentRemoval() throws {
    let pasteboard = try #require(registry.pasteboard("one", create: true))
    pasteboard.isPersistent = true
    registry.remove("one")
    #expect(folders.registry().pasteboard("one", create: false) == nil)
  }
}
