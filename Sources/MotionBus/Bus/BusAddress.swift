// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A D-Bus bus.
public enum BusAddress: Hashable, Sendable {
  /// The system bus of the machine.
  case system
  /// The session bus of the user.
  case session
  /// The bus at an address such as `unix:path=/run/bus`.
  case address(String)
}

/// A bus by the word that options, settings and `MOTIOND_BUS` have for it.
package enum BusName: String, CaseIterable, Sendable {
  case system, session

  /// The bus.
  package var address: BusAddress {
    switch self {
    case .system: .system
    case .session: .session
    }
  }
}

extension BusAddress {
  /// The bus that the environment names: the session bus with `MOTIOND_BUS=session`, the system bus
  /// with `system` or without the variable, or else the bus at that address.
  ///
  /// A word that is no address is an error once somebody connects, and the error names it.
  public static var standard: BusAddress {
    standard(getenv("MOTIOND_BUS").map { String(cString: $0) })
  }

  /// Returns the bus that `word` names; the system bus without one.
  package static func standard(_ word: String?) -> BusAddress {
    guard let word, !word.isEmpty else { return .system }
    return BusName(rawValue: word)?.address ?? .address(word)
  }
}

extension BusAddress: CustomStringConvertible {
  /// The bus's name for people.
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
    // Every address has a colon, after its transport.
    case .address(let address):
      address.contains(":") ? "" : " (write system or session; does MOTIOND_BUS say so?)"
    }
  }
}
