// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import SystemPackage

/// An error of the bus, or of a program on it.
public enum BusError: Error, Hashable, Sendable {
  /// The bus is out of reach.
  case noBus(BusAddress, Errno)
  /// The connection broke.
  case disconnected(Errno)
  /// Doing `action` failed.
  case failed(action: String, Errno)
  /// Another process has this name on the bus.
  case nameTaken(String)
  /// The program of this name, such as `motiond`, is not on the bus, and the bus could not start
  /// it: `message` says why.
  case noDaemon(_ name: String, message: String)
  /// Somebody has stopped the program of this name, such as by `systemctl stop`.
  case stopped(_ name: String)
  /// The peer answered a call of `method` with the D-Bus error `name`.
  case refused(method: String, name: String, message: String)
}

extension BusError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .noBus(let address, let errno): "cannot reach the \(address): \(errno)\(address.hint)"
    case .disconnected(let errno): "the connection to the bus broke: \(errno)"
    case .failed(let action, let errno): "cannot \(action): \(errno)"
    case .nameTaken(let name):
      "the name \(name) is taken on this bus; is the program running already?"
    case .noDaemon(let name, let message):
      "\(name) is not running, and was not started; is it installed? (\(message))"
    case .stopped(let name): "\(name) was stopped, and nobody has started it again"
    case .refused(_, _, let message): message
    }
  }
}

extension BusError {
  /// The name of the error of a call that nobody answered.
  package static let noReply = "org.freedesktop.DBus.Error.NoReply"

  /// A Boolean value that indicates whether no answer came in time, or the peer or its bus said so.
  package var isNoReply: Bool {
    if case .refused(_, Self.noReply, _) = self { true } else { false }
  }

  /// The error `name` as the answer to a call of the method `method` of `program`.
  package init(refusing method: String, of program: String, _ name: String, _ message: String) {
    let isAbsent =
      name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
      || name.hasPrefix("org.freedesktop.systemd1.")
      || name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
    self =
      isAbsent
      ? .noDaemon(program, message: message)
      : .refused(method: method, name: name, message: message)
  }
}

/// Returns the result of an sd-bus function, or throws its error as a failure of `action`.
@discardableResult
package func check(_ result: Int32, _ action: @autoclosure () -> String) throws(BusError) -> Int32 {
  guard result < 0 else { return result }
  switch Errno(rawValue: -result) {
  case .connectionReset, .socketNotConnected, .brokenPipe:
    throw .disconnected(Errno(rawValue: -result))
  case let errno: throw .failed(action: action(), errno)
  }
}
