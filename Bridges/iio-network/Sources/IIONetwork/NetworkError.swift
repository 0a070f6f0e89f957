// SPDX-License-Identifier: Apache-2.0

import IIORelay
import MotionSensors
import SystemPackage

/// An error of finding, starting or reading an accelerometer of another machine.
package enum NetworkError: Error, Hashable {
  /// The server at `uri` cannot be reached, or does not answer in time.
  case unreachable(uri: String, error: Errno)
  /// The server at `uri` sent an answer that the relay refuses, as libiio would not survive it.
  case badServer(uri: String, reason: String)
  /// The accelerometer is not there, cannot be used, or is lost.
  case accelerometer(AccelerometerError)

  /// The problem of a relay to the server at `uri`.
  init(_ problem: IIORelay.Problem, of uri: String) {
    switch problem {
    case .system(let error): self = .unreachable(uri: uri, error: error)
    case .answer(let reason): self = .badServer(uri: uri, reason: reason)
    }
  }

  /// A Boolean value that indicates whether waiting may help, even before there was any reading.
  package var mayPass: Bool {
    switch self {
    case .unreachable: true
    case .badServer: false
    case .accelerometer(.stalled), .accelerometer(.badData): true
    case .accelerometer(.failed): !isNotPermitted
    // There is no accelerometer, or none that can be used.
    case .accelerometer: false
    }
  }

  /// A Boolean value that indicates whether this user, or the server's, may not do it.
  package var isNotPermitted: Bool {
    switch self {
    case .unreachable(_, let error): error == .permissionDenied || error == .notPermitted
    case .badServer: false
    case .accelerometer(let error): error.isNotPermitted
    }
  }
}

extension NetworkError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  package var description: String {
    switch self {
    case .unreachable(let uri, let error):
      "cannot reach the accelerometers at \(uri): \(error) (does iiod run there?)"
    case .badServer(let uri, let reason):
      "the server at \(uri) cannot be trusted: it sent \(reason)"
    case .accelerometer(let error): "\(error)"
    }
  }
}
