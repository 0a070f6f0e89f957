// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionSensors

/// The source's part in the daemon's decisions: it is started, asked for what is wanted, and
/// stopped.
struct SourceMachine {
  typealias Action = DaemonMachine.Action

  /// A report of the accelerometer.
  enum Input: Sendable {
    /// An event of it, after so many readings in all.
    case event(AccelerometerEvent, readings: Int)
    /// The device is still, and with this demand its chip can watch it alone.
    case rested(Demand)
    /// There is no accelerometer, and motiond waits for none.
    case unavailable(AccelerometerError)
    /// An accelerometer was added to the machine, or removed.
    case devicesChanged
    /// The named pipe that is read changed.
    case pipe(PipeState)
  }

  private enum State {
    /// A recording, which another thread plays once it is wanted; with the state of a named pipe.
    case recording(name: String, isWanted: Bool, PipeState?)
    /// An accelerometer that nothing is wanted from.
    case idle
    /// An accelerometer that samples, or is looked for.
    case wanted(Sampling)
  }

  /// An accelerometer that something is wanted from.
  private struct Sampling {
    /// The rest of an accelerometer: its chip watches while the device is still.
    enum Rest {
      case awake, resting, waking
    }

    /// The accelerometer; nil while it is looked for.
    var device: AccelerometerInfo?
    var rest = Rest.awake
    /// The number of readings at its last loss, if it fell silent, and the ways of sampling that
    /// were silent since; nil if there was another reason, or no loss.
    var silence: (readings: Int, ways: Set<SamplingWay?>)?
    /// The fact for users to know of the accelerometer, as long as it samples.
    var warning: AccelerometerError?
  }

  private var state: State
  /// The warnings that the log has: each claim would repeat them.
  private var told: Set<AccelerometerError> = []

  /// The source of `settings`; nothing is wanted from it.
  init(_ settings: Settings) {
    state =
      settings.isRecording
      ? .recording(name: settings.sourceName, isWanted: false, nil) : .idle
  }

  /// The accelerometer that samples, or whose chip watches; nil if there is none.
  var device: AccelerometerInfo? {
    switch state {
    case .recording, .idle: nil
    case .wanted(let sampling): sampling.device
    }
  }

  /// What users should know of the accelerometer that samples, or of a pipe; nil if there is
  /// nothing.
  var warning: String? {
    switch state {
    case .recording(let name, _, .waiting): "no program writes to \(name)"
    case .recording(_, _, .gone(let reason)): "\(reason); waiting for a pipe there"
    case .recording(_, _, .written), .recording(_, _, nil), .idle: nil
    case .wanted(let sampling):
      sampling.warning.map { "\($0)" }
        ?? (sampling.device?.isUncalibrated == true
          ? "the accelerometer is not calibrated: orientation, flip, tilt, twist, pick-up and "
            + "free fall are not recognized"
          : nil)
    }
  }

  /// A Boolean value that indicates whether the device is left to its chip until it moves.
  var isResting: Bool {
    if case .wanted(let sampling) = state { sampling.rest == .resting } else { false }
  }

  // MARK: Demand

  /// Has the source do what is wanted.
  ///
  /// - Parameters:
  ///   - demand: the demand of all
  ///   - settings: the rate that was chosen, and the use of chips
  ///   - waiting: true to wait for an accelerometer if there is none
  /// - Returns: the actions for it
  mutating func steer(_ demand: Demand, _ settings: Settings, waiting: Bool = true) -> [Action] {
    switch (state, demand.isEmpty) {
    case (.recording(let name, isWanted: false, let pipe), false):
      state = .recording(name: name, isWanted: true, pipe)
      return [.play]
    case (.recording, _), (.idle, true): return []
    case (.idle, false):
      state = .wanted(Sampling())
      return [.start(settings.samplingDemand(for: demand, isResting: false), waiting: waiting)]
    case (.wanted, true):
      state = .idle
      // An accelerometer that was lost may be there, such as one that another program read.
      return [.stopSampling, .lookForDevice(isLogged: false)]
    case (.wanted, false):
      return [.sample(settings.samplingDemand(for: demand, isResting: isResting))]
    }
  }

  /// Ends a rest, as something else is wanted of the device.
  mutating func wake() {
    guard case .wanted(var sampling) = state, sampling.rest == .resting else { return }
    sampling.rest = .awake
    state = .wanted(sampling)
  }

  /// Replaces the source by the source of `settings`.
  mutating func replace(_ settings: Settings) -> [Action] {
    defer { self = SourceMachine(settings) }
    return switch state {
    case .recording, .idle: [.openSource(settings)]
    case .wanted: [.stopSampling, .openSource(settings)]
    }
  }

  // MARK: Reports

  /// Handles a report of the accelerometer.
  ///
  /// - Returns: the actions that it calls for at once; the caller steers the source after it
  mutating func handle(_ input: Input, wanting demand: Demand) -> [Action] {
    switch (state, input) {
    case (.idle, .devicesChanged): return [.lookForDevice(isLogged: true)]
    case (.idle, .event), (.idle, .rested), (.idle, .unavailable):
      // Its report was on its way when it was stopped.
      return []
    case (.recording, .event(.warning(let error), _)): return [.log(.warning, "\(error)")]
    case (.recording, .event), (.recording, .rested), (.recording, .unavailable),
      (.recording, .devicesChanged):
      // Its readings come from the thread that plays it, and it never rests.
      return []
    case (.recording(let name, let isWanted, let former), .pipe(let pipe)):
      state = .recording(name: name, isWanted: isWanted, pipe)
      return pipe.actions(of: name, after: former)
    case (.idle, .pipe), (.wanted, .pipe): return []
    case (.wanted(let sampling), .event(let event, let readings)):
      return handle(event, after: readings, sampling)
    case (.wanted(var sampling), .rested(let proven)):
      // Something else may be wanted by now.
      guard proven == demand else { return [] }
      sampling.rest = .resting
      state = .wanted(sampling)
      return []
    case (.wanted, .unavailable(let error)):
      state = .idle
      return [.fail(error)]
    // A reader that is started notices by itself.
    case (.wanted, .devicesChanged): return []
    }
  }

