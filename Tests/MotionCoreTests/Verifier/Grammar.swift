// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// Checks what must hold of events for every input whatsoever.
///
/// For each motion that lasts the grammar `(began (ended | cancelled))*`, and timestamps that never
/// decrease within an epoch.
struct Grammar {
  /// The motions that began and are not over.
  private(set) var open: Set<MotionKind> = []
  private var last: Timestamp?

  /// Takes the next event; `context` (a seed, say) is shown when it breaks a rule.
  mutating func check(_ event: MotionEvent, _ context: String) {
    if let last { #expect(event.timestamp >= last, "time went back: \(context)") }
    last = event.timestamp
    switch event.phase {
    case .began:
      #expect(open.insert(event.kind).inserted, "began twice: \(context)")
    case .ended, .cancelled:
      #expect(open.remove(event.kind) != nil, "closed what had not begun: \(context)")
    case .recognized:
      #expect(!open.contains(event.kind), "recognized what had begun: \(context)")
    }
  }

  /// A new epoch: the clock may stand anywhere.
  mutating func newEpoch() {
    last = nil
  }

  /// The stream is over: nothing may be left open.
  func finish(_ context: String) {
    #expect(open.isEmpty, "left open: \(context)")
  }
}
