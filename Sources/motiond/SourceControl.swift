// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionIIO

/// The source of readings as the daemon's actions reach it: an accelerometer that is read on
/// demand, or a recording.
enum SourceControl {
  /// Another thread plays it once it is wanted.
  case recording(name: String, wanted: Wakeup)
  case accelerometer(AccelerometerChoice, AccelerometerReader)

  /// A source that does nothing yet.
  ///
  /// - Parameters:
  ///   - settings: the settings that name it
  ///   - wanted: raised once a recording is wanted
  ///   - stage: processes the events of an accelerometer, on the queue of its reader
  ///   - handler: called there for events that concern people and clients
  init(
    _ settings: Settings, wanted: Wakeup, _ stage: DetectionStage,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    switch settings.source {
    case .recording, .readings: self = .recording(name: settings.sourceName, wanted: wanted)
    case .accelerometer(let choice):
      let reader = AccelerometerReader(choice, sampling: settings.sensor.options()) { event in
        stage.process(event)
        switch event {
        case .started, .moved, .lost, .warning: handler(event)
        case .readings, .time, .paused, .recognized, .interrupted, .ended: break
        }
      }
      self = .accelerometer(choice, reader)
    }
  }

  /// Begins to play a recording.
  func play() {
    switch self {
    case .recording(_, let wanted): wanted.raise()
    case .accelerometer: break
    }
  }

  /// Starts an accelerometer.
  ///
  /// - Parameters:
  ///   - demand: the rate to ask for, and the events of the chip
  ///   - waiting: true to wait for an accelerometer if there is none
  /// - Throws: an error if there is no accelerometer, and `waiting` is false
  func start(_ demand: SamplingDemand, waiting: Bool) throws(AccelerometerError) {
    switch self {
    case .recording: break
    case .accelerometer(_, let reader):
      reader.demand(demand)
      try reader.start(waiting: waiting)
    }
  }

  /// Has an accelerometer that was started do `demand`.
  func sample(_ demand: SamplingDemand) {
    switch self {
    case .recording: break
    case .accelerometer(_, let reader): reader.demand(demand)
    }
  }

  /// Stops an accelerometer: it makes no wakeups until it is started again.
  func stop() {
    switch self {
    case .recording: break
    case .accelerometer(_, let reader): reader.stop()
    }
  }

  /// The recording, or the accelerometer that would be read now; nil if there is none.
  ///
  /// - Parameter readRate: the highest rate at which an accelerometer can be read
  /// - Returns: its name and rates
  func device(_ readRate: (AccelerometerInfo) -> Hertz?) -> ShownDevice? {
    switch self {
    case .recording(let name, _): ShownDevice(recording: name)
    case .accelerometer(let choice, _):
      (try? choice.info).map { ShownDevice($0, readRate: readRate($0)) }
    }
  }

  /// The statistics of an accelerometer.
  var statistics: SamplingStatistics? {
    switch self {
    case .recording: nil
    case .accelerometer(_, let reader): reader.statistics
    }
  }
}

/// An accelerometer or a recording as clients see it.
struct ShownDevice: Hashable {
  /// Its name.
  var name: String
  /// Its rate; nil if it is not known.
  var rate: Hertz?
  /// The highest rate at which it can be read; nil if that is not known.
  var readRate: Hertz?

  /// A recording.
  init(recording name: String) {
    self.name = name
  }

  /// An accelerometer.
  init(_ info: AccelerometerInfo, readRate: Hertz?) {
    (name, rate, self.readRate) = (info.name ?? info.id, info.rate, readRate)
  }
}
