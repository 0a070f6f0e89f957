// SPDX-License-Identifier: Apache-2.0

/// The address of an app on a phone, such as `http://192.168.0.42:8080`.
package struct PhoneAddress: Hashable, Sendable {
  /// The protocol that the user named.
  package enum Scheme: String, Hashable, Sendable {
    /// phyphox; SensorServer, if it answers there.
    case http
    /// SensorServer.
    case ws
    /// A DSU server.
    case dsu

    /// The port if the address has none.
    var usualPort: Int {
      switch self {
      case .http: 80
      case .ws: 8080
      case .dsu: 26760
      }
    }
  }

  /// The reason why a text is not an address.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// For the user, in one line.
    package let description: String
  }

  /// The protocol.
  package var scheme: Scheme
  /// The host's name or address; an IPv6 address without its brackets.
  package let host: String
  /// The port; 80 for `http`, 8080 for `ws` and 26760 for `dsu` if the address has none.
  package let port: Int
  /// The number of the pad of a DSU server; nil for the first that is connected.
  package let pad: Int?

  /// Reads `text`.
  ///
  /// A path is allowed only if it is the one that the program would ask for anyway: `/`, or
  /// SensorServer's `/sensor/connect?type=android.sensor.accelerometer`. For a DSU server it is the
  /// number of a pad: `/0` to `/3`.
  ///
  /// - Throws: a ``Problem`` that says what is wrong, and what an address looks like
  package init(_ text: String) throws(Problem) {
    func problem(_ reason: String) -> Problem {
      Problem(
        description: "'\(text)' \(reason): expected the address that the app shows, such as "
          + "http://192.168.0.42:8080 (phyphox), ws://192.168.0.42:8080 (SensorServer) or "
          + "dsu://192.168.0.42 (a DSU server; /1 is its pad 1)")
    }
    guard let colon = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased())
    else { throw problem("does not begin with http://, ws:// or dsu://") }
    self.scheme = scheme
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = rest[authority.endIndex...]
    let streams = "/sensor/connect?type=android.sensor.accelerometer"
    let pad = DSUPacket.numbers.first { scheme == .dsu && path == "/\($0)" }
    guard
      path.isEmpty || path == "/" || pad != nil || (scheme == .ws && path.lowercased() == streams)
    else {
      throw problem(scheme == .dsu ? "names no pad from 0 to 3" : "has a path that is not read")
    }
    self.pad = pad
    guard !authority.contains("@") else { throw problem("names a user, which neither app knows") }
    var (host, port) = (authority, Substring())
    if let end = authority.lastIndex(of: "]"), authority.first == "[" {
      host = authority[authority.index(after: authority.startIndex)..<end]
      port = authority[authority.index(after: end)...]
      guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else {
        throw problem("has no IPv6 address in its brackets")
      }
    } else {
      if let colon = authority.firstIndex(of: ":") {
        (host, port) = (authority[..<colon], authority[colon...])
      }
      guard !host.isEmpty,
        host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
      else { throw problem("has no host") }
    }
    self.host = String(host)
    if port.isEmpty {
      self.port = scheme.usualPort
    } else {
      guard port.first == ":", let number = Int(port.dropFirst()), (1...65535).contains(number),
        port.dropFirst().allSatisfy(\.isNumber)
      else { throw problem("has no port from 1 to 65535") }
      self.port = number
    }
  }

  /// The same host and port, for SensorServer.
  package var webSocket: PhoneAddress {
    var address = self
    address.scheme = .ws
    return address
  }
}

extension PhoneAddress: CustomStringConvertible {
  /// The host and port, as in the header `Host`.
  package var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// The address, with its port.
  package var description: String {
    "\(scheme.rawValue)://\(authority)\(pad.map { "/\($0)" } ?? "")"
  }
}
