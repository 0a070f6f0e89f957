// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PasteboardKit

@Suite("Whose contents of a pasteboard count")
struct StandingTests {
  private static func contents(_ count: Int, generation: UInt64 = 1) -> PasteboardContents {
    var contents = PasteboardContents()
    contents.changeCount = count
    contents.generation = generation
    return contents
  }

  private let own = contents(8)
  private var all: [PasteboardStanding] { [.shared, .unshared(own, over: 5), .removed] }

  @Test("each input in each standing")
  func inputs() {
    let new = Self.contents(9)
    let expected: [(PasteboardStanding.Input, [PasteboardStanding])] = [
      (.stored, [.shared, .shared, .removed]),
      (.kept(new, after: 7), [.unshared(new, over: 7), .unshared(new, over: 5), .removed]),
      (.withheld(new), [.unshared(new, over: 9), .unshared(new, over: 9), .removed]),
      (.expired(new), [.shared, .unshared(new, over: 5), .removed]),
      (.removed, [.removed, .removed, .removed]),
    ]
    for (input, after) in expected {
      for (before, after) in zip(all, after) {
        var standing = before
        standing.process(input)
        #expect(standing == after, "\(before) \(input)")
      }
    }
  }

  @Test("each change count in the store, in each standing")
  func precedence() {
    let expected: [(Int, [PasteboardStanding.Precedence])] = [
      (5, [.stored, .own, .none]),
      (6, [.stored, .storedOnce(above: 8), .none]),
      (8, [.stored, .storedOnce(above: 8), .none]),
      (9, [.stored, .stored, .none]),
    ]
    for (count, precedence) in expected {
      #expect(all.map { $0.precedence(overStored: count) } == precedence, "at \(count)")
    }
  }

  @Test("how contents go on from what was told, of an app's pasteboard and of a system one")
  func continuation() {
    let told = PasteboardNews(Self.contents(3))
    let expected: [(PasteboardContents, PasteboardNews.Continuation, PasteboardNews.Continuation)] =
      [
        (Self.contents(2), .nothingNew, .nothingNew),
        (Self.contents(3), .nothingNew, .nothingNew),
        (Self.contents(4), .changed, .changed),
        (Self.contents(3, generation: 2), .remade, .fallen),
        (Self.contents(4, generation: 2), .remade, .changed),
        (Self.contents(0, generation: 0), .remade, .lost),
      ]
    for (contents, app, system) in expected {
      #expect(told.continuation(by: contents, isSystem: false) == app)
      #expect(told.continuation(by: contents, isSystem: true) == system)
    }
    let nothing = PasteboardNews()
    #expect(nothing.continuation(by: Self.contents(0), isSystem: false) == .nothingNew)
    #expect(nothing.continuation(by: Self.contents(1), isSystem: true) == .changed)
  }
}
