// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// The commands on an accelerometer of this machine, as far as it can be had without one: libiio's
/// local backend, on files.
@Suite(
  .waits,
  .enabled(
    if: MockedAccelerometer.umockdev != nil, "umockdev is missing: apt-get install umockdev"))
struct LocalAccelerometerTests {
  @Test("list says what there is")
  func list() throws {
    let mock = try MockedAccelerometer("motionctl", ["list", "--format", "json"])
    #expect(
      mock.command.nextLine() == #"{"axes":["x","y","z"],"events":[],"hasBuffer":true,"#
        + #""id":"iio:device0","isDriveGuard":false,"isPermissionProblem":false,"isUncalibrated":false,"#
        + #""mountMatrix":"1, 0, 0; 0, 1, 0; 0, 0, 1","mountMatrixSource":"assumed","#
        + #""name":"mockaccel","place":"unknown","range":39.2265728,"rate":100,"rates":[],"sampling":"buffer","scale":0.0191536,"#
        + #""subsystem":"iio"}"#
    )
    #expect(mock.command.lines() == ["buffer/enable=0 current_timestamp_clock=realtime "])
    #expect(try mock.command.finish().status == 0)
  }

  @Test("record gives back the readings, without a decimal more, and leaves the buffer off")
  func record() throws {
    let mock = try MockedAccelerometer("motionctl", ["record"])
    let readings = try mock.play(Samples.readings())
    try expect(readings, from: mock)
    // The scale has seven decimals, so a multiple of it has no more: no 7.9295903999999995.
    #expect(
      readings.allSatisfy { reading in
        (0..<3).allSatisfy {
          "\(reading.acceleration[$0])".split(separator: ".").last.map { $0.count <= 7 } ?? true
        }
      })
    _ = try expectEnd(of: mock)
  }

  @Test(
    "record tells a rate that is not the one asked for, and how long it was to last; what waits when it is stopped is recorded too"
  )
  func otherRate() throws {
    let mock = try MockedAccelerometer("motionctl", ["record", "--rate", "50", "--duration", "60"])
    {
      $0 + ["A: sampling_frequency_available=100.000000\\n"]
    }
    let readings = try mock.play(Array(try Samples.readings().prefix(40)))
    mock.send(SIGTERM)
    try expect(readings, [RecordingNote("duration_s", "60")], from: mock)
    #expect(try expectEnd(of: mock).contains("mockaccel gives 100 Hz, not the 50 of --rate"))
  }

  @Test("what was read is recorded though the pipe is full when the command is stopped")
  func slowReader() throws {
    let mock = try MockedAccelerometer("motionctl", ["record"])
    let still = (0..<4000).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(index + 1) * 1_000_000),
        acceleration: SIMD3(0.25, 0.5, 9.75))
    }
    let readings = try mock.play(still)
    // A pipe holds 64 KiB, and takes no piece that is larger than the rest of them.
    #expect(settles { mock.command.unreadBytes >= 60_000 })
    mock.send(SIGTERM)
    try expect(readings, from: mock)
    _ = try expectEnd(of: mock)
  }

  @Test(
    "one that falls silent is given up, found again and read on, and is open no more than once",
    // By libiio, and when prompt for a dispatch source.
    arguments: [("prompt", 2), ("thrifty", 1)])
  func silence(_ mode: String, _ nodes: Int) throws {
    let mock = try MockedAccelerometer("motionctl", ["record", "--sampling", mode])
    let readings = try Samples.readings()
    for (index, part) in [readings.prefix(10), readings.dropFirst(10).prefix(10)].enumerated() {
      let played = try mock.play(Array(part))
      try expect(played, index == 0 ? [] : nil, from: mock)
      #expect(try mock.openNodes() == nodes)
      if index == 0 { try mock.waitUntilOff() }
    }
    #expect(try expectEnd(of: mock).contains("mockaccel (iio:device0) has sent nothing for"))
  }

  @Test("motiond recognizes the shake as replay does, and leaves the buffer off")
  func daemon() throws {
    let mock = try MockedAccelerometer(
      "motiond", ["--bus", "none", "--print", "json", "--source", "auto"])
    let recording = Recording(readings: try mock.play(Samples.readings()))
    let events = mock.command.lines(upTo: "ended")
    let replay = try RunningCommand.run(
      "motionctl", "replay", "--format", "json", "-", input: recording.text)
    #expect(events.map(withoutSource) == replay.output.map(withoutSource))
    #expect(events.count == 2 && events.first?.contains("began") == true)
    _ = try expectEnd(of: mock)
  }

  @Test(
    "motiond alone notes in the directory of its service what it changed",
    arguments: [
      ("motiond", ["--bus", "none"], ["iio:device0.settings"]), ("motionctl", ["record"], []),
    ])
  func noteForCrash(_ name: String, _ arguments: [String], _ notes: [String]) throws {
    let directory = try TemporaryFolder()
    let mock = try MockedAccelerometer(
      name, arguments, environment: ["RUNTIME_DIRECTORY": directory.path])
    try mock.waitUntilOn()
    #expect(try directory.names() == notes)
    mock.send(SIGTERM)
    #expect(try mock.command.outcome().status == 0)
    #expect(try directory.names() == [])
  }

  private static let notes = [
    RecordingNote("device", "mockaccel"), RecordingNote("rate_hz", "100.0"),
    RecordingNote("clock", "boottime"),
  ]

  /// Requires that the command's next lines are a recording of `readings`, with all notes, or go on
  /// with them if that is nil.
  private func expect(
    _ readings: [Reading], _ notes: [RecordingNote]? = [], from mock: MockedAccelerometer
  ) throws {
    let preamble = notes.map { RecordingFormat.preamble(Self.notes + $0) } ?? ""
    for line in preamble.split(separator: "\n") {
      try #require(mock.command.nextLine() == String(line))
    }
    // Each as it is made: who writes them does not wait for long.
    for reading in readings {
      try #require(mock.command.nextLine().map { $0 + "\n" } == RecordingFormat.line(reading))
    }
  }

  /// Stops the command: nothing more comes, the sensor is off, and its clock is as it was.
  ///
  /// - Returns: what it said on standard error
  private func expectEnd(of mock: MockedAccelerometer) throws -> String {
    mock.send(SIGTERM)
    let (status, output, errors) = try mock.command.outcome()
    #expect(output == ["buffer/enable=0 current_timestamp_clock=realtime "])
    #expect(status == 0, "\(errors)")
    return errors
  }

  private func withoutSource(_ line: String) -> Substring {
    line.drop { $0 != "," }
  }
}
