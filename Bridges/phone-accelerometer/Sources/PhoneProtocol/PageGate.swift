// SPDX-License-Identifier: Apache-2.0

/// A request of a browser, as far as its answer depends on it.
package struct PageRequest: Hashable, Sendable {
  /// The method, such as `GET`.
  package var method: String
  /// The target as it was sent, such as `/0123456789abcdef0123456789abcdef`.
  package var target: String
  /// The headers `Host`, `Origin` and `Content-Type`; nil for a header that is missing or sent
  /// twice.
  package var host, origin, contentType: String?
  /// The content.
  package var body: [UInt8]

  /// A request.
  package init(
    method: String, target: String, host: String?, origin: String?, contentType: String?,
    body: [UInt8] = []
  ) {
    (self.method, self.target, self.body) = (method, target, body)
    (self.host, self.origin, self.contentType) = (host, origin, contentType)
  }
}

/// A gate that decides what a request gets: whoever does not know the token gets nothing.
///
/// The token is in the path, so that a scanned code has it. `Host` must name an address that was
/// shown: otherwise a stranger's name that leads here would do (DNS rebinding). Readings need our
/// `Origin` and a type that no form can send: otherwise a stranger's page could send them (CSRF).
package struct PageGate: Sendable {
  /// The verdict on a request.
  package enum Verdict: Hashable, Sendable {
    /// The page.
    case page
    /// Its readings are taken.
    case readings
    /// This status of HTTP, and nothing else.
    case refused(status: Int)
  }

  /// The most bytes of a request's content.
  package static let mostBytes = 65_536

  /// The path of the page: a slash and the token, 128 random bits in hexadecimal digits.
  package let path: String
  private let scheme: String
  private let authorities: Set<String>

  /// A gate; `authorities` are what `Host` may say, such as `192.168.0.42:8443`, in lower case.
  package init(token: (UInt64, UInt64), scheme: String, authorities: Set<String>) {
    path = "/" + token.0.hexadecimal + token.1.hexadecimal
    (self.scheme, self.authorities) = (scheme, authorities)
  }

  /// The verdict on a request.
  package func verdict(on request: PageRequest) -> Verdict {
    guard Self.areEqual(path.utf8, request.target.utf8), let host = request.host?.lowercased(),
      authorities.contains(host)
    else { return .refused(status: 404) }
    switch request.method {
    case "GET": return .page
    case "POST":
      guard request.origin?.lowercased() == "\(scheme)://\(host)" else {
        return .refused(status: 403)
      }
      let type = request.contentType?.prefix { $0 != ";" }.lowercased()
      guard type == "application/json" else { return .refused(status: 415) }
      guard request.body.count <= Self.mostBytes else { return .refused(status: 413) }
      return .readings
    default: return .refused(status: 405)
    }
  }

  /// Compares all bytes, so that the time says nothing of how many were right.
  static func areEqual(_ own: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    own.count == other.count && zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension UInt64 {
  /// Its 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
