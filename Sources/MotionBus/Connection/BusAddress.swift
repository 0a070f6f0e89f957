/// Which bus.
public enum BusAddress: Hashable, Sendable {
  /// The machine's.
  case system
  /// The user's.
  case session
  /// That at an address such as `unix:path=/run/bus`.
  case address(String)
}

extension BusAddress: CustomStringConvertible {
  /// What to call it when talking to users.
  public var description: String {
    switch self {
    case .system: "system bus"
    case .session: "session bus"
    case .address(let address): "bus at \(address)"
    }
  }

  var hint: String {
    switch self {
    case .system: " (is dbus-daemon running?)"
    case .session: " (is DBUS_SESSION_BUS_ADDRESS set?)"
    case .address: ""
    }
  }
}
