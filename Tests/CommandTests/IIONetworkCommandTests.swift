// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import FakeSensor
import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// iio-network as a user runs it, on a fake server.
@Suite(.waits) struct IIONetworkCommandTests {
  /// Scans 10 ms apart, from the one at `first` on.
  private func scans(_ numbers: ClosedRange<Int64>) -> [FakeIIOD.Answer] {
    numbers.map { .scan(FakeDevice.scan(Int16($0), 2, 1000, at: $0 * 10_000_000)) }
  }

  private func recording(_ lines: [String]) throws -> Recording {
    try Recording(parsing: Array((lines.joined(separator: "\n") + "\n").utf8).span)
  }

  private func run(_ words: [String]) throws -> Outcome {
    try RunningCommand("iio-network", words).outcome()
  }

  /// Ends `bridge` by `signal`, with status 0, and then the server, which it has left.
  private func end(
    _ bridge: RunningCommand, of iiod: FakeIIOD, by signal: Int32? = SIGTERM
  ) throws -> String {
    if let signal { bridge.send(signal) }
    let (status, errors) = try bridge.finish()
    #expect(status == 0)
    iiod.rest()
    #expect(iiod.stop())
    return errors
  }

  @Test("its output is a recording; a signal ends it, with status 0")
  func records() throws {
    let iiod = try FakeIIOD([.accelerometer()], scans(1...5))
    let bridge = try RunningCommand("iio-network", [iiod.uri, "--rate", "150"])
    let lines = bridge.lines(upTo: "50000000")
    #expect(try end(bridge, of: iiod) == "")
    let recording = try recording(lines)
    #expect(
      recording.notes.prefix(3) == [
        RecordingNote("device", "fake"), RecordingNote("rate_hz", "200.0"),
        RecordingNote("clock", "boottime"),
      ])
    #expect(recording.readings.map(\.timestamp.nanoseconds) == (1...5).map { $0 * 10_000_000 })
    #expect(recording.readings.first?.acceleration == [0.00980665, 0.0196133, 9.80665])
  }

  @Test("a server that is lost is found again, and that is told once each")
  func foundAgain() throws {
    let iiod = try FakeIIOD([.accelerometer()], scans(1...3) + [.drop])
    let bridge = try RunningCommand("iio-network", [iiod.uri])
    _ = bridge.lines(upTo: "30000000")
    #expect(bridge.errorLine(containing: "looking for it") != nil)
    iiod.desk.add(scans(300...305))
    #expect(bridge.lines(upTo: "3050000000").last?.hasPrefix("3050000000,") == true)
    let lines = try end(bridge, of: iiod, by: SIGINT).split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "iio-network: readings come again", "\(lines)")
  }

  @Test("a server that cannot be reached is waited for; a signal ends the wait")
  func unreachable() throws {
    let iiod = try FakeIIOD([], scans(1...2))
    let bridge = try RunningCommand("iio-network", [iiod.uri])
    #expect(
      bridge.errorLine(containing: "cannot reach the accelerometers at \(iiod.uri)") != nil)
    iiod.desk.devices = [.accelerometer()]
    _ = bridge.lines(upTo: "20000000")
    iiod.desk.devices = []
    iiod.desk.add([.drop])
    _ = try end(bridge, of: iiod)
  }

  @Test("what waiting does not mend ends it", arguments: [[], ["--list"]])
  func nothingThere(_ options: [String]) throws {
    let light = FakeDevice(channels: [], attributes: ["illuminance": "3"])
    let iiod = try FakeIIOD([light])
    let (status, output, errors) = try run(options + [iiod.uri])
    #expect(status == 69 && output.isEmpty)
    #expect(errors.contains("iio-network: there is no accelerometer at \(iiod.uri)"))
    #expect(iiod.stop())
  }

  @Test("a server that says nothing is given up with an error, and no part is taken for the whole")
  func silent() throws {
    let server = try SilentServer()
    let command = try RunningCommand("iio-network", ["--list", server.uri])
    let (status, output, errors) = try command.outcome()
    #expect((status, output) == (69, []))
    #expect(errors.contains("cannot reach the accelerometers at \(server.uri)"), "\(errors)")
  }

  @Test("a signal ends the wait for one", arguments: [[], ["--list"]])
  func waitInterrupted(_ options: [String]) throws {
    let server = try SilentServer()
    let command = try RunningCommand("iio-network", options + [server.uri])
    #expect(server.waitForClient())
    command.send(SIGINT)
    let (status, errors) = try command.finish()
    #expect(options.isEmpty ? status == 0 : status != 0)
    #expect(errors.contains("Interrupted system call") != options.isEmpty, "\(errors)")
  }

  @Test("a trigger that never fires is told, and left for the next")
  func silentTrigger() throws {
    let triggers = [("trigger0", "timer"), ("trigger1", "fake-dev0")].map {
      FakeDevice(id: $0, name: $1, channels: [], attributes: [:])
    }
    let iiod = try FakeIIOD([.accelerometer().with { $0.trigger = "" }] + triggers)
    iiod.rest()
    let bridge = try RunningCommand("iio-network", [iiod.uri])
    #expect(bridge.errorLine(containing: "has sent nothing for") != nil)
    iiod.desk.add(scans(1...3))
    #expect(bridge.lines(upTo: "30000000").last?.hasPrefix("30000000,") == true)
    _ = try end(bridge, of: iiod)
    #expect(
      iiod.desk.log.filter { $0.hasPrefix("SETTRIG") }.prefix(2)
        == ["SETTRIG iio:device0 trigger1", "SETTRIG iio:device0 trigger0"])
  }

  @Test("it ends once nobody reads its output, whether readings come or not")
  func closed() throws {
    for answers in [scans(1...3), scans(1...3) + [.drop]] {
      let iiod = try FakeIIOD([.accelerometer()], answers)
      let bridge = try RunningCommand("iio-network", [iiod.uri])
      _ = bridge.lines(upTo: "30000000")
      bridge.closeOutput()
      iiod.desk.add(scans(4...10))
      _ = try end(bridge, of: iiod, by: nil)
    }
  }

  @Test("a log that nobody reads holds up neither readings nor the end")
  func log() throws {
    let iiod = try FakeIIOD([.accelerometer()], scans(1...3) + [.drop])
    let log = try fullPipe()
    let bridge = try RunningCommand(
      "iio-network", [iiod.uri], errors: log.fileHandleForWriting)
    _ = bridge.lines(upTo: "30000000")
    // It says that it looks for the server.
    iiod.desk.add(scans(300...305))
    #expect(bridge.lines(upTo: "3050000000").last?.hasPrefix("3050000000,") == true)
    _ = try end(bridge, of: iiod)
  }

  @Test("a signal ends it also while the reader of its output stalls")
  func stalls() throws {
    // A pipe holds 64 kB.
    let iiod = try FakeIIOD([.accelerometer()], scans(1...3000))
    let bridge = try RunningCommand("iio-network", [iiod.uri])
    #expect(settles { bridge.unreadBytes >= 60_000 })
    _ = try end(bridge, of: iiod)
  }

  @Test("the accelerometers there are listed")
  func lists() throws {
    let iiod = try FakeIIOD([.accelerometer()])
    let (status, output, _) = try run(["--list", iiod.uri])
    #expect(status == 0 && output.first == "fake" && output.contains("  rate:        100.0 Hz"))
    #expect(iiod.stop())
  }

  @Test(
    "what names no other machine is wrong usage", arguments: ["local:", "ip:", "host", "iio:x"])
  func usage(_ uri: String) throws {
    let (status, output, errors) = try run([uri])
    #expect(status == 64 && output.isEmpty && errors.contains("expected ip:HOST"))
  }

  @Test(
    "what read another machine before answers with the new way",
    arguments: [
      ("motiond", ["--source"], "iio-network ip:box | motiond --source -"),
      ("motionctl", ["list"], "iio-network --list ip:box"),
      ("motionctl", ["record", "--source"], "iio-network ip:box > FILE"),
      ("motionctl", ["live"], "iio-network ip:box | motionctl live -"),
      ("motion-demo", [], "iio-network ip:box | motion-demo -"),
    ])
  func oldSpelling(_ name: String, _ words: [String], _ answer: String) throws {
    let (status, output, errors) = try RunningCommand(name, words + ["ip:box"]).outcome()
    #expect((status, output) == (64, []))
    #expect(errors.split(separator: "\n").first?.hasSuffix(answer) == true, "\(errors)")
  }
}
