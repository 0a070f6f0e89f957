// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionIIO

extension StopSignals {
  /// Installs the signals.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    try self.init {}
  }
}

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
