// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

@Suite struct RefusalTests {
  private static let head = "time,x,y,z\n"

  @Test("several accelerometers: asked for, and chosen by a part of a name")
  func several() throws {
    let text =
      "time,left_acc_x,left_acc_y,left_acc_z,right_acc_x,right_acc_y,right_acc_z\n"
      + (0..<20).map { "\(Double($0) / 100),0,0,9.8,0,0,9.9\n" }.joined()
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(
      error?.description
        == "several accelerometers: 'left acc', 'right acc'; choose one: --sensor 'left acc'")
    var options = ImportOptions()
    options.sensor = "Right"
    #expect(try importing(text, "a.csv", options).recording.readings[3].acceleration.z == 9.9)
    options.sensor = "middle"
    #expect(throws: ImportError.noSensor("middle", of: ["left acc", "right acc"])) {
      try importing(text, "a.csv", options)
    }
  }

  @Test(
    "two columns of one name: which one is meant is asked for",
    arguments: ["time,x,x,y,z", "time,time,x,y,z"])
  func sameName(_ head: String) throws {
    let rows = (0..<20).map { "\(Double($0) / 100),0,0,0,9.8\n" }.joined()
    let error = #expect(throws: ImportError.self) { try importing(head + "\n" + rows) }
    let name = head.split(separator: ",")[1]
    #expect(
      error?.description
        == "export: two columns are named '\(name)'; name the columns in their order: "
        + "--columns time,x,y,z,-")
  }

  @Test("two columns that go on as times do, and disagree, are both named")
  func twoTimes() throws {
    let rows = (0..<200).map { "\(Double($0) / 100),\($0 * 20),0,0,9.8\n" }.joined()
    let error = #expect(throws: ImportError.self) {
      try importing("time (s),time_ms,x,y,z\n" + rows)
    }
    #expect(
      error?.description
        == "export: 'time (s)' and 'time_ms' both go on as times do, and disagree; leave one out: "
        + "--columns='time (s),-,x,y,z'")
  }

  @Test("times that go back: the first line, and their number; left out on request")
  func times() throws {
    let rows = [0.00, 0.01, 0.02, 0.015, 0.012, 0.03, 0.04].map { "\($0),0,0,\(9.8 + $0)\n" }
      .joined()
    let error = #expect(throws: ImportError.self) { try importing(Self.head + rows) }
    #expect(
      error?.description
        == "export.csv:5: the time is not later than the one before (and 1 more such row); "
        + "--repair leaves such rows out")
    var options = ImportOptions()
    options.isRepairing = true
    let result = try importing(Self.head + rows, "a.csv", options)
    #expect(
      result.recording.readings.map { $0.timestamp.nanoseconds / 1_000_000 } == [0, 10, 20, 30, 40])
    #expect(
      result.remarks[0]
        == "left out: 2 rows of a.csv whose time is not later than the one before, the first in line 5"
    )
  }

  @Test("rows that cannot be read: the first line, and the reason; left out on request")
  func brokenRows() throws {
    let text =
      Self.head + (0..<20).map { "\(Double($0) / 100),0,\($0 == 7 ? "?" : "0"),9.8\n" }.joined()
      + "0.2,0,0"
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(
      error?.description
        == "export.csv:9: '?' is no number for y (and 1 more such row); --repair leaves such rows out"
    )
    var options = ImportOptions()
    options.isRepairing = true
    #expect(try importing(text, "a.csv", options).recording.readings.count == 19)
  }

  @Test(
    "what stays ambiguous names the option",
    arguments: [
      ("0.3,0,0", "--unit m/s2, g or mg, or --per-g N, and --gravity included or none"),
      ("50,0,0", "give the unit: --unit mg, or the counts of 1 g: --per-g N"),
      ("4100,0,0", "--unit mg, or the counts of 1 g: --per-g N, such as --per-g 4096"),
    ])
  func ambiguous(_ value: String, _ options: String) throws {
    let text = Self.head + (0..<20).map { "\(Double($0) / 100),\(value)\n" }.joined()
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(error?.description.hasSuffix(options) == true)
  }

  @Test("a unit of time that no rate explains, or two do, is asked for", arguments: [500, 0.2])
  func timeUnit(_ step: Double) throws {
    let text = Self.head + (0..<20).map { "\(Double($0) * step),0,0,9.8\n" }.joined()
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(error?.description.hasSuffix("give it: --time-unit s, ms, us or ns") == true)
    var options = ImportOptions()
    options.timeUnit = .milliseconds
    #expect(try importing(text, "a.csv", options).recording.readings.rate == 1000 / step)
  }

  @Test("a violent shake with gravity, and one without: the mean value tells them apart")
  func agitated() throws {
    func text(_ offset: Double) -> String {
      "time,x (m/s^2),y (m/s^2),z (m/s^2)\n"
        + (0..<40).map { "\(Double($0) / 100),\($0 % 2 == 0 ? 15 : -15),0,\(offset)\n" }.joined()
    }
    #expect(
      try importing(text(9.8)).remarks.contains { $0.hasPrefix("gravity: in it, as |a| says") })
    // Jumping: half of the time in the air.
    let jumps =
      "t,x,y,z\n" + (0..<40).map { "\(Double($0) / 100),0,0,\($0 % 8 < 5 ? 4.5 : 18.6)\n" }.joined()
    #expect(try importing(jumps).remarks[2].contains("m/s2, as |a| says: 4.5 on median"))
    // A walk without gravity, in m/s², is no walk with gravity in g.
    let walk =
      "t,x,y,z\n"
      + (0..<40).map { "\(Double($0) / 100),\($0 % 2 == 0 ? 1.5 : -1.2),0,0.3\n" }.joined()
    #expect(throws: ImportError.self) { try importing(walk) }
    // A shake without gravity whose median happens to be that of rest.
    let shake =
      "t,x,y,z\n"
      + (0..<40).map { "\(Double($0) / 100),\($0 % 2 == 0 ? 9.8 : -9.8),0,0.1\n" }.joined()
    #expect(throws: ImportError.self) { try importing(shake) }
    let error = #expect(throws: ImportError.self) { try importing(text(0.2)) }
    #expect(error?.description.hasSuffix("say it: --gravity included or none") == true)
  }

  @Test(
    "what is no table of text",
    arguments: [
      ("{\"a\": 1}\n", "a is in JSON of an unknown form"), ("\u{FEFF}[1]\n", "a is in JSON"),
      ("SQLite format 3\u{0}\n", "a is a database"), ("hello\n", "begins with 'hello'"),
      ("", "a is empty"), (" \n\n", "a is empty"),
      (
        "\"Time (s)\",\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\"\n0,0,0,0\n",
        "no acceleration among its columns: 'Time (s)'"
      ),
      ("time,x,y,z\n", "a: no readings under the header"),
    ])
  func noTable(_ text: String, _ message: String) {
    let error = #expect(throws: ImportError.self) { try importing(text, "a") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
