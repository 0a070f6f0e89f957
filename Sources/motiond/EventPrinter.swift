import CommandSupport
import Dispatch
import MotionCore
import Synchronization

/// Prints events on standard output.
final class EventPrinter: Sendable {
  private struct State {
    /// Why the output cannot be written any more.
    var failure: OutputError?
    /// Events that wait for the queue, if there is one.
    var waiting = 0
    /// Motions whose beginning found no place: nor has their end any.
    var skipped: Set<MotionKind> = []
  }

  private let source: String
  private let format: EventFormat
  private let output: OutputFile
  private let stop: StopRequest
  private let queue: DispatchQueue?
  private let state = Mutex(State())

  /// Events that wait for whoever reads standard output, at most.
  private static let mostWaiting = 1000

  /// A printer, which stops the daemon when nobody reads.
  ///
  /// - Parameters:
  ///   - source: as whose the events are printed
  ///   - format: how
  ///   - output: where
  ///   - stop: sent when it is closed
  ///   - isWaitedFor: whether sampling waits for a slow reader; if not, it misses motions
  init(
    _ source: String, _ format: EventFormat, _ output: OutputFile, _ stop: StopRequest,
    isWaitedFor: Bool
  ) {
    self.source = source
    self.format = format
    self.output = output
    self.stop = stop
    queue = isWaitedFor ? nil : DispatchQueue(label: "org.motiond.print")
  }

  /// Prints `event`, unless printing has failed before.
  func print(_ event: MotionEvent) {
    guard let queue else { return write(event) }
    let hasRoom = state.withLock { state in
      if case .began = event.phase, state.waiting >= Self.mostWaiting {
        state.skipped.insert(event.motion)
        return false
      }
      // An end follows each beginning, so this is that of one that was skipped.
      guard state.skipped.remove(event.motion) == nil else { return false }
      state.waiting += 1
      return true
    }
    guard hasRoom else { return }
    queue.async {
      self.state.withLock { $0.waiting -= 1 }
      self.write(event)
    }
  }

  private func write(_ event: MotionEvent) {
    guard problem == nil else { return }
    do throws(OutputError) {
      try output.write(format.line(.event(event), source: source))
    } catch {
      state.withLock { $0.failure = error }
      stop.send()
    }
  }

  /// Waits until what was to be printed is; after a signal nobody is waited for.
  func finish() {
    queue?.sync {}
  }

  /// Why the output cannot be written any more, if so.
  var problem: OutputError? {
    state.withLock { $0.failure }
  }
}
