// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestTraits
import Testing

/// phone-accelerometer as a user runs it, with a fake phone.
@Suite(.waits) struct BridgeTests {
  /// The readings of the sample, from its second on.
  private static func sampleReadings() throws -> [Reading] {
    let text = try Data(contentsOf: packageRoot.appendingPathComponent(sample))
    return try Recording(parsing: Array(text).span).readings
  }

  @Test("a log that nobody reads holds up neither readings nor the end")
  func log() throws {
    let phone = try FakePhone(["--os", "android"])
    let bridge = try RunningCommand(
      "phone-accelerometer", ["http://127.0.0.1:\(phone.port)", "--interval", "10"],
      errors: fullPipe())
    for _ in 0..<100 { #expect(bridge.nextLine() != nil) }
    bridge.send(SIGTERM)
    #expect(try bridge.finish().status == 0)
  }

  @Test(
    "phyphox: what it measures is written to the last digit, and it is stopped at the end",
    arguments: [["--os", "android"], ["--os", "ios"]])
  func phyphox(os: [String]) throws {
    let phone = try FakePhone(os)
    let bridge = try phone.bridge()
    let recording = try bridge.recording(of: 300)
    #expect(bridge.finish(stopping: true) == 0)
    let sample = try Self.sampleReadings()
    let read = recording.readings.filter { $0.timestamp.nanoseconds > 0 }
    #expect(read == Array(sample.dropFirst().prefix(read.count)))
    #expect(
      recording.notes.compactMap(\.key).prefix(4) == ["device", "rate_hz", "source", "experiment"])
    #expect(recording.notes.contains(RecordingNote("rate_hz", "100.0")))
    let requests = try phone.rest()
    #expect(requests.last == "request /control?cmd=stop")
    #expect(!requests.contains { $0.contains("clear") })
    #expect(requests.filter { $0.contains("cmd=start") }.count == 1)
  }

