// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import phone_accelerometer

/// A certificate that the user has.
@Suite(.waits, .enabled(if: OpenSSL.isInstalled, "apt-get install openssl"))
struct OwnCertificateTests {
  private let place = TemporaryFolder()

  @Test("the user's own certificate is taken if it fits")
  func own() throws {
    let (certificate, key) = (place.path + "/own.pem", place.path + "/own.key")
    try OpenSSL.make(certificate, key, names: "DNS:desk.example.org,DNS:*.example.net,IP:192.0.2.2")
    for name in ["desk.example.org", "lap.example.net", "192.0.2.2"] {
      let own = try PageCertificate.read(certificate: certificate, key: key, name: name)
      #expect(own.names == ["desk.example.org", "*.example.net", "192.0.2.2"])
    }
    let (other, locked) = (place.path + "/other.key", place.path + "/locked.key")
    try OpenSSL.make(place.path + "/other.pem", other)
    try OpenSSL.make(place.path + "/locked.pem", locked, locked: true)
    for (file, key, name, why) in [
      (certificate, key, "lap.example.org", "\(certificate) is not for lap.example.org"),
      (certificate, key, "192.0.2.3", "\(certificate) is not for 192.0.2.3"),
      (certificate, other, "192.0.2.2", "\(certificate) is of another key"),
      (certificate, locked, "192.0.2.2", "\(locked) is no private key in PEM format"),
      (certificate, certificate, "192.0.2.2", "\(certificate) is no private key in PEM format"),
      (key, key, "192.0.2.2", "\(key) is no certificate in PEM format"),
      (place.path + "/none", key, "192.0.2.2", "/none: there is no such file"),
      (certificate, place.path, "192.0.2.2", "\(place.path): it is not a regular file"),
    ] {
      let error = #expect(throws: (any Error).self) {
        try PageCertificate.read(certificate: file, key: key, name: name)
      }
      #expect(error.map { "\($0)" }?.contains(why) == true, "\(error.map { "\($0)" } ?? "")")
    }
  }

  @Test("one of the user's that has ended is refused")
  func ended() throws {
    let (path, key) = (place.path + "/own.pem", place.path + "/own.key")
    try OpenSSL.make(path, key)
    let ended = try OpenSSL.run("x509", "-in", path, "-signkey", key, "-days", "-1")
    try Data(ended.utf8).overwrite(path)
    let error = #expect(throws: (any Error).self) {
      try PageCertificate.read(certificate: path, key: key, name: "192.0.2.2")
    }
    #expect(error.map { "\($0)" } == "\(path) has ended")
  }
}
