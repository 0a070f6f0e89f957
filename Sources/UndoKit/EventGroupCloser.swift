import Foundation

/// Calls back once when the current event of the main thread ends, whatever loop the host runs.
///
/// A running `RunLoop` performs its blocks after all main-queue blocks of the pass. Under
/// `dispatchMain()` and under an `async` main it never performs them, and nothing but the main queue
/// runs. A host that pumps neither calls `UndoManager.endEventGroups()`.
@MainActor
final class EventGroupCloser {
  private enum State {
    case idle
    case scheduled(generation: Int)
  }

  private var state = State.idle
  private var generations = 0

  /// Arranges for `close` to be called at the end of this event, unless that is arranged already.
  func schedule(
    inModes modes: [RunLoop.Mode],
    close: @escaping @MainActor @Sendable () -> Void
  ) {
    switch state {
    case .scheduled:
      return
    case .idle:
      generations += 1
      let generation = generations
      state = .scheduled(generation: generation)
      Self.atEndOfEvent(inModes: modes) { [weak self] in
        self?.fire(generation: generation, close: close)
      }
    }
  }

  /// Forgets the call that was arranged, if any.
  func cancel() {
    state = .idle
  }

  private func fire(generation: Int, close: @MainActor () -> Void) {
    switch state {
    case .scheduled(generation):
      state = .idle
      close()
    case .scheduled, .idle:
      // Cancelled: neither loop takes a block back.
      return
    }
  }

  private static func atEndOfEvent(
    inModes modes: [RunLoop.Mode],
    _ block: @escaping @MainActor @Sendable () -> Void
  ) {
    guard RunLoop.main.currentMode == nil else {
      RunLoop.main.perform(inModes: modes) {
        MainActor.assumeIsolated(block)
      }
      return
    }
    DispatchQueue.main.async {
      guard RunLoop.main.currentMode == nil else {
        // A run loop was started meanwhile: its modes count.
        atEndOfEvent(inModes: modes, block)
        return
      }
      block()
    }
  }
}
