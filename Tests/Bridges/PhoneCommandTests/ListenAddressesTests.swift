// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import phone_accelerometer

/// The addresses at which the page is served.
@Suite struct ListenAddressesTests {
  private static let running: UInt32 = 0x1 | 0x2 | 0x40 | 0x1000

  private static func interface(
    _ name: String, _ addresses: [String] = ["192.0.2.2"], flags: UInt32 = running, type: Int? = 1,
    deviceType: String? = nil, entries: Set<String> = ["device"]
  ) -> NetworkInterface {
    NetworkInterface(
      NetworkInterface.Facts(
        name: name, flags: flags, type: type, deviceType: deviceType, entries: entries),
      addresses: addresses.compactMap { IPAddress($0) })
  }

  private static func chosen(
    _ interfaces: [NetworkInterface], routes: [String] = []
  ) throws -> [String] {
    try ListenAddresses.chosen(from: interfaces, routes: routes).map(\.description)
  }

  @Test(
    "networks that a phone may be in",
    arguments: [
      interface("eth0"), interface("wlan0", deviceType: "wlan"), interface("usb0"),
      // In a container, whose end of the line has no device.
      interface("eth0", entries: []), interface("br0.7", deviceType: "vlan", entries: []),
      interface("bond0", deviceType: "bond", entries: []),
    ])
  func networks(interface: NetworkInterface) throws {
    #expect(interface.kind == .network)
    #expect(try Self.chosen([interface]) == ["192.0.2.2"])
  }

  @Test(
    "no network with a phone",
    arguments: [
      interface("lo", flags: running | 0x8, type: 772), interface("ppp0", flags: running | 0x10),
      interface("docker0", deviceType: "bridge", entries: ["bridge"]),
      interface("virbr0", entries: ["bridge"]), interface("eth1", entries: ["device", "brport"]),
      interface("veth12ab", entries: []), interface("ve-box", entries: []),
      interface("vboxnet0", entries: []), interface("tap0", entries: ["tun_flags"]),
      interface("wg0", type: 65534, deviceType: "wireguard", entries: []),
      interface("sit0", type: 776, entries: []), interface("tun0", type: 65534, entries: []),
      interface("flannel.1", deviceType: "vxlan", entries: []),
      interface("wwan0", deviceType: "wwan"), interface("dummy0", flags: running | 0x80),
      interface("odd0", type: nil),
      // Down, or without a cable.
      interface("eth2", flags: 0x1002), interface("eth3", flags: 0x1003),
    ])
  func noNetworks(interface: NetworkInterface) {
    #expect(interface.kind != .network || !interface.isRunning)
    let error = #expect(throws: (any Error).self) { try Self.chosen([interface]) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("--address; it has 192.0.2.2 (\(interface.name))"))
  }

  @Test("IPv6 counts where an interface has no IPv4; what holds on one wire alone never does")
  func families() throws {
    let both = Self.interface("eth0", ["fd00::1", "192.0.2.2", "fe80::1", "169.254.7.7"])
    let new = Self.interface("wlan0", ["fe80::2", "fd00::2", "2001:db8::2"])
    #expect(try Self.chosen([both, new]) == ["192.0.2.2", "fd00::2", "2001:db8::2"])
    let error = #expect(throws: (any Error).self) {
      try Self.chosen([Self.interface("eth0", ["fe80::1"])])
    }
    #expect(error.map { "\($0)" }?.hasSuffix("with --address") == true)
  }

  @Test("the network with the best way out comes first")
  func order() throws {
    let interfaces = [
      Self.interface("eth0", ["192.0.2.1"]), Self.interface("wlan0", ["192.0.2.2", "192.0.2.1"]),
      Self.interface("eth1", ["192.0.2.3"]),
    ]
    let text = """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
      eth1\t00000000\t010200C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
      eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
      wlan0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
      eth0\t00000000
      """
    let routes = NetworkInterface.defaultRoutes(in: text)
    #expect(routes == ["wlan0", "eth1"])
    #expect(
      try Self.chosen(interfaces, routes: routes) == ["192.0.2.2", "192.0.2.1", "192.0.2.3"])
    #expect(try Self.chosen(interfaces) == ["192.0.2.1", "192.0.2.2", "192.0.2.3"])
  }

  @Test("--address takes any address of this machine, in any of its forms")
  func named() throws {
    let interfaces = [
      Self.interface("lo", ["127.0.0.1"], flags: Self.running | 0x8),
      Self.interface("docker0", ["172.17.0.1", "fd00::2", "fe80::1"], entries: ["bridge"]),
    ]
    let addresses = try ListenAddresses.named(
      ["172.17.0.1", "FD00:0::0:2", "fd00::2"], of: interfaces)
    #expect(addresses.map(\.inURL) == ["172.17.0.1", "[fd00::2]"])
    for text in ["192.0.2.9", "0.0.0.0", "::", "fe80::1", "desk.local", "", "172.17.0.1:8443"] {
      let error = #expect(throws: (any Error).self) {
        try ListenAddresses.named([text], of: interfaces)
      }
      #expect(
        error.map { "\($0)" }
          == "--address \(text): expected an address of this machine; it has 127.0.0.1 (lo), "
          + "172.17.0.1 (docker0), fd00::2 (docker0)")
    }
  }

  @Test("a browser names no port that is its scheme's own")
  func authorities() {
    let hosts = ["192.0.2.2", "[fd00::2]"]
    #expect(
      ListenAddresses.authorities(of: hosts, "https", 8443) == ["192.0.2.2:8443", "[fd00::2]:8443"])
    #expect(ListenAddresses.authorities(of: ["a"], "https", 443) == ["a", "a:443"])
    #expect(ListenAddresses.authorities(of: ["a"], "https", 80) == ["a:80"])
    #expect(ListenAddresses.authorities(of: ["a"], "http", 80) == ["a", "a:80"])
  }

  @Test("what the kernel tells of this machine")
  func machine() throws {
    let loopback = try #require(try NetworkInterface.all().first { $0.name == "lo" })
    #expect(loopback.kind == .loopback && loopback.isRunning)
    #expect(loopback.addresses.contains { $0.description == "127.0.0.1" })
  }
}
