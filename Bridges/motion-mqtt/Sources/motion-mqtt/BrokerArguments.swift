// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LinuxSupport
import MQTTRelay
import SystemPackage

/// The options that say how to reach a broker whose name is known.
struct BrokerArguments: ParsableArguments {
  @Option(help: "The broker's port. (default: 1883; with TLS 8883)")
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "Speak TLS, and trust the certificates in this file.", valueName: "file"),
    completion: .file())
  var cafile: String?

  @Option(
    help: ArgumentHelp(
      "Speak TLS, and trust the certificates in this folder, such as /etc/ssl/certs.",
      valueName: "folder"),
    completion: .directory)
  var capath: String?

  @Option(
    help: ArgumentHelp("A certificate of this device, for the broker.", valueName: "file"),
    completion: .file())
  var cert: String?

  @Option(
    help: ArgumentHelp("The key of that certificate.", valueName: "file"), completion: .file())
  var key: String?

  @Option(help: ArgumentHelp("The user to log in as.", valueName: "name"))
  var username: String?

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the user's password: arguments can be read by everybody.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String?

  func validate() throws {
    guard cafile == nil || capath == nil else {
      throw ValidationError("expected only one of --cafile and --capath")
    }
    guard (cert == nil) == (key == nil) else {
      throw ValidationError("expected --cert and --key, or neither")
    }
    guard cert == nil || cafile != nil || capath != nil else {
      throw ValidationError("--cert needs --cafile or --capath")
    }
    guard passwordFile == nil || username != nil else {
      throw ValidationError("--password-file needs --username")
    }
  }

  /// The broker at `host`.
  ///
  /// - Throws: a ``Failure`` if a file cannot be used
  func address(_ host: String, _ signals: borrowing StopSignals) throws -> BrokerAddress {
    var password: String?
    if let passwordFile { password = try Self.firstLine(of: passwordFile, signals) }
    let trusted: BrokerAddress.TrustedCertificates? =
      cafile.map { .file($0) } ?? capath.map { .folder($0) }
    if let remark = remark(host) { Log.write(remark) }
    return BrokerAddress(
      host: host, port: port.map { Int32($0) } ?? (trusted == nil ? 1883 : 8883),
      trusted: trusted,
      certificate: cert.flatMap { cert in key.map { (cert, $0) } }, user: username,
      password: password)
  }

  /// A warning if the password leaves this machine as it is.
  private func remark(_ host: String) -> String? {
    let staysHere = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    guard passwordFile != nil, cafile == nil, capath == nil, !staysHere else { return nil }
    return "the password goes to \(host) unencrypted, and the motions too; --cafile or --capath "
      + "has TLS"
  }

  /// The password in `path`.
  private static func firstLine(
    of path: String, _ signals: borrowing StopSignals
  ) throws -> String {
    var text: [UInt8] = []
    do {
      // Without O_NONBLOCK a pipe without a writer would hold up a signal.
      let file = try FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? file.close() }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while text.count < buffer.count, !text.contains(UInt8(ascii: "\n")) {
        guard signals.waitToRead(file) != .stopped else {
          throw Failure(.failure, "stopped by a signal")
        }
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        guard count > 0 else { break }
        text += buffer[..<count]
      }
    } catch let error as Errno {
      let isForbidden = error == .permissionDenied || error == .notPermitted
      throw Failure(isForbidden ? .notPermitted : .noInput, "cannot read \(path): \(error)")
    }
    let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let password = String(validating: line, as: UTF8.self), !password.isEmpty else {
      throw Failure(.badData, "\(path): expected a password in UTF-8 in the first line")
    }
    return password
  }
}
