// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import TouchCore

@Suite("The recognizers of a bank and their contestants have one index")
struct ContestantsTests {
  private var all = Contestants()
  private let now = Timestamp(nanoseconds: 1_000_000)

  private mutating func add(_ kind: GestureKind, depth: Int) -> GestureID {
    all.add(kind, depth: depth, configuration: TouchConfiguration())
  }

  private func contact(_ number: UInt64) -> Contact {
    let place = Point(x: 5, y: 5)
    return Contact(
      id: Contact.ID(number: number), finger: 0, phase: .began, location: place,
      previousLocation: place, timestamp: now, tool: .finger, radius: 0, previousTimestamp: now)
  }

  private mutating func engage(_ id: GestureID, _ number: UInt64) throws -> Bool {
    try all.engage(#require(all.index(of: id)), with: contact(number), if: { _ in true }) { _, _ in
      false
    }
  }

  /// Checks that each of `ids` has an index, and that what stands there is its own.
  private func verify(
    _ ids: [GestureID: Contact.ID?], _ location: SourceLocation = #_sourceLocation
  )
    throws
  {
    #expect(all.indices.count == ids.count, sourceLocation: location)
    for (id, contact) in ids {
      let index = try #require(all.index(of: id), sourceLocation: location)
      #expect(all.recognizers[index].id == id, sourceLocation: location)
      #expect(all.event(index, .began, at: now).gesture == id, sourceLocation: location)
      let contacts = contact.map { [$0] } ?? []
      #expect(all.contacts(index) == contacts, sourceLocation: location)
      #expect(all.recognizers[index].fingers.isEmpty == contacts.isEmpty, sourceLocation: location)
      #expect((all.state(index) == .idle) == contacts.isEmpty, sourceLocation: location)
    }
  }

  @Test("those that are idle go, and the others are found at their new indices")
  mutating func remove() throws {
    let ids = (0..<4).map { add(.custom, depth: $0) }
    #expect(try engage(ids[0], 1) && engage(ids[2], 2))
    all.removeIdle()
    #expect(all.index(of: ids[1]) == nil && all.index(of: ids[3]) == nil)
    try verify([ids[0]: contact(1).id, ids[2]: contact(2).id])
    let new = add(.custom, depth: 9)
    #expect(new > ids[3], "an identity is never used again")
    try verify([ids[0]: contact(1).id, ids[2]: contact(2).id, new: nil])
  }
}
