// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import FoundationEssentials
import Glibc
import LinuxSupport
import MotionCore
import NIOCore
import NIOPosix
import NIOSSL
import PhoneProtocol

/// `phone-accelerometer page`.
struct PageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract:
      "Serve a page that makes the browser of a phone the accelerometer: no app to install.",
    discussion: """
      Shows an address, and a code of it if qrencode is installed. Scan the code with the phone, accept the browser's \
      warning, touch Start, and shake. The browser warns because the certificate is this machine's own, made by openssl \
      and kept in ~/.local/state/motiond/phone-page; compare its fingerprint where you do not trust the network.

      It listens on the addresses of this machine in its networks, at port 8443, which a firewall must let pass. Whoever \
      has the address may send readings; it is another one at each start. One phone is connected at a time.

      Readings go to standard output as they come, until SIGINT or SIGTERM. A page in the background or a locked phone \
      sends none; they go on by themselves once it is back.

      Exit status: 0 done; 64 wrong usage; 65 no gravity in the readings, or a certificate that cannot be used; 66 a \
      certificate that is missing; 69 no network, no openssl, or a port that is taken; 77 a folder for the certificate \
      that is not yours; 1 otherwise.

      Example: phone-accelerometer page | motiond --source - --bus session
      """)

  @Option(help: ArgumentHelp("The port: 1 to 65535; 0 for any that is free.", valueName: "port"))
  var port = 8443

  @Option(
    help: ArgumentHelp(
      "An address of this machine to listen on, in place of all; may be repeated.",
      valueName: "address"))
  var address: [String] = []

  @Option(
    help: ArgumentHelp(
      "A certificate that phones trust (PEM), with --key and --name.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("Its private key (PEM).", valueName: "file"))
  var key: String?

  @Option(help: ArgumentHelp("The name of this machine in it.", valueName: "name"))
  var name: String?

  @Flag(
    help:
      "Serve http on 127.0.0.1 alone, which a browser trusts: for 'adb reverse tcp:8443 tcp:8443'.")
  var insecureLocalhost = false

  @Option(
    help: ArgumentHelp(
      "Read JSON lines of an app from this descriptor, such as {\"action\":\"undone\",\"name\":\"Typing\"}, and show "
        + "them on the phone.",
      valueName: "descriptor"))
  var events: Int32?

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port): expected 0 to 65535")
    }
    let parts = [certificate, key, name].compactMap(\.self).count
    guard parts == 0 || parts == 3 else {
      throw ValidationError("--certificate, --key and --name belong together")
    }
    guard !insecureLocalhost || (parts == 0 && address.isEmpty) else {
      throw ValidationError("--insecure-localhost takes neither an address nor a certificate")
    }
    if let events {
      guard events > 2, fcntl(events, F_GETFD) >= 0 else {
        throw ValidationError("--events \(events): expected an open descriptor above 2")
      }
    }
  }

  func run() async throws {
    try await readUntilSignal { output in
      let place = try PagePlace(self)
      try await serve(place, output)
    }
  }

  private func serve(_ place: PagePlace, _ output: PhoneOutput) async throws {
    let (failures, failure) = AsyncThrowingStream.makeStream(of: Void.self)
    let server = PageServer(output, failures: failure)
    let listener = try await PageListener(
      place.addresses, port: port, try place.context(), server)
    let gate = PageGate(
      token: (.random(in: 0 ... .max), .random(in: 0 ... .max)), scheme: place.scheme,
      authorities: ListenAddresses.authorities(of: place.hosts, place.scheme, listener.port))
    await server.open(gate)
    place.show(gate.path, listener.port, output)
    let events = events
    let ending: Result<Void, any Error>
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for try await _ in failures {} }
        group.addTask {
          while true {
            try await Task.sleep(for: .milliseconds(250))
            try await server.tick()
          }
        }
        if let events { group.addTask { try await server.readActions(from: events) } }
        defer { group.cancelAll() }
        try await group.next()
      }
      ending = .success(())
    } catch is CancellationError {
      ending = .success(())
    } catch { ending = .failure(error) }
    await listener.close()
    try await server.finish()
    try ending.get()
  }
}

/// The place of the page: addresses, names and a certificate.
private struct PagePlace {
  let scheme: String
  /// The addresses to listen on.
  let addresses: [String]
  /// The names that the phone's browser has for this machine, the best first.
  let hosts: [String]
  private let certificate: PageCertificate?
  private let note: String?

  /// The place that the options choose.
  ///
  /// - Throws: a ``Failure``
  init(_ options: PageCommand) throws {
    if options.insecureLocalhost {
      (scheme, addresses, hosts) = ("http", ["127.0.0.1"], ["localhost", "127.0.0.1"])
      (certificate, note) = (nil, nil)
      return
    }
    scheme = "https"
    let interfaces = try NetworkInterface.all()
    let own =
      options.address.isEmpty
      ? try ListenAddresses.chosen(from: interfaces, routes: NetworkInterface.defaultRoutes())
      : try ListenAddresses.named(options.address, of: interfaces)
    addresses = own.map(\.description)
    if let certificate = options.certificate, let key = options.key, let name = options.name {
      self.certificate = try PageCertificate.read(certificate: certificate, key: key, name: name)
      (hosts, note) = ([name.lowercased()], nil)
      return
    }
    let host = Self.hostName
    let store = try CertificateStore(ProcessInfo.processInfo.environment)
    let made = try store.certificate(for: own, host: host)
    (certificate, note) = (made.0, made.note)
    hosts = own.map(\.inURL) + [CertificateStore.localName(of: host)].compactMap(\.self)
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
