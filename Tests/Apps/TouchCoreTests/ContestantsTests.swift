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

  @Test("inner and more taps come first, whatever the order of adding; fingers stay with theirs")
  mutating func order() throws {
    let outer = add(.tap(), depth: 1)
    #expect(try engage(outer, 1))
    let inner = add(.pan(), depth: 3)
    #expect(try engage(inner, 2))
    let double = add(.tap(taps: 2), depth: 1)
    #expect(all.indices.map { all.recognizers[$0].id } == [inner, double, outer])
    let (first, second) = (contact(1).id, contact(2).id)
    try verify([outer: first, inner: second, double: nil])
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

  @Test("a finger that is dropped leaves both; one that lifts is still of the gesture")
  mutating func fingers() throws {
    let id = add(.custom, depth: 0)
    #expect(try engage(id, 1) && engage(id, 2))
    #expect(!all.drop([contact(1).id], 0) && !all.drop([], 0))
    #expect(all.contacts(0) == [contact(2).id] && all.recognizers[0].fingers.count == 1)
    all.lift(contact(2).id, 0)
    #expect(all.contacts(0) == [contact(2).id] && all.recognizers[0].fingers.isEmpty)
    all.setEnabled(false, 0)
    #expect(try !engage(id, 3))
  }

  @Test("one whose gesture is over is idle once its fingers have lifted")
  mutating func tidy() throws {
    let id = add(.custom, depth: 0)
    #expect(try engage(id, 1))
    #expect(all.record(.failed, of: 0) { _, _ in false })
    var events: [GestureEvent] = []
    all.settle(at: now, { _, _ in false }, { events.append($0) })
    #expect(events.map(\.phase) == [.failed] && events.map(\.contacts) == [[contact(1).id]])
    all.tidy()
    #expect(all.state(0) == .failed)
    all.lift(contact(1).id, 0)
    all.tidy()
    try verify([id: nil])
  }

  @Test("an interruption cancels what goes on, and leaves all idle")
  mutating func interrupt() throws {
    let pan = add(.custom, depth: 1)
    let tap = add(.tap(), depth: 0)
    #expect(try engage(pan, 1) && engage(tap, 2))
    #expect(all.record(.began, of: 0) { _, _ in true })
    var phases: [GestureID: [GestureEvent.Phase]] = [:]
    all.settle(at: now, { _, _ in true }, { phases[$0.gesture, default: []].append($0.phase) })
    all.interrupt(at: now) { phases[$0.gesture, default: []].append($0.phase) }
    #expect(phases == [pan: [.began, .cancelled], tap: [.failed]])
    try verify([pan: nil, tap: nil])
  }
}
