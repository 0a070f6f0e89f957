// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// A folder that goes with its owner.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString

  init() {
    // A test shows it if there is no room.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Debian's openssl, as a person uses it.
enum OpenSSL {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  /// What it prints.
  @discardableResult static func run(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    return try output(of: process, from: \.standardOutput)
  }

  /// Makes a certificate and a key, which are one file if the paths are the same.
  static func make(
    _ certificate: String, _ key: String, days: Int = 30, locked: Bool = false,
    names: String = "IP:192.0.2.2,DNS:desk.local"
  ) throws {
    let made = try run(
      "req", "-config", "/dev/null", "-x509", "-days", "\(days)", "-newkey", "ec", "-pkeyopt",
      "ec_paramgen_curve:P-256", locked ? "-passout" : "-nodes", locked ? "pass:word" : "-batch",
      "-subj", "/CN=desk", "-addext", "subjectAltName=\(names)", "-keyout", "-", "-out", "-")
    let middle = try #require(made.range(of: "-----BEGIN CERTIFICATE")).lowerBound
    if certificate == key {
      try Data(made.utf8).overwrite(key)
    } else {
      try Data(made[..<middle].utf8).overwrite(key)
      try Data(made[middle...].utf8).overwrite(certificate)
    }
  }
}

extension Data {
  /// Writes into the file that is there, or into one for the user alone.
  func overwrite(_ path: String) throws {
    let number = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    try file.write(contentsOf: self)
    try file.close()
  }
}
