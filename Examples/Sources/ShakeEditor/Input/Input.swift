// SPDX-License-Identifier: Apache-2.0

import MotionSensors

/// Whatever the editor waits for, in one stream.
enum Input: Sendable {
  /// Bytes came from the terminal.
  case typed([UInt8])
  /// The terminal has another size.
  case resized
  /// An event of an accelerometer, or of a recording of one.
  case source(AccelerometerEvent)
  /// A signal came, or the terminal is gone.
  case stop
}

/// Where inputs are put, from any thread.
typealias Inputs = AsyncStream<Input>.Continuation
