// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// touchctl without a touchscreen; with touchscreens made by uinput it is tested in
/// `Tests/Rigs/VM`.
@Suite("touchctl", .waits) struct TouchctlTests {
  private let tap = """
    # panel: Virtual
    timestamp_ns,finger,change,x,y
    0,0,down,100,50
    50000000,0,up,,
    2000000000,0,down,100,50
    2040000000,0,up,,
    2200000000,0,down,101,50
    2240000000,0,up,,
    4000000000,0,down,20.5,30
    4700000000,0,up,,

    """

  @Test("gestures as text: a tap that waited for the double tap, the double tap, the press")
  func text() throws {
    let result = try RunningCommand.run("touchctl", "replay", "-", input: tap)
    #expect(result.status == 0)
    #expect(
      result.output == [
        "-: 0.400 s tap ended at 100,50",
        "-: 2.240 s doubleTap ended at 100,50",
        "-: 4.500 s press began at 21,30",
        "-: 4.700 s press ended at 21,30",
      ])
    #expect(result.errors == "")
  }

  @Test("gestures as JSON, with what is measured")
  func json() throws {
    var lines = "timestamp_ns,finger,change,x,y\n0,0,down,100,100\n0,1,down,200,100\n"
    for turn in 1...10 {
      lines +=
        "\(turn)0000000,0,move,\(100 - 10 * turn),100\n\(turn)0000000,1,move,\(200 + 10 * turn),100\n"
    }
    lines += "200000000,0,up,,\n200000000,1,up,,\n"
    let result = try RunningCommand.run("touchctl", "replay", "--format", "json", "-", input: lines)
    #expect(result.status == 0)
    #expect(
      result.output.map { $0.contains("\"gesture\":\"pinch\"") } == [true, true])
    #expect(result.output.last?.contains("\"phase\":\"ended\",\"scale\":") == true)
  }

  @Test("a recording without gestures, and one without touches, are reported as that")
  func nothing() throws {
    let header = "timestamp_ns,finger,change,x,y\n"
    let cancelled = try RunningCommand.run(
      "touchctl", "replay", "-", input: header + "0,0,down,1,1\n9,0,cancel,,\n")
    #expect(cancelled.output == ["-: no gesture"])
    #expect(
      try RunningCommand.run("touchctl", "replay", "-", input: header).output == ["-: no touches"])
  }

  @Test("a bad line is named; the other files are played all the same")
  func badLine() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).csv")
    try Data(tap.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try RunningCommand.run(
      "touchctl", "replay", "-", file.path, "/nowhere.csv",
      input: "timestamp_ns,finger,change,x,y\n0,0,lift,,\n")
    #expect(result.status == 65)
    #expect(result.output.count == 4)
    #expect(
      result.errors == """
        touchctl replay: -:2:5: not a change; expected down, move, up or cancel
        touchctl replay: cannot open /nowhere.csv: No such file or directory

        """)
  }

  @Test(
    "without a touchscreen list and record fail with status 69, and leave no file",
    arguments: [["list"], ["record", "FILE"], ["record", "FILE", "--device", "/dev/null"]])
  func absent(_ words: [String]) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).csv")
    let named = words.map { $0 == "FILE" ? file.path : $0 }
    let seat = words.contains("--device") ? [] : ["--seat", "seat-of-none"]
    let command = try RunningCommand("touchctl", named + seat)
    #expect(command.lines() == [])
    let (status, errors) = try command.finish()
    #expect(status == 69)
    #expect(errors.split(separator: "\n").count == 1)
    #expect(
      errors.hasPrefix("touchctl \(words[0]): ")
        && errors.contains(seat.isEmpty ? "/dev/null is no touchscreen" : "seat 'seat-of-none'"))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test(
    "a recorder that waits for a touchscreen ends with a signal, and its recording has no touches",
    arguments: [SIGINT, SIGTERM])
  func signals(_ number: Int32) throws {
    let command = try RunningCommand("touchctl", ["record", "--wait", "--seat", "seat-of-none"])
    #expect(command.waitUntilPolling())
    command.send(number)
    #expect(command.lines() == ["# clock: monotonic", "timestamp_ns,finger,change,x,y"])
    let (status, errors) = try command.finish()
    #expect(status == 0)
    #expect(errors == "touchctl record: 0 frames, 0 touches\n")
  }

  @Test("a file that is there is not overwritten")
  func exists() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).csv")
    try Data("mine".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try RunningCommand.run(
      "touchctl", "record", file.path, "--wait", "--seat", "seat-of-none")
    #expect(result.status == 1)
    #expect(result.errors.contains("File exists; remove it, or choose another name"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
  }

  @Test(
    "wrong options are refused with what is expected",
    arguments: [
      (["list", "--rotation", "45"], "Please provide one of '0', '90', '180' or '270'"),
      (["list", "--calibration", "1 0 0"], "'--calibration <a b c d e f>'"),
      (["list", "--screen", "800"], "'--screen <width x height>'"),
      (["list", "--device", "/dev/null", "--seat", "seat1"], "expected no --seat beside it"),
      (["record", "--duration", "0"], "expected more than 0 seconds"),
      (["lsit"], "did you mean list?"),
    ] as [([String], String)])
  func usage(_ words: [String], _ message: String) throws {
    let command = try RunningCommand("touchctl", words)
    #expect(command.lines() == [])
    let (status, errors) = try command.finish()
    #expect(status == 64)
    #expect(errors.contains(message), "\(errors)")
  }

  @Test(
    "neither motiond nor motionctl links libinput, and touchctl links neither libiio nor systemd")
  func libraries() throws {
    func libraries(_ name: String) throws -> [String] {
      try RunningCommand.run("/usr/bin/ldd", RunningCommand.url(of: name).path).output
    }
    for name in ["motiond", "motionctl"] {
      #expect(try !libraries(name).contains { $0.contains("libinput.so") })
    }
    let linked = try libraries("touchctl")
    #expect(linked.contains { $0.contains("libinput.so") })
    #expect(!linked.contains { $0.contains("libiio.so") || $0.contains("libsystemd.so") })
  }
}
