// SPDX-License-Identifier: Apache-2.0

/// The address of an app on a phone, such as `http://192.168.0.42:8080`.
public struct PhoneAddress: Hashable, Sendable {
  /// The protocol that the user named.
  public enum Scheme: String, Hashable, Sendable {
    /// phyphox; SensorServer, if it answers there.
    case http
    /// SensorServer.
    case ws
  }

  /// The reason why a text is no address.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// For the user, in one line.
    public let description: String
  }

  /// The protocol.
  public var scheme: Scheme
  /// The host's name or address; an IPv6 address without its brackets.
  public let host: String
  /// The port; 80 for `http` and 8080 for `ws` if the address has none.
  public let port: Int

  /// Reads `text`.
  ///
  /// A path is allowed only where it is the one that would be asked anyway: `/`, or SensorServer's
  /// `/sensor/connect?type=android.sensor.accelerometer`.
  ///
  /// - Throws: a ``Problem`` that says what is wrong, and what an address looks like
  public init(_ text: String) throws(Problem) {
    func problem(_ reason: String) -> Problem {
      Problem(
        description: "'\(text)' \(reason): expected the address that the app shows, such as "
          + "http://192.168.0.42:8080 (phyphox) or ws://192.168.0.42:8080 (SensorServer)")
    }
    guard let colon = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased())
    else { throw problem("does not begin with http:// or ws://") }
    self.scheme = scheme
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = rest[authority.endIndex...]
    let streams = "/sensor/connect?type=android.sensor.accelerometer"
    guard path.isEmpty || path == "/" || (scheme == .ws && path.lowercased() == streams) else {
      throw problem("has a path that is not read")
    }
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
      self.port = scheme == .http ? 80 : 8080
    } else {
      guard port.first == ":", let number = Int(port.dropFirst()), (1...65535).contains(number),
        port.dropFirst().allSatisfy(\.isNumber)
      else { throw problem("has no port from 1 to 65535") }
      self.port = number
    }
  }

  /// The same host and port, for SensorServer.
  public var webSocket: PhoneAddress {
    var address = self
    address.scheme = .ws
    return address
  }
}

extension PhoneAddress: CustomStringConvertible {
  /// The host and port, as in the header `Host`.
  public var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// The address, with its port.
  public var description: String { "\(scheme.rawValue)://\(authority)" }
}
