// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors

/// The source of readings as the daemon's actions reach it, by messages to the sensor queue: an
/// accelerometer that is read on demand, or a recording.
struct SourceControl {
  private enum Kind {
    /// The main thread plays it once it is wanted.
    case recording(name: String, wanted: Wakeup)
    case accelerometer(AccelerometerChoice, AccelerometerReader)
  }

  private let kind: Kind
  private let queues: SensorQueues
  private let stage: QueueBound<Reference<DetectionStage>>

  /// A source that does nothing yet.
  ///
  /// - Parameters:
  ///   - settings: the settings that name it
  ///   - wanted: raised once a recording is wanted
  ///   - queues: the queues of its readings
  ///   - stage: processes the events of an accelerometer
  init(
    _ settings: Settings, wanted: Wakeup, _ queues: SensorQueues,
    _ stage: QueueBound<Reference<DetectionStage>>
  ) {
    (self.queues, self.stage) = (queues, stage)
    switch settings.source {
    case .recording, .readings: kind = .recording(name: settings.sourceName, wanted: wanted)
    case .accelerometer(let choice):
      var sampling = settings.sensor.options()
      sampling.notes = SettingsNotes.ofMotiond?.directory
      let reader = AccelerometerReader(choice, sampling: sampling, on: queues) { event in
        stage.assumeIsolated { $0.value.process(event) }
      }
      kind = .accelerometer(choice, reader)
    }
  }

  /// Begins to play a recording.
  func play() {
    switch kind {
    case .recording(_, let wanted): wanted.raise()
    case .accelerometer: break
    }
  }

  /// Starts an accelerometer.
  ///
  /// - Parameters:
  ///   - demand: the rate to ask for, and the events of the chip
  ///   - waiting: true to wait for an accelerometer if there is none
  ///   - report: called with the reason if there is no accelerometer, and `waiting` is false
  func start(
    _ demand: SamplingDemand, waiting: Bool,
    _ report: @escaping @Sendable (AccelerometerError) -> Void
  ) {
    switch kind {
    case .recording: break
    case .accelerometer(_, let reader):
      reader.start(for: demand, waiting: waiting) { if let error = $0 { report(error) } }
    }
  }

  /// Has an accelerometer that was started do `demand`.
  func sample(_ demand: SamplingDemand) {
    switch kind {
    case .recording: break
    case .accelerometer(_, let reader): reader.demand(demand)
    }
  }

  /// Stops an accelerometer, after the readings that are waiting.
  ///
  /// It makes no wakeups until it is started again. Open motions are cancelled at once.
  ///
  /// - Parameter report: called with the last state on the sensor queue once the accelerometer is
  ///   closed, after what the stage had to report
  func stop(_ report: @escaping @Sendable (StageStatus) -> Void = { _ in }) {
    let own = stage
    switch kind {
    case .recording:
      stage.async { stage in
        stage.value.stop()
        report(stage.value.status)
      }
    case .accelerometer(_, let reader):
      stage.async { stage in
        // Its report comes after this message, whenever that is.
        reader.stop(draining: true) { own.async { report($0.value.status) } }
        stage.value.stop()
      }
    }
  }

  /// Finds the recording, or the accelerometer that would be read now.
  ///
  /// - Parameter report: called with what an accelerometer is called and does, on the opener, as
  ///   the kernel may block; nil if there is none
  /// - Returns: a recording, which needs no report; nil for an accelerometer
  func find(_ report: @escaping @Sendable (AccelerometerInfo?) -> Void) -> ShownDevice? {
    switch kind {
    case .recording(let name, _): return ShownDevice(name)
    case .accelerometer(let choice, _):
      queues.open { report(try? choice.info) }
      return nil
    }
  }

  /// The statistics of an accelerometer.
  var statistics: SamplingStatistics? {
    switch kind {
    case .recording: nil
    case .accelerometer(_, let reader): reader.statistics
    }
  }
}

extension ShownDevice {
  /// An accelerometer, which can be read at `readRate`.
  init(_ info: AccelerometerInfo, readRate: Hertz?) {
    self.init(
      info.name ?? info.id, subsystem: info.subsystem.rawValue, place: info.place.rawValue,
      rate: info.rate, readRate: readRate)
  }
}
