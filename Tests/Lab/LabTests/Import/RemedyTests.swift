// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

/// Each remedy that a refusal names is tried: it leads to a recording, or to another question.
@Suite struct RemedyTests {
  struct Refused: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The names and the texts of the files.
    var files: [(name: String, text: String)]
    /// What the user said before.
    var options = ImportOptions()
    /// What the user says where a rate is asked for.
    var rate = 50.0

    init(_ description: String, _ text: String, _ name: String = "export.csv") {
      (testDescription, files) = (description, [(name, text)])
    }
  }

  private static func rows(_ row: (Int) -> String) -> String {
    (0..<60).map { row($0) + "\n" }.joined()
  }

  static let refused: [Refused] = {
    let rest = rows { "\(Double($0) / 100),0,0,9.8" }
    let several = rows { "\(Double($0) / 100),0,0,9.8,0,0,9.9" }
    var folder = Refused(
      "two files of the same columns", "time,acc_x,acc_y,acc_z\n" + rest, "a/1.csv")
    folder.files.append(("a/2.csv", folder.files[0].text))
    var named = Refused(
      "no such sensor", "time,l_acc_x,l_acc_y,l_acc_z,r_acc_x,r_acc_y,r_acc_z\n" + several)
    named.options.sensor = "middle"
    var sticky = Refused(
      "a clock that sticks",
      "time (s),x,y,z\n"
        + rows { "\(Double($0 / 5) * 0.23 + [0, 0.01, 0.02, 0.03, 0.13][$0 % 5]),0,0,9.8" })
    sticky.rate = 59 / 2.66
    let doubts = ImportedResultTests.doubtful.map { doubtful in
      var refused = Refused(doubtful.testDescription, doubtful.text)
      refused.options = doubtful.options
      return refused
    }
    return doubts + [
      named, sticky,
      Refused("two sensors", "time,x,y,z\n" + rows { "\($0 / 2 * 10),\($0 % 2 * 3),0,9.8" }),
      Refused("no header", rows { "\(Double($0) / 100),0,0,9.8,77" }),
      Refused(
        "no header, dates",
        rows { "2018-09-05T18:29:\($0 / 30 + 10).\(100 + $0 % 30 * 30)Z,0,0,9.8,walk" }),
      Refused("no acceleration", "time,foo,bar,baz\n" + rest),
      Refused("one name twice", "time,x,x,y,z\n" + rows { "\(Double($0) / 100),0,0,9.8,1" }),
      Refused("two times", "time,time,x,y,z\n" + rows { "\(Double($0) / 100),0,0,0,9.8" }),
      Refused(
        "two clocks", "time (s),uptime,x,y,z\n" + rows { "\(Double($0) / 100),\($0 * 15),0,0,9.8" }),
      Refused("no time", "count,x,y,z\n" + rest),
      Refused("no time, but a rate", "# Sample rate: 50 Hz\ncount,x,y,z\n" + rest),
      Refused("one time", "time,x,y,z\n" + rows { _ in "7,0,0,9.8" }),
      Refused("unit of time", "time,x,y,z\n" + rows { "\($0 * 500),0,0,9.8" }),
      Refused(
        "two accelerometers", "time,l_acc_x,l_acc_y,l_acc_z,r_acc_x,r_acc_y,r_acc_z\n" + several),
      folder,
      Refused("no unit", "time,x,y,z\n" + rows { "\(Double($0) / 100),0.3,0,0" }),
      Refused("counts", "time,x,y,z\n" + rows { "\(Double($0) / 100),0,0,8190" }),
      Refused(
        "spikes",
        "time,x (g),y (g),z (g)\n" + rows { "\(Double($0) / 100),0,0,\($0 == 9 ? 99 : 1)" }),
      Refused(
        "agitated",
        "time,x (m/s^2),y (m/s^2),z (m/s^2)\n"
          + rows { "\(Double($0) / 100),\($0 % 2 * 30 - 15),0,0.2" }),
      Refused(
        "no gravity",
        "time,linear_x,linear_y,linear_z (m/s^2)\n"
          + rows { "\(Double($0) / 100),0,0,0.1" }
          .replacing("linear_z (m/s^2)", with: "linear_z")),
      Refused(
        "a broken row", "time,x,y,z\n" + rows { "\(Double($0) / 100),0,\($0 == 7 ? "?" : "0"),9.8" }
      ),
      Refused(
        "a longer row",
        "time,x,y,z\n" + rows { "\(Double($0) / 100),0,0,9.8\($0 == 7 ? ",1" : "")" }),
      Refused(
        "a late row", "time,x,y,z\n" + rows { "\($0 == 7 ? 0 : Double($0) / 100),\($0),0,9.8" }),
      Refused(
        "Edge Impulse without a sane interval",
        #"{"payload":{"interval_ms":1e-300,"sensors":[{"name":"accX","units":"m/s2"},{"name":"accY","units":"m/s2"},"#
          + #"{"name":"accZ","units":"m/s2"}],"values":["#
          + (0..<60).map { _ in "[0,0,9.8]" }.joined(separator: ",") + "]}}", "a.json"),
    ]
  }()

  @Test("each remedy leads on", arguments: refused)
  func leadsOn(_ refused: Refused) throws {
    let error = #expect(throws: ImportError.self) { try Self.imported(refused, refused.options) }
    let message = error?.description ?? ""
    let remedies = Self.remedies(in: message, refused, refused.options)
    #expect(!remedies.isEmpty, "\(message)")
    for values in remedies {
      #expect(
        values.contains { Self.leadsOn(refused, $0, past: [message]) }, "\(message): \(values)")
    }
  }

  @Test("the form of JSON that a refusal shows is read")
  func json() throws {
    let error = #expect(throws: ImportError.self) { try importing("{\"a\": 1}\n", "a") }
    let line = #"{"time_ms":0,"x":0.1,"y":0.2,"z":9.8}"#
    #expect(error?.description.hasSuffix("such as \(line)") == true)
    let text = (0..<60).map {
      line.replacing("\"time_ms\":0", with: "\"time_ms\":\($0 * 10)") + "\n\n"
    }.joined()
    let readings = try importing(text, "a").recording.readings
    #expect(readings.count == 60)
    #expect(readings[1].timestamp.nanoseconds == 10_000_000)
    #expect(readings[1].acceleration == [0.1, 0.2, 9.8])
  }

  @Test("rows in lists and objects within others are read, with the time of their packet")
  func nested() throws {
    let packets = (0..<60).map { packet in
      let rows = (0..<4).map { #"{"x":\#(packet * 4 + $0)e-3,"y":0.2,"z":9.8}"# }
      return #"{"Acc":{"Timestamp":\#(packet * 77),"ArrayAcc":[\#(rows.joined(separator: ","))]}},"#
        + #"{"Gyro":{"Timestamp":\#(packet * 77),"ArrayGyro":[{"x":1,"y":2,"z":3}]}}"#
    }
    let text = #"{"Samples":["# + packets.joined(separator: ",") + "]}"
    let readings = try importing(text, "a.json").recording.readings
    #expect(readings.count == 240)
    #expect(abs(readings[1].timestamp.nanoseconds - 19_250_000) < 10)
    #expect(readings[1].acceleration == [0.001, 0.2, 9.8])
    // Not a table for each of any number of names.
    let names = (0..<1000).map { #""a\#($0)":{"x":1,"y":2,"z":3}"# }.joined(separator: ",")
    #expect(ExportDocument(Array("{\(names)}".utf8))?.tables.count == 100)
    let lines = (0..<60).map { #"{"type": "accelerometer", "data": [0.\#($0 + 10), 0.2, 9.8]}"# }
    let error = #expect(throws: ImportError.self) {
      try importing(lines.joined(separator: "\n"), "a")
    }
    #expect(error?.description.hasSuffix("give the sampling rate: --rate HZ") == true)
    var options = ImportOptions()
    options.rate = 50
    #expect(
      try importing(lines.joined(separator: "\n"), "a", options).recording.readings.count == 60)
  }

  @Test("a message of ROS has fields, and its linear acceleration has gravity if it rests there")
  func ros() throws {
    let words = ["field.header.seq", "field.angular_velocity", "field.linear_acceleration"]
    let header =
      "%time,\(words[0]),"
      + words[1...].flatMap { word in "xyz".map { "\(word).\($0)" } }.joined(separator: ",")
      + (0..<36).map { ",field.covariance\($0)" }.joined() + "\n"
    func text(_ z: Double) -> String {
      header
        + (0..<150).map { index in
          "\(1_772_706_030_000_000_000 + index * 10_000_000),\(index),0.01,0,0,0.3,0.1,\(z)"
            + String(repeating: ",0.0", count: 36) + "\n"
        }.joined()
    }
    let result = try importing(text(9.8))
    #expect(result.recording.readings.rate == 100)
    #expect(result.remarks.contains { $0.hasPrefix("gravity: in it, as it rests at 9.8") })
    #expect(throws: ImportError.self) { try importing(text(0.1)) }
    // The remedy of so many columns names each.
    let error = ImportError.noAcceleration(file: "a", columns: Array(repeating: "a", count: 41))
    #expect(error.description.hasSuffix(String(repeating: ",-", count: 37)))
  }

  /// True if a recording comes of it, after further questions if there are any.
  private static func leadsOn(
    _ refused: Refused, _ options: ImportOptions, past asked: [String]
  ) -> Bool {
    do throws(ImportError) {
      return try !imported(refused, options).recording.readings.isEmpty
    } catch {
      guard asked.count < 4, !asked.contains(error.description) else { return false }
      return remedies(in: error.description, refused, options).joined().contains {
        leadsOn(refused, $0, past: asked + [error.description])
      }
    }
  }

  private static func imported(
    _ refused: Refused, _ options: ImportOptions
  ) throws(ImportError) -> ImportedRecording {
    var all: [Track] = []
    for file in refused.files { all += try tracks(file.text, file.name, options) }
    return try ImportedRecording(all, options)
  }

  /// The options that a message names, each with the values that it leaves to the user.
  private static func remedies(
    in message: String, _ refused: Refused, _ known: ImportOptions
  ) -> [[ImportOptions]] {
    func options<Value>(
      _ values: [Value], _ set: (inout ImportOptions, Value) -> Void
    ) -> [ImportOptions] {
      values.map {
        var options = known
        set(&options, $0)
        return options
      }
    }
    return message.split(separator: "--").dropFirst().map { part in
      let name = part.prefix { $0.isLetter || $0 == "-" }
      let rest = part.dropFirst(name.count + 1)
      let value = String(
        rest.first == "'"
          ? rest.dropFirst().prefix { $0 != "'" } : rest.prefix { !" ;,)".contains($0) })
      switch name {
      case "columns":
        let columns = (rest.first == "'" ? Substring(value) : rest.prefix { !" ;)".contains($0) })
          .split(separator: ",")
        return options([columns.map(String.init)]) { $0.columns = $1 }
      case "rate": return options([Double(value) ?? refused.rate]) { $0.rate = $1 }
      case "time-unit": return options(TimeUnit.allCases) { $0.timeUnit = $1 }
      case "sensor": return options([value]) { $0.sensor = $1 }
      case "unit":
        return options(value == "mg" ? [.thousandths] : AccelerationUnit.allCases) {
          $0.unit = $1
          // Both are asked for together.
          if message.contains("and --gravity") { $0.gravity = .included }
        }
      case "per-g":
        return options(Double(value).map { [$0] } ?? [1, 64, 1000, 8192]) {
          $0.countsPerG = $1
          if message.contains("and --gravity") { $0.gravity = .included }
        }
      case "gravity":
        let isOpen = rest.hasPrefix("included or none")
        let known = GravityChoice(rawValue: value).map { [$0] } ?? []
        return options(isOpen ? GravityChoice.allCases : known) {
          $0.gravity = $1
          if message.contains("and --gravity") { $0.unit = .metersPerSecondSquared }
        }
      case "repair": return options([true]) { $0.isRepairing = $1 }
      case "as-it-is": return options([true]) { $0.isAsItIs = $1 }
      default:
        Issue.record("no such option: --\(name)")
        return []
      }
    }
  }
}