  /// Handles an event of the accelerometer, which is wanted, after so many readings in all.
  private mutating func handle(
    _ event: AccelerometerEvent, after readings: Int, _ former: Sampling
  ) -> [Action] {
    var sampling = former
    switch event {
    case .started(let info):
      let wasOpen = sampling.device != nil
      // A device that lies still and is moved, again and again, would fill the log.
      let isSilent = sampling.silence.map {
        $0.readings == readings && $0.ways.contains(info.sampling)
      }
      let isRoutine =
        info.isWatching || sampling.rest == .waking || isSilent == true
        || info.confirms(sampling.device)
      if sampling.rest == .waking { sampling.rest = .awake }
      sampling.device = info
      state = .wanted(sampling)
      let log = Action.log(isRoutine ? .debug : .info, "started", info.logMetadata)
      // Opening an accelerometer, and the first readings, take memory that reading on does not.
      return wasOpen ? [log] : [log, .releaseMemory(after: .seconds(1))]
    case .lost(let error):
      let level: Logger.Level
      if case .stalled = error {
        let isRoutine = sampling.silence?.readings == readings
        level = isRoutine ? .debug : .warning
        if !isRoutine { sampling.silence = (readings, []) }
        sampling.silence?.ways.insert(sampling.device?.sampling)
      } else {
        level = .warning
        sampling.silence = nil
      }
      (sampling.device, sampling.rest, sampling.warning) = (nil, .awake, nil)
      state = .wanted(sampling)
      return [.log(level, "\(error); looking for it"), .show(nil)]
    case .moved:
      sampling.rest = .waking
      state = .wanted(sampling)
      return []
    case .warning(let error):
      // That a buffer was taken stands; what else a reader warns of is over, and may come again.
      guard case .bufferTaken = error else { return [.log(.warning, "\(error)")] }
      sampling.warning = error
      state = .wanted(sampling)
      return [.log(told.insert(error).inserted ? .warning : .debug, "\(error)")]
    // The stage keeps these to itself.
    case .readings, .time, .paused, .recognized, .interrupted, .ended: return []
    }
  }

  // MARK: Rates

  /// The highest rate that `info` can be read at; nil if it is not known.
  func readRate(of info: AccelerometerInfo, _ settings: Settings) -> Hertz? {
    // Where the rate follows from the claims, a motion that asks for less may have set the present
    // rate.
    guard let chosen = settings.sensor.rate else { return info.highestRate }
    switch state {
    // The reader sets the rate that is wanted, if the device has others.
    case .wanted: return info.rate
    case .recording, .idle: return info.rate(above: chosen)
    }
  }

  /// The rate that readings lack, in words; nil if they come as often as `demand` wants.
  func shortfall(of demand: Demand) -> String? {
    guard let info = device, let rate = info.rate, !info.isWatching else { return nil }
    var demand = demand
    for event in info.enabledEvents ?? [] { demand.motions.subtract(event.motions) }
    guard let needed = demand.rate, rate < needed * 0.999 else { return nil }
    return "readings come at \(MotionOption.text(rate)) Hz; what is wanted asks for "
      + "\(MotionOption.text(needed)) Hz"
  }
}

extension PipeState {
  /// Tells users of this state of the pipe `name`.
  fileprivate func actions(of name: String, after former: PipeState?) -> [DaemonMachine.Action] {
    switch (former, self) {
    case (.gone, .waiting), (.gone, .written):
      [.log(.info, "\(name) is a pipe again"), .show(ShownDevice(name))]
    case (_, .waiting(let problem?)): [.log(.warning, "\(problem); the pipe is opened again")]
    case (.written, .waiting(nil)):
      [.log(.info, "the readings ended; waiting for another writer of the pipe")]
    case (nil, .waiting(nil)), (.waiting, .waiting(nil)), (nil, .written), (.waiting, .written),
      (.written, .written):
      []
    case (_, .gone(let reason)):
      [.log(.warning, "\(reason); waiting for a pipe there"), .show(nil)]
    }
  }
}

extension Settings {
  /// The demand on the accelerometer for `demand`; a movement alone while the device rests.
  fileprivate func samplingDemand(for demand: Demand, isResting: Bool) -> SamplingDemand {
    SamplingDemand(demand, at: sensor.rate, usesChip: chipEvents, isResting: isResting)
  }
}

extension AccelerometerInfo {
  /// A Boolean value that indicates whether no readings come, as its chip watches for a movement.
  var isWatching: Bool { enabledEvents?.contains(.motion) ?? false }

  fileprivate var logMetadata: Logger.Metadata {
    let events = enabledEvents ?? []
    return [
      "accelerometer": "\(name ?? id)", "rate": "\(rate.map { "\($0) Hz" } ?? "unknown")",
      "clock": "\(clock.map { "\($0)" } ?? "unknown")",
      "sampling": "\(sampling.map { "\($0)" } ?? "unknown")",
      "chip": "\(events.isEmpty ? "nothing" : events.map(\.rawValue).joined(separator: ", "))",
      "version": "\(version)",
    ]
  }
}
