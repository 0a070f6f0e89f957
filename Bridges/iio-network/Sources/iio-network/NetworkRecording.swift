// SPDX-License-Identifier: Apache-2.0

import Commands
import Glibc
import IIONetwork
import LinuxSupport
import MotionCore
import MotionSensors

/// The recording of an accelerometer of another machine, which is found again when it is lost.
struct NetworkRecording {
  private let uri: String
  private let rate: Hertz
  private var text = RecordingText()
  private var delays = RetryDelays(first: .milliseconds(250), longest: .seconds(10))
  /// The ways of sampling that gave no reading.
  private var silent: Set<SamplingWay> = []
  /// The problem that was reported last; nil while readings come.
  private var reported: NetworkError?

  /// The longest silence before the program gives up an accelerometer, in nanoseconds; eight
  /// periods, if that is longer.
  private static let longestSilence: Int64 = 1_000_000_000
  /// The longest time after a signal while the reader of the output reads nothing.
  private static let patience = Duration.milliseconds(500)

  /// A recording of the best accelerometer at `uri`, at `rate`.
  init(of uri: String, at rate: Hertz) {
    (self.uri, self.rate) = (uri, rate)
  }

  /// Writes it on standard output until a signal, or until nobody reads it any more.
  ///
  /// - Throws: a `NetworkError` if there never was a reading, and waiting does not help; an
  ///   `OutputError`
  mutating func write(_ signals: borrowing StopSignals) throws {
    let output = OutputFile.standardOutput.interrupted(by: signals, patience: Self.patience)
    do {
      while true {
        do { try readConnection(signals, output) } catch let error as NetworkError {
          try lose(error, signals)
        }
        guard Self.isWanted(signals, after: signals.isStopped ? .zero : delays.next()) else {
          break
        }
      }
      if text.count == 0, text.info != nil { try output.write(text.preamble) }
    } catch OutputError.stalled where signals.isStopped {
      // Nobody waits for the rest.
    }
  }

  /// Writes the readings of a connection, until a signal or until nobody reads them any more.
  ///
  /// - Throws: a `NetworkError` that ends the connection; an `OutputError`
  private mutating func readConnection(
    _ signals: borrowing StopSignals, _ output: OutputFile
  ) throws {
    let accelerometer = try NetworkAccelerometer(
      of: NetworkContext(uri: uri), rate: rate, avoiding: silent)
    text.info = accelerometer.info
    let limit = max(Self.longestSilence, (accelerometer.info.period ?? 0) * 8)
    var (last, isProven) = (Timestamp.now(), false)
    while Self.isWanted(signals) {
      if let due = accelerometer.due, signals.wait(until: due) == .stopped { return }
      let readings = try accelerometer.read()
      let silence = Timestamp.now().nanoseconds(since: last)
      if readings.isEmpty, silence >= limit {
        // A trigger can be set and never fire: another way may do better.
        if !isProven, let way = accelerometer.info.sampling { silent.insert(way) }
        throw NetworkError.accelerometer(
          .stalled(device: accelerometer.info.title, silence: .nanoseconds(silence)))
      }
      guard !readings.isEmpty else { continue }
      text.info = accelerometer.info
      try write(readings, output)
      // After it: a reader that stalls does not make the accelerometer silent.
      (last, isProven) = (.now(), true)
    }
  }

  private mutating func write(_ readings: [Reading], _ output: OutputFile) throws {
    delays.reset()
    if reported != nil { Self.report("readings come again") }
    reported = nil
    let steps = text.steps
    let pieces = readings.compactMap { text.piece(for: $0) }
    if !pieces.isEmpty { try output.write(pieces.joined()) }
    if text.steps > steps {
      Self.report("the clock of \(uri) went back; the recording goes on, a second later")
    }
  }

  /// Reports that the connection was lost; throws what waiting does not mend.
  private mutating func lose(_ error: NetworkError, _ signals: borrowing StopSignals) throws {
    guard !signals.isStopped else { return }
    if text.count == 0, !error.mayPass { throw error }
    if error.isNews(after: reported) { Self.report("\(error); looking for it") }
    reported = error
  }

  /// Waits for `delay`.
  ///
  /// - Returns: false if a signal came, or nobody reads standard output any more
  private static func isWanted(
    _ signals: borrowing StopSignals, after delay: Duration = .zero
  ) -> Bool {
    // Without events to wait for, a pipe is ready once its last reader has left.
    signals.wait(
      for: [(STDOUT_FILENO, 0)], milliseconds: Int32(delay / .milliseconds(1))) == .timedOut
  }

  private static func report(_ text: String) {
    Journal.log(text, .notice, from: "iio-network")
  }
}

extension NetworkError {
  /// True if it says something else than `error`, whatever the time it took.
  fileprivate func isNews(after error: NetworkError?) -> Bool {
    switch (self, error) {
    case (.accelerometer(.stalled(let device, _, _)), .accelerometer(.stalled(let other, _, _))?):
      device != other
    default: self != error
    }
  }
}
