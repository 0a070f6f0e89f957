// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

/// How much the torture does: a small one in every run, a large one with PASTEBOARD_TORTURE set.
private let isLarge = ProcessInfo.processInfo.environment["PASTEBOARD_TORTURE"] != nil

@MainActor
@Suite("13 Pasteboard: torture", .waits)
final class TortureTests: PasteboardTest {
  init() throws {
    // PASTEBOARD_TORTURE may name a folder on a disk.
    let chosen = ProcessInfo.processInfo.environment["PASTEBOARD_TORTURE"]
    try super.init(in: chosen.flatMap { $0.hasPrefix("/") ? $0 : nil })
  }

  @Test("P042 four processes lose none of their writes")
  func writers() async throws {
    let each = isLarge ? 10_000 : 500
    let started = ContinuousClock.now
    let writers = try (0..<4).map { try Host("tally system.general \($0) \(each)", in: folders) }
    for writer in writers { #expect(try await writer.finish() == []) }
    report("4 processes, \(each) writes each", since: started)
    #expect(pasteboard.changeCount == 4 * each)
    #expect(pasteboard.numberOfItems == 4)
    for writer in 0..<4 {
      #expect(pasteboard.items.compactMap { $0["\(writer)"] as? Int } == [each])
    }
  }

  @Test("P043 readers see the old or the new, never half, and never go back")
  func readers() async throws {
    let writes = isLarge ? 10_000 : 300
    let started = ContinuousClock.now
    let readers = try (0..<2).map { _ in try Host("check system.general", in: folders) }
    for reader in readers { #expect(await reader.nextLine() == "reading") }
    let writers = try (0..<2).map { _ in try Host("fill system.general \(writes)", in: folders) }
    for writer in writers { #expect(await writer.lines().count == writes) }
    for reader in readers {
      let last = try await reader.finish().last
      let counts = try #require(last).split(separator: " ").compactMap { Int($0) }
      try #require(counts.count == 3, "reads, states seen, the count last seen")
      #expect(counts[2] == 2 * writes)
      report("\(counts[0]) reads of \(counts[1]) states while 2 processes wrote", since: started)
    }
  }

  @Test("P044 a process killed at any moment leaves the old or the new, and no lock")
  func killed() async throws {
    let rounds = isLarge ? 2000 : 25
    let started = ContinuousClock.now
    var random = SystemRandomNumberGenerator()
    var (olds, news, unfinished) = (0, 0, 0)
    for _ in 0..<rounds {
      var said = pasteboard.changeCount
      let writer = try Host("fill system.general 1000000", in: folders)
      // It writes on meanwhile, so that the kill finds it anywhere in its work.
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        said = await writer.nextLine().flatMap { Int($0) } ?? -1
      }
      await writer.kill()
      said = await writer.lines().last.flatMap { Int($0) } ?? said
      let now = pasteboard.changeCount
      #expect(pasteboard.error == nil)
      #expect(now == said || now == said + 1)
      if now == said { olds += 1 } else { news += 1 }
      let item = try #require(pasteboard.items.first)
      let type = try #require(item.types.first)
      let data = try #require(item.data(forType: type))
      #expect(type == "bytes \(data.count)")
      #expect(data.allSatisfy { $0 == UInt8(data.count % 251) })
      let new = "\(folders.path)/lasting/.new"
      if FileManager.default.fileExists(atPath: new) { unfinished += 1 }
      pasteboard.addItems([])
      #expect(pasteboard.changeCount == now + 1)
      #expect(!FileManager.default.fileExists(atPath: new))
    }
    report(
      "\(rounds) processes killed: \(olds) left the old, \(news) the new, \(unfinished) half a file "
        + "without readers", since: started)
  }

  private func report(_ text: String, since started: ContinuousClock.Instant) {
    guard isLarge else { return }
    print("pasteboard torture: \(text); \((ContinuousClock.now - started).formatted())")
  }
}
