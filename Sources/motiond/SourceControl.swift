import LinuxSupport
import MotionCore
import MotionIIO

/// The daemon's source of readings: an accelerometer that is read on demand, or a recording.
struct SourceControl {
  private enum State {
    /// Another thread plays it once it is wanted.
    case recording(name: String)
    case idle(AccelerometerChoice, AccelerometerReader)
    case sampling(AccelerometerChoice, AccelerometerReader)
  }

  private var state: State
  private let wanted: Wakeup
  /// The rate that the user chose; nil if it follows from what is claimed.
  private let wantedRate: Hertz?

  /// A source that is not started.
  ///
  /// - Parameters:
  ///   - settings: the settings that name it
  ///   - wanted: raised once readings are wanted
  ///   - stage: the stage that takes the events of an accelerometer, on the queue of its reader
  ///   - handler: called for events that concern people and clients
  init(
    _ settings: Settings, wanted: Wakeup, _ stage: DetectionStage,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    self.wanted = wanted
    wantedRate = settings.sensor.rate
    switch settings.source {
    case .recording, .readings: state = .recording(name: settings.sourceName)
    case .accelerometer(let choice):
      let reader = AccelerometerReader(choice, sampling: settings.sensor.options()) { event in
        // Nearly all of them, so they take a short way.
        if case .reading(let reading) = event { return _ = stage.take(reading) }
        stage.take(event)
        switch event {
        case .started, .moved, .lost, .warning: handler(event)
        case .reading, .time, .paused, .recognized, .interrupted, .ended: break
        }
      }
      state = .idle(choice, reader)
    }
  }

  /// Starts the source, unless it is started, and has an accelerometer do `demand`.
  ///
  /// - Parameters:
  ///   - demand: the rate to ask for, and the events of the chip
  ///   - waiting: true to wait for an accelerometer if there is none
  /// - Throws: an error if there is no accelerometer, and `waiting` is false
  mutating func start(
    _ demand: SamplingDemand, waiting: Bool
  ) throws(AccelerometerError) {
    switch state {
    case .recording: wanted.raise()
    case .sampling(_, let reader): reader.demand(demand)
    case .idle(let choice, let reader):
      reader.demand(demand)
      try reader.start(waiting: waiting)
      state = .sampling(choice, reader)
    }
  }

  /// Stops an accelerometer: it makes no wakeups until it is started again.
  ///
  /// - Returns: true if it was started
  mutating func stop() -> Bool {
    guard case .sampling(let choice, let reader) = state else { return false }
    reader.stop()
    state = .idle(choice, reader)
    return true
  }

  /// A Boolean value that indicates whether an accelerometer is being read.
  var isSampling: Bool {
    if case .sampling = state { true } else { false }
  }

  /// The name of the recording, or of the accelerometer that would be read now, with its rates.
  var device: ClientService.Device {
    switch state {
    case .recording(let name): return (name, nil, nil)
    case .idle(let choice, _), .sampling(let choice, _):
      guard let info = try? choice.info else { return (nil, nil, nil) }
      return (info.name ?? info.id, info.rate, readRate(of: info))
    }
  }

  /// The highest rate at which `info` can be read; nil if that is not known.
  func readRate(of info: AccelerometerInfo) -> Hertz? {
    // Where it follows from what is claimed, the present rate may be that of a motion that asks for less.
    guard let wantedRate else { return info.rates.last }
    // The reader sets the rate that is wanted, if the device has others.
    return isSampling ? info.rate : info.rates.first { $0 >= wantedRate * 0.999 } ?? info.rates.last
  }

  /// The statistics of an accelerometer.
  var statistics: SamplingStatistics? {
    switch state {
    case .recording: nil
    case .idle(_, let reader), .sampling(_, let reader): reader.statistics
    }
  }
}
