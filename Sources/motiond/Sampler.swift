import CommandSupport
import MotionCore
import MotionIIO
import Synchronization

/// From what a source tells to events: the detectors that are wanted, on the thread of the source.
///
/// While a simulation plays, its readings take the place of the source's.
final class Sampler: Sendable {
  /// An event of a detector, whose configuration says who listens.
  struct DetectedEvent: Sendable {
    var event: MotionEvent
    var configuration: ShakeConfiguration
    var base: TimeBase
  }

  private struct State {
    var detectors = DetectorSet()
    var base = TimeBase.clock(.boottime)
    var info: AccelerometerInfo?
    var isSimulating = false
    var pipes: [SamplePipe] = []
    var readings = 0
  }

  private let state = Mutex(State())
  private let outlets: Outlets

  /// A sampler without detectors, whose events go to `outlets`, in order.
  init(_ outlets: Outlets) {
    self.outlets = outlets
  }

  /// Has detectors for each of `wanted`, and no others.
  func reconcile(_ wanted: Set<ShakeConfiguration>) {
    state.withLock { state in
      detect(&state) { $0.reconcile(wanted, $1) }
    }
  }

  /// Says that the readings to come are on the clock that `base` says.
  func rebase(_ base: TimeBase) {
    state.withLock { $0.base = base }
  }

  /// Takes the next step of the source.
  func take(_ step: SourceStep) {
    state.withLock { state in
      switch step {
      case .started(let info):
        state.info = info
        if let clock = info.clock { state.base = .clock(clock) }
      case .reading(let reading):
        state.readings += 1
        write(reading, &state)
        guard !state.isSimulating else { return }
        detect(&state) { $0.process(reading, $1) }
      case .time(let now):
        guard !state.isSimulating else { return }
        detect(&state) { $0.advance(to: now, $1) }
      case .stalled, .lost:
        guard !state.isSimulating else { return }
        detect(&state) { $0.interrupt($1) }
      case .warning:
        return
      }
    }
  }

  /// Says that the source is over, or is no longer listened to: open motions are cancelled.
  func interrupt() {
    state.withLock { state in detect(&state) { $0.interrupt($1) } }
  }

  /// How many readings the source has told, and how many of them no detector used, because they were
  /// late or impossible.
  var counts: (readings: Int, dropped: Int) {
    state.withLock { ($0.readings, $0.detectors.dropped) }
  }

  /// Has `body` done with the detectors, whose events go to whoever listens.
  private func detect(
    _ state: inout State,
    _ body: (inout DetectorSet, (MotionEvent, ShakeConfiguration) -> Void) -> Void
  ) {
    let isSimulating = state.isSimulating
    let base = isSimulating ? TimeBase.clock(.boottime) : state.base
    body(&state.detectors) { event, configuration in
      var event = event
      event.isSimulated = isSimulating
      outlets.send(DetectedEvent(event: event, configuration: configuration, base: base))
    }
  }

  // MARK: Simulation

  /// Begins a simulation, and cancels what was open.
  ///
  /// - Returns: false if there is one already
  func beginSimulation() -> Bool {
    state.withLock { state in
      guard !state.isSimulating else { return false }
      detect(&state) { $0.interrupt($1) }
      state.isSimulating = true
      return true
    }
  }

  /// Takes the next reading of the simulation, stamped with `CLOCK_BOOTTIME`.
  func take(simulated reading: Reading) {
    state.withLock { state in
      guard state.isSimulating else { return }
      detect(&state) { $0.process(reading, $1) }
    }
  }

  /// Ends the simulation; what is open is cancelled.
  func endSimulation() {
    state.withLock { state in
      detect(&state) { $0.interrupt($1) }
      state.isSimulating = false
    }
  }

  // MARK: Readings

  /// Whether somebody wants the readings themselves.
  var hasPipes: Bool {
    state.withLock { !$0.pipes.isEmpty }
  }

  /// To how many readers readings are written at once: each may take 1 MB.
  static let mostPipes = 16

  /// Writes readings to `descriptor` from now on, until its reader closes it or falls behind.
  ///
  /// - Returns: false if there are too many readers: it is closed then
  func addPipe(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      let pipe = SamplePipe(descriptor)
      // Who left while no readings came was not noticed.
      state.pipes.removeAll(where: \.isClosed)
      guard state.pipes.count < Self.mostPipes else { return false }
      state.pipes.append(pipe)
      return true
    }
  }

  private func write(_ reading: Reading, _ state: inout State) {
    state.pipes.removeAll { pipe in
      let health = pipe.write(reading, of: state.info)
      if case .good = health { return false }
      outlets.pipeEnded(health)
      return true
    }
  }
}
