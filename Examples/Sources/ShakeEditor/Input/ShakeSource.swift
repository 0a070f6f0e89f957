// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSensors

/// Where readings come from.
enum ShakeSource {
  case accelerometer(AccelerometerChoice)
  case recording([Reading])

  /// Reads a source as users write it: `auto`, `iio:NAME`, `input`, `input:NAME`, else a
  /// file.
  init(_ text: String) throws {
    if let choice = AccelerometerChoice(text) {
      self = .accelerometer(choice)
    } else {
      self = .recording(try Self.readings(in: text))
    }
  }

  /// What keeps a file from being a source, for the user.
  private struct BadFile: Error, CustomStringConvertible {
    let description: String
  }

  private static func readings(in file: String) throws -> [Reading] {
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw BadFile(description: "cannot read \(file): \(error.localizedDescription)")
    }
    do throws(RecordingError) {
      return try Recording(parsing: bytes.span).readings
    } catch {
      throw BadFile(description: "\(file):\(error)")
    }
  }
}

/// Plays readings as far apart as they were recorded; ends early if its task is cancelled.
func play(_ readings: [Reading], into inputs: Inputs) async {
  guard let first = readings.first else { return }
  let start = ContinuousClock.now
  for reading in readings {
    let passed = reading.timestamp.nanoseconds(since: first.timestamp)
    do {
      try await Task.sleep(until: start + .nanoseconds(passed), clock: .continuous)
    } catch { return }
    inputs.yield(.source(.readings([reading])))
  }
  inputs.yield(.source(.ended))
}

extension AccelerometerEvent {
  /// The sentence for the user, if there is one to say.
  var notice: String? {
    switch self {
    case .started(let info): "Shake \(info.name ?? info.id) to undo."
    case .lost(let error): "\(error); looking for it."
    case .warning(let error): "\(error)."
    case .ended: "The recording is over."
    case .readings, .time, .paused, .moved, .recognized, .interrupted: nil
    }
  }
}
