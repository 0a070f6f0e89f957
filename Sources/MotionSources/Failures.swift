import LinuxSupport
import MotionBus
import MotionIIO

extension StopSignals {
  /// Takes the signals over; they also end what waits for a network.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    try self.init { IIOLibrary.interruptNetwork() }
  }
}

extension Failure {
  /// The failure to use an accelerometer.
  public init(_ error: AccelerometerError) {
    self.init(error.status, "\(error)")
  }
}

extension AccelerometerError: ExitingError {
  /// Not permitted, or no accelerometer.
  public var status: ExitStatus { isNotPermitted ? .notPermitted : .unavailable }
}

extension BusError: ExitingError {
  /// The exit status for the failure of a call of the daemon, or of its service.
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
