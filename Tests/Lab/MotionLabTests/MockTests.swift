// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// `motion-lab mock`: a recording as the accelerometer of another program.
@Suite(
  .waits,
  .enabled(
    if: MockedAccelerometer.umockdev != nil, "umockdev is missing: apt-get install umockdev"))
struct MockTests {
  private func mock(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (status: Int32?, output: [String], errors: String) {
    let command = try RunningCommand(
      "motion-lab", ["mock", "samples/short-shake.csv"] + arguments, environment: environment)
    try? command.closeInput()
    let output = command.lines()
    let (status, errors) = try command.finish()
    return (status, output, errors)
  }

  @Test("motiond recognizes the shake through libiio, and is ended a second after the recording")
  func shake() throws {
    let daemon = RunningCommand.url(of: "motiond").path
    let result = try mock("--stop", "--", daemon, "--bus", "none", "--print", "json")
    #expect(result.status == 0)
    #expect(result.output.count == 2)
    #expect(result.output.last?.contains("\"phase\":\"ended\"") == true)
    #expect(result.output.last?.contains("\"swings\":8") == true)
  }

  @Test("a program without libiio reads raw values; its status is the command's")
  func rawValues() throws {
    let script = """
      cd /sys/bus/iio/devices/iio:device0 && cat name in_accel_scale
      last=none; n=0
      while [ $n -lt 4 ]; do
        now=$(cat in_accel_x_raw)
        if [ "$now" != "$last" ]; then echo $now; last=$now; n=$((n + 1)); fi
      done
      exit 7
      """
    let result = try mock("--", "/bin/sh", "-c", script)
    #expect(result.status == 7)
    #expect(result.output.prefix(3) == ["mock", "0.0001", "-490"])
    #expect(result.output.count == 6)
    // Readings of the recording, in order; a shell may miss some.
    let sample = RunningCommand.packageRoot.appendingPathComponent("samples/short-shake.csv")
    var rest = try String(contentsOf: sample, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: ",").dropFirst().first.flatMap { Double($0) } }
      .map { "\(Int(($0 * 10_000).rounded()))" }[...]
    for value in result.output.dropFirst(2) {
      rest = rest.drop { $0 != value }
      #expect(!rest.isEmpty, "\(value)")
    }
  }

  @Test("a folder for temporary files may have a blank in its name")
  func blank() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("a b \(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try mock(
      "--", "/bin/cat", "/sys/bus/iio/devices/iio:device0/name",
      environment: ["TMPDIR": folder.path]
    )
    #expect(result.status == 0)
    #expect(result.output == ["mock"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("one that is killed takes its program and its folders with it")
  func killed() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = "echo runs; sleep 15 > /dev/null & wait; echo runs on"
    let command = try RunningCommand(
      "motion-lab", ["mock", "samples/short-shake.csv", "--", "/bin/sh", "-c", program],
      environment: ["TMPDIR": folder.path])
    #expect(command.nextLine() == "runs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count >= 2)
    command.send(SIGKILL)
    // The output ends once the program and umockdev-run have.
    #expect(command.lines().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("a program that is a folder is none", arguments: ["mock", "monitor"])
  func folderAsProgram(_ name: String) throws {
    let command =
      name == "mock"
      ? try RunningCommand("motion-lab", [name, "samples/short-shake.csv", "--", "/tmp"])
      : try RunningCommand("motionctl", [name, "--exec", "/tmp"])
    try? command.closeInput()
    let (status, errors) = try command.finish()
    #expect(status == 66)
    #expect(errors.contains("there is no program '/tmp' to run"))
  }

  @Test("what is missing is reported")
  func refusals() throws {
    let program = try mock("--", "no-such-program")
    #expect(program.status == 66)
    #expect(
      program.errors.hasSuffix(
        "there is no program 'no-such-program' to run; its arguments come after --\n"))
    #expect(try mock().status == 64)
    let missing = try RunningCommand.run(
      "motion-lab", "mock", "samples/short-shake.csv", "--", "/bin/true",
      environment: ["PATH": "/nowhere"])
    #expect(missing.status == 69)
    #expect(
      missing.errors
        == "motion-lab mock: the program umockdev-run is missing: apt-get install umockdev\n")
    let empty = try RunningCommand.run(
      "motion-lab", "mock", "-", "--", "/bin/true", input: "timestamp_ns,x,y,z\n")
    #expect(empty.status == 65)
    #expect(empty.errors == "motion-lab mock: -: no readings\n")
  }
}
