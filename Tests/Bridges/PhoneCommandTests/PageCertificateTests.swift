// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import phone_accelerometer

/// The certificate that the bridge makes by openssl and keeps.
@Suite(.waits, .enabled(if: OpenSSL.isInstalled, "apt-get install openssl"))
struct PageCertificateTests {
  private let place = TemporaryFolder()
  private var folder: String { place.path + "/motiond/phone-page" }
  private var file: String { folder + "/certificate.pem" }

  private func open(
    _ addresses: [String] = ["192.0.2.2"], host: String = "Desk.example.org"
  ) throws -> (certificate: PageCertificate, note: String?) {
    let store = CertificateStore(in: folder)
    return try store.certificate(for: addresses.compactMap { IPAddress($0) }, host: host)
  }

  private static func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("it is for a server of 397 days with these names, by P-256; the user alone can read it")
  func made() throws {
    let (certificate, note) = try open(["192.0.2.2", "fd00::2"])
    #expect(note == nil)
    #expect(certificate.names == ["192.0.2.2", "fd00::2", "desk.local"])
    let text = try OpenSSL.run("x509", "-in", file, "-noout", "-text")
    for part in [
      "prime256v1", "TLS Web Server Authentication", "CA:FALSE", "Subject: CN = desk.local",
      "DNS:desk.local", "IP Address:192.0.2.2", "IP Address:FD00:0:0:0:0:0:0:2",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    let fingerprint = try OpenSSL.run("x509", "-in", file, "-noout", "-fingerprint", "-sha256")
    #expect(certificate.fingerprint.count == 95)
    #expect(
      fingerprint.contains(certificate.fingerprint.replacingOccurrences(of: " ", with: ":")))
    for (days, word) in [(396, "will not"), (398, "will expire")] {
      let answer = try OpenSSL.run(
        "x509", "-in", file, "-noout", "-checkend", "\(days * 86_400)")
      #expect(answer.contains(word))
    }
    #expect(try Self.mode(of: file) == 0o600)
    #expect(try Self.mode(of: folder) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["certificate.pem"])
  }

  @Test("it is used again while it names all addresses, and otherwise made anew, which is said")
  func again() throws {
    let first = try open(["192.0.2.2", "fd00::2"]).certificate
    for addresses in [["192.0.2.2", "fd00::2"], ["fd00::2"]] {
      let (certificate, note) = try open(addresses)
      #expect(certificate == first && note == nil)
    }
    let (other, note) = try open(["192.0.2.3"])
    #expect(other.fingerprint != first.fingerprint)
    #expect(
      note
        == "a new certificate, as the one that was kept is not for 192.0.2.3: "
        + "the phone's browser warns once more")
    #expect(try open(["192.0.2.3"], host: "lap").note?.contains("is not for lap.local") == true)
  }

  @Test(
    "one that cannot be used is replaced, and a link is not followed",
    arguments: [
      ("ends", "ends within a day"), ("open", "others could read"), ("link", "a link in its place"),
      ("garbage", "broken"), ("empty", "broken"), ("foreign key", "broken"),
      ("no key", "broken"), ("locked key", "broken"),
    ])
  func unusable(how: String, why: String) throws {
    let first = try open().certificate
    let elsewhere = place.path + "/elsewhere"
    let files = FileManager.default
    switch how {
    case "ends": try OpenSSL.make(file, file, days: 1)
    case "open": try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    case "link":
      try files.moveItem(atPath: file, toPath: elsewhere)
      try files.createSymbolicLink(atPath: file, withDestinationPath: elsewhere)
    case "foreign key":
      try OpenSSL.make(file, elsewhere)
      let key = try OpenSSL.run("genpkey", "-algorithm", "EC", "-pkeyopt", "group:P-256")
      try self.append(key)
    case "no key": try OpenSSL.make(file, elsewhere)
    case "locked key": try OpenSSL.make(file, file, locked: true)
    case let how: try Data((how == "empty" ? "" : "-----BEGIN\0\u{1B}").utf8).overwrite(file)
    }
    let (certificate, note) = try open()
    #expect(certificate.fingerprint != first.fingerprint)
    #expect(note?.contains(why) == true, "\(note ?? "nothing")")
    #expect(try open().certificate == certificate)
    #expect(try Self.mode(of: file) == 0o600)
    if how == "link" { #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)).count > 0) }
  }

  private func append(_ text: String) throws {
    let whole = try String(contentsOfFile: file, encoding: .utf8) + text
    try Data(whole.utf8).overwrite(file)
  }

  @Test("starts at the same time never mix the key of one with the certificate of another")
  func together() async throws {
    let made = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        group.addTask { try open(["192.0.2.\(number)"]).certificate.fingerprint }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(made.count == 8)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(made.contains(try PageCertificate(bytes, bytes, validFor: 0).fingerprint))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
  }

  @Test("a folder that another may own is refused; one that others may enter is closed")
  func folders() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    _ = try open()
    #expect(try Self.mode(of: folder) == 0o700)
    try files.moveItem(atPath: folder, toPath: place.path + "/elsewhere")
    try files.createSymbolicLink(
      atPath: folder, withDestinationPath: place.path + "/elsewhere")
    let refusal = #expect(throws: (any Error).self) { try open() }
    #expect(refusal.map { "\($0)" }?.contains("\(folder) is no folder of yours") == true)
    let store = CertificateStore(in: "/dev/null/motiond")
    let failure = #expect(throws: (any Error).self) {
      try store.certificate(for: [], host: "desk")
    }
    #expect(failure.map { "\($0)" }?.contains("set XDG_STATE_HOME to another folder") == true)
    #expect(throws: (any Error).self) { try CertificateStore(["XDG_STATE_HOME": "here"]) }
    #expect(throws: Never.self) { try CertificateStore(["HOME": "/nonexistent"]) }
  }

  @Test(
    "the name of this machine in its network",
    arguments: [
      ("desk", "desk.local"), ("Desk.example.org", "desk.local"), ("a-7", "a-7.local"),
      ("", nil), ("localhost", nil), ("desk,DNS:bank.example", nil), ("desk/O=Bank", nil),
      ("-desk", nil), ("d\u{E9}sk", nil), (String(repeating: "a", count: 64), nil),
    ])
  func names(host: String, name: String?) {
    #expect(CertificateStore.localName(of: host) == name)
  }

  @Test(
    "a name that is none, and one that is too long for a subject, are no obstacle",
    arguments: [("desk,DNS:bank.example", 1), (String(repeating: "a", count: 63), 2)])
  func oddNames(host: String, count: Int) throws {
    #expect(try open(host: host).certificate.names.count == count)
    let text = try OpenSSL.run("x509", "-in", file, "-noout", "-text")
    #expect(text.contains("Subject: CN = phone-accelerometer"))
  }
}
