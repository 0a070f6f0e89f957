// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@testable import PasteboardKit

@MainActor
@Suite("12 Pasteboard: change count and notifications")
final class ChangeTests: PasteboardTest {
  @Test("P030 P032 each write counts one, also of the same value")
  func writes() {
    var counts: [Int] = []
    func note() { counts.append(pasteboard.changeCount) }
    pasteboard.setData(Data([1]), forType: "a")
    note()
    pasteboard.setData(Data([1]), forType: "a")
    note()
    pasteboard.items = [["a": "1"], ["b": "2"]]
    note()
    pasteboard.addItems([["c": "3"]])
    note()
    pasteboard.items = []
    note()
    pasteboard.items = []
    note()
    #expect(counts == [1, 2, 3, 4, 5, 6])
  }

  @Test("P031 P033 reading changes no count; only writing does")
  func reads() {
    pasteboard.string = "a"
    let count = pasteboard.changeCount
    _ = (pasteboard.items, pasteboard.types, pasteboard.string, pasteboard.hasURLs)
    _ = (pasteboard.isPersistent, pasteboard.isConcealed, pasteboard.expirationDate)
    #expect(pasteboard.changeCount == count)
    folders.registry().system(.general).string = "b"
    #expect(pasteboard.changeCount == count + 1)
  }

  @Test("P034 observers learn which types came and went")
  func notified() {
    pasteboard.items = [["a": "1"], ["b": "2"]]
    pasteboard.items = [["b": "2", "c": "3"]]
    pasteboard.items = [["b": "4"], ["c": "5"]]
    pasteboard.items = []
    #expect(log.entries == ["changed +a +b", "changed +c -a", "changed", "changed -b -c"])
  }

  @Test("P035 the write itself tells, when its content can be read")
  func atOnce() {
    var seen: [String?] = []
    let token = NotificationCenter.default.observe(
      Pasteboard.changedNotification, of: pasteboard
    ) { [pasteboard] _ in MainActor.assumeIsolated { seen.append(pasteboard.string) } }
    pasteboard.string = "a"
    #expect(seen == ["a"])
    NotificationCenter.default.removeObserver(token)
  }

  @Test("P036 observers learn of the removal, once")
  func removed() throws {
    let named = try #require(registry.pasteboard("one", create: true))
    let log = Log(named)
    registry.remove("one")
    registry.remove("one")
    named.string = "a"
    #expect(log.entries == ["removed"])
  }

  @Test("P037 the count does not fall with another process, nor with a restart")
  func neverBack() throws {
    pasteboard.string = "a"
    let other = folders.registry().system(.general)
    other.string = "b"
    #expect(other.changeCount == 2)
    try folders.restart()
    let later = folders.registry().system(.general)
    #expect(later.changeCount == 2)
    later.string = "c"
    #expect(later.changeCount == 3)
    #expect(pasteboard.changeCount == 3)
  }
}