  @Test(
    "SensorServer, by either address: timestamps to the nanosecond, pings are answered",
    arguments: ["ws", "http"])
  func sensorServer(scheme: String) throws {
    let phone = try FakePhone(["--app", "sensorserver"])
    let bridge = try phone.bridge(scheme)
    let recording = try bridge.recording(of: 300)
    #expect(bridge.finish(stopping: true) == 0)
    let start: Int64 = 1_621_374_624_190_440
    let sample = try Self.sampleReadings().prefix(300)
    #expect(
      recording.readings.map { $0.timestamp.nanoseconds - start }
        == sample.map(\.timestamp.nanoseconds))
    #expect(
      zip(recording.readings, sample).allSatisfy {
        let difference = $0.acceleration - $1.acceleration
        return (difference * difference).sum() < 1e-9
      })
    #expect(try phone.rest().contains("pong"))
  }

  @Test(
    "phyphox: an answer that no phone should give is told, and reading goes on",
    arguments: ["html", "broken", "nan", "null", "huge", "many", "deep", "redirect", "error"])
  func answers(what: String) throws {
    let phone = try FakePhone(["--again"])
    let bridge = try phone.bridge()
    #expect(bridge.nextLine()?.hasPrefix("# device") == true)
    try phone.fault("answer \(what)")
    #expect(bridge.error(with: "the phone's answer cannot be used") != nil)
    #expect(bridge.error(with: "readings come again") != nil)
    #expect(bridge.finish(stopping: true) == 0)
    #expect(!(try phone.rest().contains { $0.contains("elsewhere") }))
  }

  @Test("phyphox: a server that sends for ever is cut off", arguments: ["endless", "headers"])
  func endless(what: String) throws {
    let phone = try FakePhone(["--again"])
    let bridge = try phone.bridge()
    #expect(bridge.nextLine() != nil)
    try phone.begin("answer \(what)")
    let sent = phone.line(with: "sent ")?.split(separator: " ").last.flatMap { Int($0) }
    #expect(try #require(sent) < 50_000_000)
    // Reading goes on.
    #expect(phone.line(with: "request /get?acc_time=") != nil)
    #expect(bridge.finish(stopping: true) == 0)
  }

  @Test(
    "SensorServer: a frame that no phone should send is told, and reading goes on",
    arguments: ["broken", "null", "huge", "deep", "endless"])
  func frames(what: String) throws {
    let phone = try FakePhone(["--again", "--app", "sensorserver"])
    let bridge = try phone.bridge("ws")
    #expect(bridge.nextLine()?.hasPrefix("# device") == true)
    try phone.fault("answer \(what)")
    #expect(bridge.error(with: "trying again") != nil)
    #expect(bridge.error(with: "readings come again") != nil)
    #expect(bridge.finish(stopping: true) == 0)
  }

  @Test("phyphox: the app is left, and back; the phone is gone, and back")
  func left() throws {
    let phone = try FakePhone(["--again"], isRealTime: true)
    let bridge = try phone.bridge()
    #expect(bridge.nextLine() != nil)
    for (away, back) in [("leave", "return"), ("gone", "back")] {
      try phone.fault(away)
      #expect(bridge.error(with: "nothing answers at http://127.0.0.1:\(phone.port)") != nil)
      try phone.fault(back)
      #expect(bridge.error(with: "readings come again") != nil)
    }
    #expect(bridge.finish(stopping: true) == 0)
    // The app stopped measuring when it was left, and not when the network was gone.
    #expect(try phone.rest().last == "request /control?cmd=stop")
  }

  @Test("phyphox: a pause, a clear and another experiment, each with what to do")
  func people() throws {
    let phone = try FakePhone(["--again"], isRealTime: true)
    let bridge = try phone.bridge()
    #expect(bridge.nextLine() != nil)
    try phone.fault("pause")
    #expect(bridge.error(with: "the experiment is paused: press ▶ on the phone") != nil)
    try phone.fault("start")
    #expect(bridge.error(with: "the experiment was paused") != nil)
    try phone.fault("clear")
    #expect(bridge.error(with: "the experiment was cleared: press ▶ on the phone") != nil)
    try phone.fault("start")
    #expect(bridge.error(with: "the experiment began again") != nil)
    try phone.fault("experiment linear_acceleration")
    try phone.fault("session 77")
    #expect(bridge.error(with: "'Acceleration (without g)' takes gravity off") != nil)
    try phone.fault("experiment accelerometer")
    #expect(bridge.error(with: "readings come again") != nil)
    #expect(bridge.finish(stopping: true) == 0)
    // The user has started it.
    #expect(!(try phone.rest().contains { $0.contains("cmd=stop") }))
  }

  @Test("SensorServer: dark, stopped, started anew, and closed by its user")
  func dark() throws {
    let phone = try FakePhone(["--again", "--app", "sensorserver"], isRealTime: true)
    let bridge = try phone.bridge("ws")
    #expect(bridge.nextLine() != nil)
    try phone.fault("dark")
    #expect(bridge.error(with: "wake the phone's screen") != nil)
    try phone.fault("wake")
    #expect(bridge.error(with: "readings come again") != nil)
    try phone.fault("close 4004")
    #expect(bridge.error(with: "press Start on the phone") != nil)
    #expect(bridge.error(with: "readings come again") != nil)
    try phone.fault("reboot")
    #expect(bridge.error(with: "the phone's clock jumped") != nil)
    try phone.fault("close 4005")
    #expect(bridge.error(with: "the connection was closed on the phone") != nil)
    #expect(bridge.finish() == 69)
  }

  @Test(
    "it connects to the phone alone, and listens nowhere", arguments: ["phyphox", "sensorserver"])
  func sockets(app: String) throws {
    let phone = try FakePhone(["--again", "--app", app])
    let bridge = try phone.bridge(app == "phyphox" ? "http" : "ws")
    #expect(bridge.nextLine() != nil)
    let sockets = try Self.sockets(of: bridge.pid)
    let port = String(UInt16(phone.port) ?? 0, radix: 16, uppercase: true)
    #expect(sockets.allSatisfy { $0.hasSuffix(":\(port)") }, "\(sockets)")
    #expect(bridge.finish(stopping: true) == 0)
  }

  /// The other ends of the sockets of a process, by the kernel; a port of 0 of one that listens.
  private static func sockets(of pid: Int32) throws -> [Substring] {
    let folder = "/proc/\(pid)/fd"
    var inodes: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      guard let target, target.hasPrefix("socket:[") else { continue }
      inodes.insert(String(target.dropFirst(8).dropLast()))
    }
    var ends: [Substring] = []
    for table in ["tcp", "tcp6", "udp", "udp6"] {
      let text = try String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)
      for line in text.split(separator: "\n").dropFirst() {
        let words = line.split(separator: " ")
        if words.count > 9, inodes.contains(String(words[9])) { ends.append(words[2]) }
      }
    }
    return ends
  }

  @Test("whoever reads it may end, and so does it; a signal ends it while it waits for a phone")
  func ends() throws {
    let phone = try FakePhone(["--again"], isRealTime: true)
    let pipe = Pipe()
    let bridge = try LineProgram(
      builtProducts.appendingPathComponent("phone-accelerometer"),
      ["http://127.0.0.1:\(phone.port)"], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.read(upToCount: 8)?.count == 8)
    try pipe.fileHandleForReading.close()
    #expect(bridge.finish() == 0)
    #expect(phone.line(with: "cmd=stop") != nil)
    try phone.fault("gone")
    let waiting = try phone.bridge()
    #expect(waiting.error(with: "nothing answers") != nil)
    #expect(waiting.finish(stopping: true) == 0)
  }

  @Test("a signal ends it also while whoever reads it takes nothing")
  func stalledReader() throws {
    let phone = try FakePhone(["--again"])
    let pipe = Pipe()
    // A pipe that is full, see pipe(7).
    try pipe.fileHandleForWriting.write(contentsOf: Data(count: 65_536))
    let bridge = try LineProgram(
      builtProducts.appendingPathComponent("phone-accelerometer"),
      ["http://127.0.0.1:\(phone.port)", "--interval", "10"], output: pipe.fileHandleForWriting)
    #expect(bridge.error(with: "readings a second") != nil)
    #expect(bridge.finish(stopping: true) == 0)
    withExtendedLifetime(pipe) {}
  }

  @Test(
    "wrong usage",
    arguments: [
      ["phone"], ["https://phone"], ["http://phone", "--interval", "9"], [], ["\u{1B}[31mphone"],
      ["http://phone", "--no\u{1B}[31msuch"],
    ])
  func usage(arguments: [String]) throws {
    let bridge = try LineProgram(
      builtProducts.appendingPathComponent("phone-accelerometer"), arguments)
    #expect(bridge.finish() == 64)
    let errors = bridge.restOfErrors()
    #expect(!errors.isEmpty && !errors.contains { $0.contains("\u{1B}") })
  }
}
