import CommandSupport
import MotionCore
import MotionIIO
import Synchronization

/// From what a source tells to events: the detectors that are wanted, on the thread of the source.
///
/// While a simulation plays, its readings take the place of the source's.
final class Sampler: Sendable {
  /// What became of an event: the detectors' configuration says who listens.
  struct Finding: Sendable {
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
      state.detectors.reconcile(wanted, emitter(state))
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
        state.detectors.process(reading, emitter(state))
      case .time(let now):
        guard !state.isSimulating else { return }
        state.detectors.advance(to: now, emitter(state))
      case .stalled, .lost:
        guard !state.isSimulating else { return }
        state.detectors.interrupt(emitter(state))
      case .warning:
        return
      }
    }
  }

  /// Says that the source is over, or is no longer listened to: open motions are cancelled.
  func interrupt() {
    state.withLock { $0.detectors.interrupt(emitter($0)) }
  }

  /// How many readings the source has told, and how many of them no detector used, because they were
  /// late or impossible.
  var counts: (readings: Int, dropped: Int) {
    state.withLock { ($0.readings, $0.detectors.dropped) }
  }

  private func emitter(_ state: State) -> (MotionEvent, ShakeConfiguration) -> Void {
    let (base, isSimulating) = (state.base, state.isSimulating)
    return { [outlets] event, configuration in
      var event = event
      event.isSimulated = isSimulating
      let base = isSimulating ? TimeBase.clock(.boottime) : base
      outlets.send(Finding(event: event, configuration: configuration, base: base))
    }
  }

  // MARK: Simulation

  /// Begins a simulation, and cancels what was open.
  ///
  /// - Returns: false if there is one already
  func beginSimulation() -> Bool {
    state.withLock { state in
      guard !state.isSimulating else { return false }
      state.detectors.interrupt(emitter(state))
      state.isSimulating = true
      return true
    }
  }

  /// Takes the next reading of the simulation, stamped with `CLOCK_BOOTTIME`.
  func take(simulated reading: Reading) {
    state.withLock { state in
      guard state.isSimulating else { return }
      state.detectors.process(reading, emitter(state))
    }
  }

  /// Ends the simulation; what is open is cancelled.
  func endSimulation() {
    state.withLock { state in
      state.detectors.interrupt(emitter(state))
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
