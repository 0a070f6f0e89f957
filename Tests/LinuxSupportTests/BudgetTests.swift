// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionSynthesis
import TestTraits
import Testing

@testable import LinuxSupport

@Suite(.waits) struct BudgetTests {
  private typealias Users = Budget<UInt32>
  private static let limits = Users.Limits(
    total: 8, each: 3, reserve: 2, bytes: 100, bytesOfEach: 40)

  @Test("a holder has a share, and what is kept for the owner is the owner's alone")
  func shares() {
    var budget = Users(Self.limits, owner: 0)
    let taken = [UInt32(1), 1, 1, 1, 2, 2, 2, 2, 3].map { budget.take(for: $0) }
    #expect(taken == [true, true, true, false, true, true, true, false, false])
    let kept = [UInt32(0), 0, 0].map { budget.take(for: $0) }
    #expect(kept == [true, true, false])
  }

  @Test("whatever is taken and given back, nobody holds more than a limit; all of it comes back")
  func random() {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<200 {
      let limits = Users.Limits(
        total: .random(in: 0...9, using: &random), each: .random(in: 0...5, using: &random),
        reserve: .random(in: 0...3, using: &random), bytes: .random(in: 0...99, using: &random),
        bytesOfEach: .random(in: 0...50, using: &random))
      var budget = Users(limits, owner: 0)
      var held: [(user: UInt32, bytes: Int)] = []
      for _ in 0..<60 {
        if !held.isEmpty, Bool.random(using: &random) {
          let (user, bytes) = held.remove(at: .random(in: 0..<held.count, using: &random))
          budget.giveBack(bytes, of: user)
          continue
        }
        let (user, bytes) = (
          UInt32.random(in: 0...3, using: &random), Int.random(in: 0...30, using: &random)
        )
        let others = held.filter { $0.user != 0 }
        let own = held.filter { $0.user == user }
        let fits =
          held.count < limits.total && held.map(\.bytes).reduce(bytes, +) <= limits.bytes
          && (user == 0
            || own.count < limits.each && others.count < limits.total - limits.reserve
              && own.map(\.bytes).reduce(bytes, +) <= limits.bytesOfEach)
        let isTaken = budget.take(bytes, for: user)
        #expect(isTaken == fits)
        if isTaken { held.append((user, bytes)) }
      }
      for (user, bytes) in held { budget.giveBack(bytes, of: user) }
      // What was not taken makes no room.
      budget.giveBack(1, of: 1)
      #expect(budget == Users(limits, owner: 0))
    }
  }

  @Test("docs/budgets.md has each budget of the code, with its numbers")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/budgets.md"), encoding: .utf8)
    var rows: [String: Bounds] = [:]
    let row = /\|[^|\n]*\| ([^|\n]*)\| ([^|\n]*)\| `([\w+]+\.swift)` `(\w+)` \| `/
    for match in page.matches(of: row) {
      let (_, each, all, file, name) = match.output
      rows["\(file) \(name)", default: Bounds()].add(
        each.trimmingCharacters(in: .whitespaces), all.trimmingCharacters(in: .whitespaces))
    }
    #expect(try Bounds.ofCode(below: root) == rows)
  }
}

/// The bounds of one name, as a page says them.
private struct Bounds: Equatable {
  private var each: Set<String> = []
  private var all: Set<String> = []

  mutating func add(_ each: String, _ all: String) {
    if !each.isEmpty { self.each.insert(each) }
    self.all.insert(all)
  }

  /// The bounds that the sources have, by file and name.
  static func ofCode(below root: URL) throws -> [String: Bounds] {
    var bounds: [String: Bounds] = [:]
    let limits = /(\w+)(?::| =)[^\n(;]*(?:\.init|Limits)\(\s*(total: [^)]*)\)/
    let number =
      #/
      (?: EventBacklog\( (limit): | (limit):\ Int\ =
      | static\ let\ (limit | capacity | longestQueue
      | most(?:Waiting|Connections|Held|Events|Readings|Users|Bytes|Early|Programs|Known|Objects))
      (?::\ UInt64)?\ = )
      \ ([0-9][0-9_]*(?:\ <<\ [0-9]+)?)\b
      /#
    for folder in ["Sources", "Bridges"] {
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        func add(_ name: Substring, _ each: String, _ all: String) {
          bounds["\(file.lastPathComponent) \(name)", default: Bounds()].add(each, all)
        }
        for match in text.contains("total: ") ? text.matches(of: limits) : [] {
          let values = Dictionary(
            uniqueKeysWithValues: match.2.matches(of: /(\w+): ([0-9 <_]+)/)
              .map { ($0.1, Self.value($0.2)) })
          func cell(_ count: Substring, _ bytes: Substring) -> String {
            [values[count].map { "\($0)" }, values[bytes].map { "\($0 >> 20) MiB" }]
              .compactMap { $0 }.joined(separator: ", ")
          }
          add(match.1, cell("each", "bytesOfEach"), cell("total", "bytes"))
        }
        let lines = text.split(separator: "\n").filter {
          $0.contains("limit") || $0.contains("static let ")
        }
        for match in lines.flatMap({ $0.matches(of: number) }) {
          let name = match.1 ?? match.2 ?? match.3 ?? ""
          let most = Self.value(match.4).formatted(.number.locale(Locale(identifier: "en")))
          add(name, "", most)
        }
      }
    }
    return bounds
  }

  /// The value of a number, or of a number that is shifted.
  private static func value(_ text: Substring) -> Int {
    let parts = text.replacing("_", with: "").split(separator: "<<")
      .compactMap { Int($0.filter(\.isNumber)) }
    return parts.count == 2 ? parts[0] << parts[1] : parts.first ?? 0
  }
}
