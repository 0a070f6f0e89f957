// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionSensors

extension Failure {
  /// A failure with the text and exit status of `error`.
  public init(_ error: AccelerometerError) {
    self.init(error.status, "\(error)")
  }
}

extension AccelerometerError: ExitingError {
  /// Not permitted, or no accelerometer.
  public var status: ExitStatus { isNotPermitted ? .notPermitted : .unavailable }
}
