// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TouchCore

/// Random touches on random houses of views: see `TouchVerifier` for what is checked.
///
/// `make test` takes a share of them; with `TOUCH_INPUTS` in the environment so many are taken.
@Suite struct TouchVerifierTests {
  private static let share = 1000
  private static let inputs =
    ProcessInfo.processInfo.environment["TOUCH_INPUTS"].flatMap { Int($0) } ?? share
  /// As many as there are likely to be cores.
  private static let parts = 4

  @Test("T002 T004 T010 T108 G044 random input breaks no rule", arguments: 0..<parts)
  func random(_ part: Int) {
    var broken: [String] = []
    for seed in stride(from: part, to: Self.inputs, by: Self.parts) where broken.count < 5 {
      broken += TouchVerifier.broken(UInt64(seed))
    }
    for rule in broken { Issue.record("\(rule)") }
  }

  @Test("the random input is worth its name: it leads to every phase of every gesture")
  func isEventful() {
    let words = (0..<UInt64(500)).reduce(into: Set<String>()) {
      $0.formUnion(TouchVerifier.words($1))
    }
    var expected: Set<String> = []
    for kind in ["tap", "swipe"] { expected.formUnion(["\(kind) ended", "\(kind) failed"]) }
    for kind in ["press", "pan", "pinch", "rotation"] {
      for phase in ["began", "changed", "ended", "cancelled", "failed"] {
        expected.insert("\(kind) \(phase)")
      }
    }
    #expect(words == expected)
  }
}
