// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

/// All walks of a few words, beside a model of two stacks of values.
@MainActor
@Suite("Any steps, undone and redone")
struct WalkTests {
  /// A step as the model has it: the values before it, or after it once it is undone.
  private struct Step {
    var values: String
    var isEmpty = false
  }

  /// Steps of several shapes, and what moves through them; each `N` is another number.
  private static let words = [
    "[ aN ]", "[ aN [ aN bN [ bN cN cN ] ] aN ]", "[ ]", "undo", "nested", "redo",
  ]

  @Test(
    "U024 U027 U028 U030 U031 U051 U053 U054 U058 U074 undo and redo lead through the values there were",
    arguments: [0, 1])
  func walk(limit: Int) {
    let (length, count) = (4, Self.words.count)
    let walks = (0..<length).reduce(1) { product, _ in product * count }
    for number in 0..<walks {
      var (past, future): ([Step], [Step]) = ([], [])
      var rest = number
      let bench = Bench()
      bench.run("a0 b0 c0 clear manual max\(limit)")
      for step in 1...length {
        let before = bench.values
        let word = Self.words[rest % count]
        rest /= count
        bench.run(word.replacing("N", with: "\(step)"))
        var expected = before
        switch word {
        case "undo", "nested":
          guard let last = past.popLast() else { break }
          expected = last.values
          if !last.isEmpty { future.append(Step(values: before)) }
        case "redo":
          guard let next = future.popLast() else { break }
          expected = next.values
          past.append(Step(values: before))
          if limit > 0 { past = past.suffix(limit) }
        default:
          past.append(Step(values: before, isEmpty: word == "[ ]"))
          if limit > 0 { past = past.suffix(limit) }
          if word != "[ ]" { future = [] }
          expected = bench.values
        }
        #expect(bench.values == expected, "walk \(number), step \(step)")
        #expect(bench.manager.counts == [past.count, future.count], "walk \(number), step \(step)")
      }
    }
  }

  @Test("U039 closing deeply nested groups takes as long for each", .timeLimit(.minutes(1)))
  func deepNesting() {
    let manager = UndoManager.manual()
    let document = Document(0, manager)
    for _ in 0..<20_000 { manager.beginUndoGrouping() }
    document.set(1)
    for _ in 0..<20_000 { manager.endUndoGrouping() }
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
    // Kept: to release so many groups in one another takes more stack than a test has.
    _ = Unmanaged.passRetained(manager)
  }
}
