// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Glibc
import LinuxSupport

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

      The phone shows what an app recognizes and does if that tells it by --events. Beside motiond, motionctl tells:

      motionctl monitor --wait --explain --format json --bus session | phone-accelerometer page --events 0 | motiond \
      --source - --bus session
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
      "Read JSON lines of an app from this descriptor, and show them on the phone: events, as motionctl writes them, and "
        + "actions such as {\"action\":\"undone\",\"name\":\"Typing\"}; 0 is standard input.",
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
      guard events == 0 || events > 2, fcntl(events, F_GETFD) >= 0 else {
        throw ValidationError("--events \(events): expected 0, or an open descriptor above 2")
      }
    }
  }

  func run() async throws {
    try await readUntilSignal { output in try await serve(output) }
  }

  private func serve(_ output: PhoneOutput) async throws {
    // Later, some of them may come and go.
    _ = try ListenAddresses.named(address, of: NetworkInterface.all())
    let (failures, failure) = AsyncThrowingStream.makeStream(of: Void.self)
    let server = PageServer(output, tells: events != nil, failures: failure)
    let command = self
    let host = PageHost(server, port: port, find: { try PagePlace.addresses(for: command) }) {
      command.insecureLocalhost ? PagePlace(local: $0) : try PagePlace($0, command)
    }
    try await host.open().show(output)
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
        group.addTask {
          while true {
            try await Task.sleep(for: PageHost.pause)
            await host.look()?.show(output)
          }
        }
        if let events { group.addTask { try await server.readLines(from: events) } }
        defer { group.cancelAll() }
        try await group.next()
      }
      ending = .success(())
    } catch is CancellationError {
      ending = .success(())
    } catch { ending = .failure(error) }
    await host.close()
    try await server.finish()
    try ending.get()
  }
}
