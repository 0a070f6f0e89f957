// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// The names of motiond's interface on D-Bus.
package enum Motion1 {
  /// The well-known name that the daemon owns.
  package static let name = "org.motiond.Motion1"
  /// The program that owns it, for people.
  package static let program = "motiond"
  /// The path of its object.
  package static let path = "/org/motiond/Motion1"
  /// The interface of that object.
  package static let interface = "org.motiond.Motion1"
  /// The longest time that a client may hold its motions off.
  package static let longestHoldOff = Duration.seconds(2)
  /// The signal to each claimant that the daemon stops on request: a client that claims again at
  /// once would start it again.
  package static let stopping = "Stopping"
  /// The signal that tells a claimant that the health has changed since it called `GetStatus`.
  package static let healthChanged = "HealthChanged"

  /// The longest time that a client waits for the daemon to start, 2.5 s, in µs.
  ///
  /// A bus waits for 25 s before it says that systemd does not start it, such as after too many
  /// failures. A daemon that takes longer is noticed when it appears.
  static let startTimeoutMicroseconds: UInt64 = 2_500_000

  /// The names of the errors that a call may get.
  package enum ErrorName {
    /// A value of the wrong type, or out of range.
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The caller is not allowed to do that.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The caller needs to authenticate first, and its call did not allow that.
    package static let interactionRequired =
      "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
    /// The caller's connection cannot do that.
    package static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    /// Too much is being asked for at once.
    package static let limitExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The call cannot be served while something else is under way.
    package static let busy = "org.motiond.Motion1.Error.Busy"
    /// The daemon failed to do something that it should be able to do.
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    /// There are no readings to hand out.
    package static let noReadings = "org.motiond.Motion1.Error.NoReadings"
    /// A kind of motion that the daemon does not recognize.
    package static let unknownMotion = "org.motiond.Motion1.Error.UnknownMotion"
    /// A kind of motion that needs a higher rate than the accelerometer has.
    package static let rateTooLow = "org.motiond.Motion1.Error.RateTooLow"
    /// The largest possible number of clients have claimed motions.
    package static let tooManyClaims = "org.motiond.Motion1.Error.TooManyClaims"
  }
}

/// The error that answers a call.
package struct Refusal: Error, Hashable, Sendable {
  /// The name of the D-Bus error, such as one of ``Motion1/ErrorName``.
  package let name: String
  /// The mistake or obstacle, and what to do about it.
  package let message: String

  /// A refusal called `name`, with an explanation.
  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// A refusal of arguments or options that make no sense.
  package static func invalid(_ message: String) -> Refusal {
    Refusal(name: Motion1.ErrorName.invalidArguments, message: message)
  }

  static func denied(_ message: String) -> Refusal {
    Refusal(name: Motion1.ErrorName.accessDenied, message: message)
  }
}

extension BusError: ExitingError {
  /// The exit status for an error of the bus or of the daemon.
  package var status: ExitStatus {
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
