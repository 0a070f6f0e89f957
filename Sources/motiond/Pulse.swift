import MotionIIO
import Synchronization

/// What the watchdog goes by: whether a source that should tell something does.
final class Pulse: Sendable {
  private struct State {
    var isStreaming = false
    var beats = 0
    var lastBeats = -1
  }

  private let state = Mutex(State())

  /// The reader told something.
  func beat(_ event: AccelerometerReader.Event) {
    state.withLock { state in
      state.beats &+= 1
      switch event {
      case .started: state.isStreaming = true
      case .lost: state.isStreaming = false
      case .readings, .time, .warning: break
      }
    }
  }

  /// The reader was stopped: nothing is expected of it.
  func rest() {
    state.withLock { $0.isStreaming = false }
  }

  /// Whether something came since the last call, or nothing had to.
  func isAlive() -> Bool {
    state.withLock { state in
      defer { state.lastBeats = state.beats }
      return !state.isStreaming || state.beats != state.lastBeats
    }
  }
}
