// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// A network interface of this machine, as the kernel describes it.
struct NetworkInterface: Hashable, Sendable {
  /// The kind of network behind an interface.
  enum Kind: Hashable, Sendable {
    /// A network of Ethernet's kind, such as Wi-Fi.
    case network
    /// This machine itself.
    case loopback
    /// A bridge, a port of one, or what joins containers and virtual machines.
    case machines
    /// A tunnel, a line with one other end, or a mobile network.
    case line
  }

  /// Its name, such as `wlan0`.
  var name: String
  /// The kind of network behind it.
  var kind: Kind
  /// True if it is up, and something answers at the other end.
  var isRunning: Bool
  /// Its addresses.
  var addresses: [IPAddress]
}

/// The addresses where a phone in the same network reaches this machine.
enum ListenAddresses {
  /// Chooses the addresses of all networks: IPv4 and, for an interface without it, IPv6.
  ///
  /// Those of `routes`, the interfaces with a route to everywhere, come first: the phone is likely
  /// there.
  ///
  /// - Throws: a ``Failure`` if there is none
  static func chosen(
    from interfaces: [NetworkInterface], routes: [String] = []
  ) throws(Failure) -> [IPAddress] {
    func rank(_ interface: NetworkInterface) -> Int {
      routes.firstIndex(of: interface.name) ?? routes.count
    }
    let networks = interfaces.filter { $0.kind == .network && $0.isRunning }
    // Sorting keeps the order of equals.
    let addresses = networks.sorted { rank($0) < rank($1) }.flatMap { interface in
      let usable = interface.addresses.filter { !$0.isLinkLocal }
      let old = usable.filter(\.isIPv4)
      return old.isEmpty ? usable : old
    }
    guard !addresses.isEmpty else {
      throw Failure(
        .unavailable,
        "this machine is in no network with a phone: join one, such as the phone's own hotspot, or "
          + "name one of its addresses with --address\(list(interfaces))")
    }
    return unique(addresses)
  }

  /// The addresses that the user names, which have to be addresses of this machine.
  ///
  /// - Throws: a ``Failure`` that lists the addresses there are
  static func named(
    _ texts: [String], of interfaces: [NetworkInterface]
  ) throws(Failure) -> [IPAddress] {
    let own = Set(usable(interfaces))
    var addresses: [IPAddress] = []
    for text in texts {
      guard let address = IPAddress(text), own.contains(address) else {
        throw Failure(
          .usage, "--address \(text): expected an address of this machine\(list(interfaces))")
      }
      addresses.append(address)
    }
    return unique(addresses)
  }

  /// The texts of `Host` for `hosts`: a browser leaves the scheme's own port out.
  static func authorities(of hosts: [String], _ scheme: String, _ port: Int) -> Set<String> {
    let isOwn = port == (scheme == "https" ? 443 : 80)
    return Set(hosts.flatMap { isOwn ? [$0, "\($0):\(port)"] : ["\($0):\(port)"] })
  }

  private static func usable(_ interfaces: [NetworkInterface]) -> [IPAddress] {
    // No browser opens an address with a zone.
    interfaces.flatMap(\.addresses).filter { $0.isIPv4 || !$0.isLinkLocal }
  }

  private static func list(_ interfaces: [NetworkInterface]) -> String {
    let texts = interfaces.flatMap { interface in
      usable([interface]).map { "\($0) (\(interface.name))" }
    }
    return texts.isEmpty ? "" : "; it has \(texts.joined(separator: ", "))"
  }

  private static func unique(_ addresses: [IPAddress]) -> [IPAddress] {
    var seen: Set<IPAddress> = []
    return addresses.filter { seen.insert($0).inserted }
  }
}
