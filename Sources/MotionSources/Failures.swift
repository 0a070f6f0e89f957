// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionIIO

extension StopSignals {
  /// Installs the signals; they also end a wait for a network.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    try self.init { IIOLibrary.interruptNetwork() }
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

extension BusError: ExitingError {
  /// The exit status for an error of the bus or of the daemon.
  public var status: ExitStatus {
    switch self {
    case .noBus, .disconnected, .noDaemon, .stopped,
      .refused(_, Motion1.ErrorName.noReadings, _):
      .unavailable
    case .refused(_, Motion1.ErrorName.accessDenied, _),
      .refused(_, Motion1.ErrorName.interactionRequired, _),
      .failed(_, .permissionDenied), .failed(_, .notPermitted):
      .notPermitted
    case .refused(_, Motion1.ErrorName.invalidArguments, _): .badData
    case .refused, .failed, .nameTaken: .failure
    }
  }
}
