import CSystemBus
import Glibc

/// Why something on the bus did not work.
public enum BusError: Error, Hashable, Sendable {
  /// The bus cannot be reached; `number` is the system's error.
  case noBus(BusAddress, number: Int32)
  /// The connection broke; `number` is the system's error.
  case disconnected(number: Int32)
  /// Doing `action` failed; `number` is the system's error.
  case failed(action: String, number: Int32)
  /// Another process has the name on the bus.
  case nameTaken(String)
  /// There is no motiond on the bus, and the bus could not start one, as `message` says.
  case noDaemon(message: String)
  /// The peer answered a call of `method` with the D-Bus error `name`.
  case refused(method: String, name: String, message: String)
}

extension BusError: CustomStringConvertible {
  /// What went wrong and what to do about it, in one line.
  public var description: String {
    switch self {
    case .noBus(let address, let number):
      "cannot reach the \(address): \(text(number))\(address.hint)"
    case .disconnected(let number): "the bus is gone: \(text(number))"
    case .failed(let action, let number): "cannot \(action): \(text(number))"
    case .nameTaken(let name):
      "the name \(name) is taken on this bus; is another motiond running?"
    case .noDaemon(let message):
      "motiond is not running and could not be started; is it installed? (\(message))"
    case .refused(_, _, let message): message
    }
  }

  private func text(_ number: Int32) -> String {
    String(cString: strerror(number))
  }
}

extension BusError {
  /// What the error `name` means, if it answers a call of `method` of the daemon's.
  init(refusing method: String, _ name: String, _ message: String) {
    let isAbsent =
      name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
      || name.hasPrefix("org.freedesktop.systemd1.")
      || name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
    self =
      isAbsent
      ? .noDaemon(message: message) : .refused(method: method, name: name, message: message)
  }
}

/// The result of a function of sd-bus, or its error as one of doing `action`.
@discardableResult
func check(_ result: Int32, _ action: @autoclosure () -> String) throws(BusError) -> Int32 {
  switch -result {
  case ...0: return result
  case ECONNRESET, ENOTCONN, EPIPE: throw .disconnected(number: -result)
  default: throw .failed(action: action(), number: -result)
  }
}
