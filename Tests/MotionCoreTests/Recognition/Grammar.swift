import MotionCore
import Testing

/// Checks what must hold of events for every input whatsoever.
///
/// The grammar `(began (ended | cancelled))*`, and timestamps that never decrease within an epoch.
struct Grammar {
  private var isOpen = false
  private var last: Timestamp?

  /// Takes the next event; `context` (a seed, say) is shown when it breaks a rule.
  mutating func take(_ event: MotionEvent, _ context: String) {
    if let last { #expect(event.timestamp >= last, "time went back: \(context)") }
    last = event.timestamp
    switch event.phase {
    case .began:
      #expect(!isOpen, "began twice: \(context)")
      isOpen = true
    case .ended, .cancelled:
      #expect(isOpen, "closed what had not begun: \(context)")
      isOpen = false
    }
  }

  /// A new epoch: the clock may stand anywhere.
  mutating func newEpoch() {
    last = nil
  }

  /// The stream is over: nothing may be left open.
  func finish(_ context: String) {
    #expect(!isOpen, "left open: \(context)")
  }
}

extension MotionEvent {
  /// The phase, and the reason of a cancellation.
  var word: String {
    switch phase {
    case .began: "began"
    case .ended: "ended"
    case .cancelled(let reason): "cancelled \(reason.rawValue)"
    }
  }
}
