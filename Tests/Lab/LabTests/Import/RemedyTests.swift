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
    var options = ImportOptions()

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
    return [
      Refused("no header", rows { "\(Double($0) / 100),0,0,9.8,77" }),
      Refused(
        "no header, dates",
        rows { "2018-09-05T18:29:\($0 / 30 + 10).\(100 + $0 % 30 * 30)Z,0,0,9.8,walk" }),
      Refused("no acceleration", "time,foo,bar,baz\n" + rest),
      Refused("one name twice", "time,x,x,y,z\n" + rows { "\(Double($0) / 100),0,0,9.8,1" }),
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
    let error = #expect(throws: ImportError.self) { try Self.imported(refused, ImportOptions()) }
    let remedies = Self.remedies(in: error?.description ?? "", ImportOptions())
    #expect(!remedies.isEmpty, "\(error?.description ?? "")")
    for options in remedies {
      #expect(
        Self.leadsOn(refused, options, past: [error?.description ?? ""]),
        "\(error?.description ?? ""): \(options)")
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
      return remedies(in: error.description, options).contains {
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

  /// The options that a message names, each with the first of its values.
  private static func remedies(in message: String, _ known: ImportOptions) -> [ImportOptions] {
    message.split(separator: "--").dropFirst().flatMap { part -> [ImportOptions] in
      let name = part.prefix { $0.isLetter || $0 == "-" }
      var value = part.dropFirst(name.count + 1).prefix { !" ;)".contains($0) }
      let isQuoted = part.dropFirst(name.count + 1).first == "'"
      if isQuoted { value = part.dropFirst(name.count + 2).prefix { $0 != "'" } }
      var options = known
      switch name {
      case "columns": options.columns = value.split(separator: ",").map(String.init)
      case "rate": options.rate = Double(value) ?? 100
      case "time-unit":
        return TimeUnit.allCases.map {
          options.timeUnit = $0
          return options
        }
      case "sensor": options.sensor = String(value)
      case "unit":
        options.unit = AccelerationUnit(rawValue: value.filter { $0 != "," }) ?? .thousandths
        // Both are asked for together.
        if message.contains("and --gravity") { options.gravity = .included }
      case "gravity" where message.contains("and --gravity"): return []
      case "per-g": options.countsPerG = Double(value) ?? 8192
      case "gravity": options.gravity = value == "none" ? .absent : .included
      case "repair": options.isRepairing = true
      case "as-it-is": options.isAsItIs = true
      default: Issue.record("no such option: --\(name)")
      }
      return [options]
    }
  }
}
