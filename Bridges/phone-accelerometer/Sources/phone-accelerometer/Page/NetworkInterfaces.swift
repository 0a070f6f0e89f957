// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// The interfaces of this machine, as the kernel tells them.
extension NetworkInterface {
  /// The facts that decide what is behind an interface.
  struct Facts: Hashable, Sendable {
    /// The name.
    var name: String
    /// The flags, see netdevice(7).
    var flags: UInt32
    /// `type` in sysfs: 1 for Ethernet and Wi-Fi.
    var type: Int?
    /// `DEVTYPE` of its `uevent`, such as `wlan`; nil if it has none.
    var deviceType: String?
    /// The entries of its folder in sysfs.
    var entries: Set<String>

    fileprivate func has(_ flag: Int) -> Bool { flags & UInt32(flag) != 0 }
  }

  /// The prefixes of virtual interfaces to containers and machines, which the kernel tells only the
  /// name of: Docker and LXC, systemd-nspawn, VirtualBox and VMware.
  private static let virtualNames = ["veth", "ve-", "vb-", "vboxnet", "vmnet"]

  /// An interface with these facts.
  init(_ facts: Facts, addresses: [IPAddress]) {
    name = facts.name
    kind = Self.kind(facts)
    isRunning = facts.has(IFF_UP) && facts.has(IFF_RUNNING)
    self.addresses = addresses
  }

  private static func kind(_ facts: Facts) -> Kind {
    if facts.has(IFF_LOOPBACK) { return .loopback }
    let isVirtual = !facts.entries.contains("device")
    if facts.entries.contains("bridge") || facts.entries.contains("brport")
      || isVirtual && virtualNames.contains(where: facts.name.hasPrefix)
    {
      return .machines
    }
    // One without ARP asks nobody for addresses, such as `dummy0`.
    let isLine =
      facts.has(IFF_POINTOPOINT) || facts.has(IFF_NOARP) || facts.type != 1
      || facts.entries.contains("tun_flags")
      || ["wwan", "wireguard", "vxlan", "geneve", "ppp"].contains(facts.deviceType)
    return isLine ? .line : .network
  }

  /// The interfaces of this machine that have addresses, in the kernel's order.
  ///
  /// - Throws: a ``Failure`` if it does not tell
  static func all() throws(Failure) -> [NetworkInterface] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else {
      throw Failure(.failure, "cannot list the addresses of this machine: \(Errno.last)")
    }
    defer { freeifaddrs(list) }
    var found: [(name: String, flags: UInt32, addresses: [IPAddress])] = []
    for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
      guard let entry = entry?.pointee, let address = address(at: entry.ifa_addr) else { continue }
      // A second address may have a label, such as `eth0:1`.
      let name = String(String(cString: entry.ifa_name).prefix { $0 != ":" })
      if let index = found.firstIndex(where: { $0.name == name }) {
        found[index].addresses.append(address)
      } else {
        found.append((name, entry.ifa_flags, [address]))
      }
    }
    return found.map { NetworkInterface(facts(of: $0.name, $0.flags), addresses: $0.addresses) }
  }

  /// The names of the interfaces with a route to everywhere, best first.
  static func defaultRoutes() -> [String] {
    defaultRoutes(in: kernelText(of: "/proc/net/route") ?? "")
  }

  /// The names in the text of `/proc/net/route`.
  static func defaultRoutes(in text: String) -> [String] {
    let routes = text.split(separator: "\n").dropFirst().compactMap {
      line -> (name: String, metric: Int)? in
      let words = line.split { $0 == "\t" || $0 == " " }
      guard words.count > 7, words[1] == "00000000", words[7] == "00000000",
        let metric = Int(words[6])
      else { return nil }
      return (String(words[0]), metric)
    }
    return routes.sorted { $0.metric < $1.metric }.map(\.name)
  }

  private static func address(at pointer: UnsafeMutablePointer<sockaddr>?) -> IPAddress? {
    guard let pointer else { return nil }
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) {
        IPAddress(Array($0))
      }
    case AF_INET6:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
        IPAddress(Array($0))
      }
    default: return nil
    }
  }

  private static func facts(of name: String, _ flags: UInt32) -> Facts {
    let folder = "/sys/class/net/\(name)"
    let deviceType = kernelText(of: "\(folder)/uevent")?.split(separator: "\n")
      .first { $0.hasPrefix("DEVTYPE=") }?.dropFirst(8)
    return Facts(
      name: name, flags: flags,
      type: SmallFile.attribute(at: "\(folder)/type").flatMap { Int($0) },
      deviceType: deviceType.map(String.init), entries: Set(Folder.names(in: folder) ?? []))
  }

  /// The text of a kernel file; nil if there is none.
  private static func kernelText(of path: String) -> String? {
    (try? SmallFile.text(of: path, "what the kernel tells")) ?? nil
  }
}
