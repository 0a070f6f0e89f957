// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits) struct StampCommandTests {
  @Test("lines of a pipe become readings one by one, which motiond's reader finds a shake in")
  func live() throws {
    let stamp = try RunningCommand("motionctl", ["stamp", "--units", "mg"])
    try stamp.write("0,0,1000\n")
    #expect(stamp.nextLine() == "# source: lines of standard input")
    #expect(stamp.nextLine() == "# clock: arrival")
    #expect(stamp.nextLine() == RecordingFormat.header)
    #expect(stamp.nextLine() == "0,0.0,0.0,9.80665")
    try stamp.write("9,0,1000\n")
    #expect(stamp.nextLine()?.hasSuffix(",0.08826,0.0,9.80665") == true)
    stamp.send(SIGTERM)
    let end = try stamp.finish()
    #expect(end.status == 0)
    #expect(end.errors.hasPrefix("motionctl stamp: 2 readings in "))
  }

  @Test("a shake in lines of its numbers is the shake of the recording")
  func shake() throws {
    let path = "samples/short-shake.csv"
    let recording = try String(
      contentsOf: RunningCommand.packageRoot.appendingPathComponent(path), encoding: .utf8)
    let readings = try Recording(parsing: Array(recording.utf8).span).readings
    let lines = readings.map {
      "x:\($0.acceleration.x)\ny:\($0.acceleration.y)\nz:\($0.acceleration.z)\n"
    }
    let stamped = try RunningCommand.run(
      "motionctl", "stamp", "--units", "m/s2", "--rate", "100", input: lines.joined())
    #expect(stamped.status == 0)
    let replayed = try RunningCommand.run(
      "motionctl", "replay", "-", input: stamped.output.map { $0 + "\n" }.joined())
    let original = try RunningCommand.run("motionctl", "replay", path)
    func events(_ lines: [String]) -> [[Substring]] {
      lines.map { Array($0.split(separator: " ").dropFirst(2)) }
    }
    #expect(events(replayed.output) == events(original.output))
    #expect(replayed.output.count == 2)
  }

  @Test("a serial port is read until it is gone; its first line is not")
  func terminal() throws {
    let port = try SerialPort()
    let stamp = try RunningCommand(
      "motionctl", ["stamp", "--units", "16384", "--columns=-x,y,z", port.path])
    port.write("384,0,16384\r\n1638,0,16384\r\n")
    _ = stamp.lines(upTo: RecordingFormat.header)
    #expect(stamp.nextLine() == "0,-0.980426,0.0,9.80665")
    port.close()
    let end = try stamp.finish()
    #expect(end.status == 0)
    #expect(end.errors == "motionctl stamp: 1 reading in 0.0 s\n")
  }

  @Test("each remedy leads on, from a file of readings in m/s² with their times to its recording")
  func remedies() throws {
    let file = ["samples/short-shake.csv"]
    func stamp(_ arguments: String...) throws -> (status: Int32?, errors: String) {
      let command = try RunningCommand("motionctl", ["stamp"] + arguments + file)
      _ = command.lines()
      return try command.finish()
    }
    let timeless = try stamp("--units", "g")
    #expect(timeless.status == 64 && timeless.errors.hasSuffix(": give --rate HZ\n"))
    let placeless = try stamp("--units", "g", "--rate", "100")
    #expect(
      placeless.status == 65 && placeless.errors.contains("--columns says which are x, y and z"))
    let heavy = try stamp("--units", "g", "--rate", "100", "--columns", "_,x,y,z")
    #expect(heavy.status == 65)
    let units = heavy.errors.firstMatch(of: /It rests at 1 g with --units ([0-9.]+)/)?.output.1
    #expect(units == "9.8")
    let right = try stamp("--units", "9.8", "--rate", "100", "--columns", "_,x,y,z")
    #expect(right.status == 0)
    #expect(right.errors.contains("300 readings in 3.0 s"), "\(right.errors)")
  }

  @Test("an analog pin without its zero is told of --zero, and of no unit")
  func zero() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(String(repeating: "512,508,614\n", count: 300).utf8).write(to: file)
    func stamp(_ arguments: String...) throws -> (status: Int32?, errors: String) {
      let command = try RunningCommand(
        "motionctl", ["stamp", "--units", "102", "--rate", "100"] + arguments + [file.path])
      _ = command.lines()
      return try command.finish()
    }
    let wrong = try stamp()
    #expect(wrong.status == 65 && wrong.errors.contains("--zero says what does"))
    #expect(!wrong.errors.contains("It rests at"), "\(wrong.errors)")
    #expect(try stamp("--zero", "512").status == 0)
  }

  @Test(
    "wrong usage is said with the remedy",
    arguments: [
      (["samples/short-shake.csv", "--units", "g"], 64, "give --rate HZ"),
      (["--units", "kg"], 64, "invalid for '--units <unit>'"),
      (["--units", "0"], 64, "invalid for '--units <unit>'"),
      (["--units", "g", "--rate", "0"], 64, "expected 0.01 to 10000 Hz"),
      (["--units", "g", "--columns", "x,y,y"], 64, "expected x, y and z once each"),
      (["--units", "g", "/nowhere"], 66, "cannot open /nowhere"),
      ([], 64, "--units"),
    ] as [([String], Int32, String)])
  func usage(arguments: [String], status: Int32, text: String) throws {
    let stamp = try RunningCommand("motionctl", ["stamp"] + arguments)
    try? stamp.closeInput()
    let result = try stamp.finish()
    #expect(result.status == status)
    #expect(result.errors.contains(text))
  }
}
