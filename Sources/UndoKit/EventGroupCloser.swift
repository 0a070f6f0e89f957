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
    case awaitingMainQueue
    case awaitingRunLoop(generation: Int)
  }

  private var state = State.idle
  private var generations = 0

  /// Arranges for `close` to be called at the end of this event, unless that is arranged already.
  func schedule(
    inModes modes: [RunLoop.Mode],
    close: @escaping @MainActor @Sendable () -> Void
  ) {
    switch state {
    case .awaitingMainQueue, .awaitingRunLoop:
      return
    case .idle where RunLoop.main.currentMode == nil:
      state = .awaitingMainQueue
      OpenEventGroups.awaitMainQueue()
    case .idle:
      awaitRunLoop(inModes: modes, close)
    }
  }

  /// Forgets the call that was arranged, if any.
  func cancel() {
    state = .idle
  }

  /// Takes the end of a turn of the main queue: time to close, if that is what was awaited.
  func mainQueueTurned(
    inModes modes: [RunLoop.Mode],
    close: @escaping @MainActor @Sendable () -> Void
  ) {
    switch state {
    case .idle, .awaitingRunLoop:
      return
    case .awaitingMainQueue where RunLoop.main.currentMode == nil:
      state = .idle
      close()
    case .awaitingMainQueue:
      // A run loop was started meanwhile: its modes count.
      awaitRunLoop(inModes: modes, close)
    }
  }

  private func awaitRunLoop(
    inModes modes: [RunLoop.Mode],
    _ close: @escaping @MainActor @Sendable () -> Void
  ) {
    generations += 1
    let generation = generations
    state = .awaitingRunLoop(generation: generation)
    RunLoop.main.perform(inModes: modes) { [weak self] in
      MainActor.assumeIsolated {
        self?.runLoopPassed(generation: generation, close)
      }
    }
  }

  private func runLoopPassed(generation: Int, _ close: @MainActor () -> Void) {
    switch state {
    case .awaitingRunLoop(generation):
      state = .idle
      close()
    case .idle, .awaitingMainQueue, .awaitingRunLoop:
      // Cancelled: the loop does not take a block back.
      return
    }
  }
}
