// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// `motion-lab calibrate` with an accelerometer made of files; time is that of the readings.
@Suite(
  .waits,
  .enabled(
    if: MockedAccelerometer.umockdev != nil, "umockdev is missing: apt-get install umockdev"))
struct CalibrateAccelerometerTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString)

  /// Rest of so many seconds, with `shakes` begun at these seconds.
  private func readings(_ seconds: Int, shakes: [Int] = []) throws -> [Reading] {
    let file = RunningCommand.packageRoot.appendingPathComponent("samples/short-shake.csv")
    let shake = try Recording(parsing: Array(try Data(contentsOf: file)).span).readings
    return (0..<seconds * 100).map { index in
      let start = shakes.last { index >= $0 * 100 && index < $0 * 100 + shake.count }
      return Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
        acceleration: start.map { shake[index - $0 * 100].acceleration } ?? [0, 7.85, 5.88])
    }
  }

  /// What the command said, each line up to its first digit; umockdev has things to say too, and a
  /// pipe holds so much that it is taken for a buffer that was full.
  private func requests(_ errors: String) -> [String] {
    let prefix = "motion-lab calibrate: "
    return errors.split(separator: "\n").filter {
      $0.hasPrefix(prefix) && !$0.contains("so readings were lost")
    }.map {
      String($0.dropFirst(prefix.count).prefix { !$0.isNumber })
    }
  }

  private static let allRequests = [
    "Lay the device down, or hold it still.", "Keep it still for ", "Take it in your hand.",
    "Shake once, now (", "Rest.", "Shake once, now (", "Rest.", "Shake once, now (", "Rest.",
    "For ",
  ]

  @Test("asks for everything, proposes, and what it saved gives the same again")
  func whole() throws {
    let mock = try MockedAccelerometer(
      "motion-lab",
      ["calibrate", "--trials", "3", "--format", "json", "--save", folder.path])
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try mock.play(try readings(46, shakes: [11, 17, 23]))
    let live = try #require(mock.command.nextLine())
    #expect(mock.command.lines() == ["buffer/enable=0 current_timestamp_clock=realtime "])
    let result = try mock.command.finish()
    #expect(result.status == 0)
    #expect(requests(result.errors) == Self.allRequests)
    #expect(live.contains(#""proposal":{"#) && live.contains(#""cautions":[],"#))

    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(
      files.sorted() == ["other.csv", "shake-1.csv", "shake-2.csv", "shake-3.csv", "still.csv"])
    let again = try RunningCommand.run(
      "motion-lab", "calibrate", "--format", "json",
      "--shake", path("shake-1"), path("shake-2"), path("shake-3"),
      "--still", path("still"), "--other", path("other"))
    #expect(again.errors == "")
    #expect(again.output.map { strippedOfPaths($0) } == [live])
  }

  @Test("when it falls silent the step starts over")
  func silence() throws {
    let mock = try MockedAccelerometer("motion-lab", ["calibrate", "--trials", "3"])
    // Into the first shake, without its end.
    _ = try mock.play(Array(try readings(13, shakes: [11]).prefix(1210)))
    try mock.waitUntilOff()
    // From the first shake on. The timestamps hide that anything was lost.
    let rest = try readings(46, shakes: [11, 17, 23]).dropFirst(1100).map {
      Reading(
        timestamp: $0.timestamp.advanced(byNanoseconds: 1_100_000_000),
        acceleration: $0.acceleration)
    }
    _ = try mock.play(rest)
    let lines = mock.command.lines()
    #expect(lines.contains { $0.hasPrefix("motiond --sensitivity ") })
    #expect(lines.filter { $0.hasSuffix("  ended") }.count == 3)
    let result = try mock.command.finish()
    #expect(result.status == 0)
    let requests = requests(result.errors)
    #expect(requests[4].contains("mockaccel (iio:device"))
    #expect(requests[5] == "The readings broke off. Again: Shake once, now (")
    #expect(requests.count == Self.allRequests.count + 2)
  }

  @Test("a signal ends it without a proposal, and leaves no folder behind")
  func signal() throws {
    let mock = try MockedAccelerometer("motion-lab", ["calibrate", "--save", folder.path])
    _ = try mock.play(try readings(1))
    mock.send(SIGINT)
    #expect(mock.command.lines() == ["buffer/enable=0 current_timestamp_clock=realtime "])
    let result = try mock.command.finish()
    #expect(result.status == 1)
    #expect(
      result.errors.hasSuffix(
        "motion-lab calibrate: stopped by a signal; there is no proposal\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("an existing folder is not written into, and the user is asked for nothing")
  func folderExists() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try RunningCommand.run("motion-lab", "calibrate", "--save", folder.path)
    #expect(result.status == 1)
    #expect(
      result.errors == "motion-lab calibrate: cannot create \(folder.path): File exists;"
        + " remove it, or choose another name\n")
  }

  private func path(_ name: String) -> String {
    folder.appendingPathComponent("\(name).csv").path
  }

  private func strippedOfPaths(_ line: String) -> String {
    line.replacingOccurrences(of: "\(folder.path)/", with: "")
      .replacingOccurrences(of: ".csv", with: "")
  }
}
