// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LinuxSupport
import NIOSSL

/// The place of the page: addresses, names and a certificate.
struct PagePlace: Sendable {
  let scheme: String
  /// The addresses to listen on.
  let addresses: [String]
  /// The names that the phone's browser has for this machine, the best first.
  let hosts: [String]
  private let certificate: PageCertificate?
  /// The reason why the certificate is new, if the phone knows another.
  private let note: String?

  /// True if the certificate is one that the phone does not know.
  var isNew: Bool { note != nil }

  /// A place on this machine alone.
  init(local addresses: [IPAddress]) {
    (scheme, self.addresses) = ("http", addresses.map(\.description))
    hosts = ["localhost"] + self.addresses
    (certificate, note) = (nil, nil)
  }

  /// The place at `own`, which are addresses of this machine, that the options choose.
  ///
  /// - Throws: a ``Failure``
  init(_ own: [IPAddress], _ options: PageCommand) throws {
    scheme = "https"
    addresses = own.map(\.description)
    if let certificate = options.certificate, let key = options.key, let name = options.name {
      self.certificate = try PageCertificate.read(certificate: certificate, key: key, name: name)
      (hosts, note) = ([name.lowercased()], nil)
      return
    }
    let host = ProcessInfo.processInfo.hostName
    let store = try CertificateStore(ProcessInfo.processInfo.environment)
    let made = try store.certificate(for: own, host: host)
    (certificate, note) = (made.0, made.note)
    hosts = own.map(\.inURL) + [CertificateStore.localName(of: host)].compactMap(\.self)
  }

  /// The addresses that this machine has now of those that the options choose.
  ///
  /// - Throws: a ``Failure`` if there is none
  static func addresses(for options: PageCommand) throws(Failure) -> [IPAddress] {
    guard !options.insecureLocalhost else { return [IPAddress("127.0.0.1")].compactMap(\.self) }
    let interfaces = try NetworkInterface.all()
    guard !options.address.isEmpty else {
      return try ListenAddresses.chosen(
        from: interfaces, routes: NetworkInterface.defaultRoutes())
    }
    let present = options.address.filter {
      (try? ListenAddresses.named([$0], of: interfaces)) != nil
    }
    return try ListenAddresses.named(
      present.isEmpty ? options.address : present, of: interfaces)
  }

  /// The context of TLS; nil where there is none.
  func context() throws -> NIOSSLContext? {
    guard let certificate else { return nil }
    do {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(certificate.certificate)
          .map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: certificate.key, format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw Failure(.badData, "the certificate cannot be used: \(error)")
    }
  }

  /// Shows the address with its token, and what to do with it.
  func show(_ path: String, _ port: Int, _ output: PhoneOutput) {
    let urls = hosts.map { "\(scheme)://\($0):\(port)\(path)" }
    if let note { output.report(note) }
    guard let first = urls.first else { return }
    // Not by the log: whoever has the address may send readings.
    output.show("\nOpen this page on the phone:\n\n  \(first)\n\n")
    output.show(
      QRCode.text(of: first) ?? "(With qrencode installed, a code to scan stands here.)\n")
    for url in urls.dropFirst() { output.show("or  \(url)\n") }
    if scheme == "http" {
      output.show("after  adb reverse tcp:\(port) tcp:\(port)\n")
    } else {
      output.show("A firewall on this machine must let TCP at port \(port) pass.\n")
    }
    if let certificate {
      output.show("Fingerprint of the certificate (SHA-256): \(certificate.fingerprint)\n")
    }
  }
}
