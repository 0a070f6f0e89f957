// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import LinuxSupport
import PhoneProtocol

@main
struct PhoneAccelerometer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phone-accelerometer",
    abstract: "Read the accelerometer of a phone or a controller, and write it as a recording.",
    discussion: """
      'phone-accelerometer page' serves a page for the phone's browser, and needs no app. 'phone-accelerometer URL' reads \
      an app on the phone, or a server of controllers: 'phone-accelerometer help read'.
      """,
    version: "phone-accelerometer \(LinuxSupport.version)",
    subcommands: [ReadCommand.self, PageCommand.self], defaultSubcommand: ReadCommand.self)

  static func main() async {
    requireUTF8Arguments()
    await main(nil)
  }
}

/// `phone-accelerometer read`, or without the word.
struct ReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read an app on a phone, or a DSU server.",
    discussion: """
      The phone runs phyphox (Android and iOS) or SensorServer (Android). URL is the address that the app shows: \
      http://HOST:PORT, where it finds out which app answers, or ws://HOST:PORT for SensorServer.

      dsu://HOST reads a DSU server, as players of emulators run one for their controllers: the first pad that is connected, or \
      pad N with dsu://HOST/N, N being 0 to 3. The port is 26760 unless HOST:PORT names another.

      In phyphox open "Acceleration with g", and allow remote access in its menu. In SensorServer set \
      Settings, Sampling Rate to 5000, and press Start. Phone and computer have to be in one network.

      Readings go to standard output as they come, with the times of the phone, until SIGINT or SIGTERM. What happens \
      on the phone goes to standard error, with what to do there: if its screen goes dark, the app is left, or the \
      network drops, readings go on by themselves once the phone is back. In between is a gap.

      It starts an experiment that does not measure, and then stops it at the end; it never clears one.

      Exit status: 0 done; 64 wrong usage; 65 no gravity in the readings; 69 no accelerometer, or closed on the phone; 77 \
      the app may not read it; 1 otherwise.

      Example: phone-accelerometer http://192.168.0.42:8080 | motiond --source - --bus session
      """)

  @Argument(
    help: ArgumentHelp("The address that the app shows.", valueName: "url"),
    transform: Self.address)
  var address: PhoneAddress

  @Option(
    help: ArgumentHelp(
      "phyphox: the time from one request to the next: 10 to 1000.", valueName: "milliseconds"))
  var interval = 100

  func validate() throws {
    guard (10...1000).contains(interval) else {
      throw ValidationError("--interval \(interval): expected 10 to 1000")
    }
  }

  func run() async throws {
    try await readUntilSignal { output in try await read(output) }
  }

  private func read(_ output: PhoneOutput) async throws {
    switch address.scheme {
    case .ws: try await readSensorServer(address, output)
    case .dsu:
      let session = DSUSession(address, client: .random(in: 1 ... .max))
      try await StreamReader(session, output) { [address] in
        try await DatagramConnection(connectedTo: address)
      }.run()
    case .http:
      var reader = PhyphoxReader(address, interval: .milliseconds(interval), output)
      if try await reader.run() == .changeToSensorServer {
        try await readSensorServer(address.webSocket, output)
      }
    }
  }

  private func readSensorServer(_ address: PhoneAddress, _ output: PhoneOutput) async throws {
    try await StreamReader(SensorServerSession(address), output) {
      try await WebSocketConnection(connectedTo: address, SensorServerSession.path)
    }.run()
  }

  private static func address(_ text: String) throws -> PhoneAddress {
    do throws(PhoneAddress.Problem) { return try PhoneAddress(text) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension AsyncParsableCommand {
  /// Reads by `body` in a task that SIGINT and SIGTERM cancel, and reports the reason why it fails.
  func readUntilSignal(
    _ body: @escaping @Sendable (PhoneOutput) async throws -> Void
  ) async throws {
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    try await reportingFailures(of: "phone-accelerometer") {
      LogOutput.standardError.serve()
      let signals = try StopSignals { stop.finish() }
      let output = PhoneOutput(file: .standardOutput.interrupted(by: signals))
      let reading = Task { try await body(output) }
      Task {
        for await _ in stops {}
        reading.cancel()
      }
      try await reading.value
      withExtendedLifetime(signals) {}
    }
  }
}
