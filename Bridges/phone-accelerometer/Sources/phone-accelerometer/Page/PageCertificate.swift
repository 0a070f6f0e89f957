// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport

/// A certificate with its key, which lets a browser reach the page over HTTPS.
struct PageCertificate: Hashable, Sendable {
  /// The certificate, and those above it if it has some (PEM).
  let certificate: [UInt8]
  /// Its private key (PEM).
  let key: [UInt8]
  /// SHA-256 of the certificate, as phones show it: `73 C9 1D …`.
  let fingerprint: String
  /// The addresses and names that it is for.
  let names: Set<String>

  /// The facts that `openssl` tells of a certificate.
  private struct Facts {
    var fingerprint: String
    var names: Set<String>
    /// True if it ends within the time asked for.
    var ends: Bool
    /// All that `openssl` tells, with the public key (PEM).
    var text: String
  }

  /// The reason why a certificate cannot be used.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case noCertificate
    case noKey
    case mismatch
    case ended
    case name(String)

    /// The reason.
    var description: String {
      switch self {
      case .noCertificate: "is no certificate in PEM format"
      case .noKey: "is no private key in PEM format without a password"
      case .mismatch: "is of another key"
      case .ended: "has ended"
      case .name(let name): "is not for \(name)"
      }
    }
  }

  /// Checks a certificate that must be valid for `seconds` more.
  ///
  /// - Throws: a ``Problem``; a ``Failure`` if `openssl` is missing
  init(_ certificate: [UInt8], _ key: [UInt8], validFor seconds: Int) throws {
    let facts = try Self.facts(of: certificate, seconds)
    let pair = try Self.openssl(["pkey", "-pubout", "-passin", "pass:"], key)
    guard pair.status == 0, !pair.output.isEmpty else { throw Problem.noKey }
    guard facts.text.contains(String(decoding: pair.output, as: UTF8.self)) else {
      throw Problem.mismatch
    }
    guard !facts.ends else { throw Problem.ended }
    (self.certificate, self.key) = (certificate, key)
    (fingerprint, names) = (facts.fingerprint, facts.names)
  }

  /// Reads a certificate that the user has, and its key; the phone reaches this machine by `name`.
  ///
  /// - Throws: a ``Failure`` that says which of them cannot be used, and why
  static func read(
    certificate: String, key: String, name: String
  ) throws -> PageCertificate {
    func bytes(_ path: String, _ contents: String) throws(Failure) -> [UInt8] {
      guard let text = try SmallFile.text(of: path, contents) else {
        throw Failure(.noInput, "cannot read \(contents) in \(path): there is no such file")
      }
      return Array(text.utf8)
    }
    do {
      let own = try PageCertificate(
        bytes(certificate, "the certificate"), bytes(key, "the key"), validFor: 0)
      guard try own.isFor(name) else { throw Problem.name(name) }
      return own
    } catch let problem as Problem {
      throw Failure(.badData, "\(problem == .noKey ? key : certificate) \(problem)")
    }
  }

  /// True if a browser takes it for `name`, which may be one of many that it names by a `*`.
  private func isFor(_ name: String) throws -> Bool {
    let option = IPAddress(name) == nil ? "-checkhost" : "-checkip"
    let answer = try Self.openssl(["x509", "-noout", option, name], certificate)
    return String(decoding: answer.output, as: UTF8.self).contains(" does match ")
  }

  private static func facts(of certificate: [UInt8], _ seconds: Int) throws -> Facts {
    let answer = try openssl(
      [
        "x509", "-noout", "-pubkey", "-fingerprint", "-sha256", "-ext", "subjectAltName",
        "-checkend", "\(seconds)",
      ], certificate)
    let text = String(decoding: answer.output, as: UTF8.self)
    let lines = text.split(separator: "\n")
    guard
      let fingerprint = lines.first(where: { $0.contains("ingerprint=") })?.split(separator: "=")
        .last
    else { throw Problem.noCertificate }
    let names = lines.flatMap { $0.split(separator: ",") }.compactMap(name)
    return Facts(
      fingerprint: fingerprint.split(separator: ":").joined(separator: " "), names: Set(names),
      ends: !text.contains("will not expire"), text: text)
  }

  /// The name in a part of what `openssl` prints, such as `IP Address:FD00:0:0:0:0:0:0:2`.
  private static func name(_ part: Substring) -> String? {
    let part = part.drop { $0 == " " }
    if part.hasPrefix("DNS:") { return String(part.dropFirst(4)) }
    guard part.hasPrefix("IP Address:") else { return nil }
    return IPAddress(String(part.dropFirst(11)))?.description
  }

  /// Runs Debian's `openssl`.
  static func openssl(
    _ words: [String], _ input: [UInt8] = []
  ) throws(Failure) -> (status: Int32, output: [UInt8]) {
    try Tool.run(["openssl"] + words, from: "openssl", input: input)
  }
}
