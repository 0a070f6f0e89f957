// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

/// Exports in the form in which apps and loggers really write them.
@Suite struct RealExportTests {
  private static let shake = Exports.shake

  /// Rows of seconds, x, y and z, separated by `separator`.
  private static func rows(
    separator: String = "\t", _ time: (Int) -> String
  ) -> String {
    shake.enumerated().map { index, reading in
      let a = reading.acceleration
      return [time(index), "\(a.x)", "\(a.y)", "\(a.z)"].joined(separator: separator) + "\n"
    }.joined()
  }

  private static let phyphox =
    "\"Time (s)\"\t\"Acceleration x (m/s^2)\"\t\"Acceleration y (m/s^2)\"\t\"Acceleration z (m/s^2)\"\n"

  @Test("phyphox: tabs, and two rows with one time")
  func doubled() throws {
    let text = Self.phyphox + Self.rows { "\(Double($0 == 1 ? 0 : $0) / 100)" }
    let result = try importing(text)
    expectShakeValues(result)
    let times = result.recording.readings.map { $0.timestamp.nanoseconds / 1_000_000 }
    #expect(times.prefix(4) == [0, 10, 20, 30])
    #expect(
      result.remarks[0]
        == "times: in bunches of up to 2 rows; 1 were spaced evenly until the next bunch; "
        + "if you know the rate, give --rate HZ")
  }

  @Test("all rows with one time: the rate is asked for")
  func oneTime() throws {
    let text = Self.phyphox + Self.rows { _ in "0.000000000E0" }
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(
      error?.description
        == "export.csv: all 300 rows have one time; give the sampling rate: --rate HZ")
    var options = ImportOptions()
    options.rate = 100
    expectShake(try importing(text, "a.csv", options))
  }

  @Test("AndroSensor: Latin-1, and rows that repeat another, later and at once")
  func repeated() throws {
    let lines = Exports.androSensor.split(separator: "\n")
    let text =
      (lines[..<40] + [lines[39], lines[39], lines[20]] + lines[40...]).joined(separator: "\n")
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let result = try importing(latin)
    expectShake(result)
    #expect(result.remarks[0] == "left out: 3 rows of export.csv that repeat another")
    #expect(result.remarks.contains { $0.contains("'ACCELEROMETER X (m/s²)'") })
  }

  @Test("a row that goes back and repeats nothing is refused, and left out on request")
  func stray() throws {
    let text = Self.phyphox + Self.rows { "\(Double($0) / 100)" } + "0.5\t1\t2\t3\n"
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(error?.description.contains("export.csv:302: the time is not later") == true)
  }

  @Test("Accelerometer Monitor: a header in a comment, blanks, and differences of time")
  func differences() throws {
    let head =
      "# Accelerometer Values\n# filename:  default.txt\n# Sensorvendor: InvenSense, name: MPU6515, type: 1\n"
      + "# X value, Y value, Z value, time diff in ms\n"
    let rows = Self.shake.map { reading in
      let a = reading.acceleration
      return "\(a.x) \(a.y) \(a.z) 10\n"
    }
    let result = try importing(head + rows.joined())
    expectShake(result)
    #expect(result.remarks[1] == "time: 'time diff in ms', ms")
    let linear = Self.shake.map { reading in
      let a = reading.acceleration
      return "\(a.x / 100) \(a.y) \(a.z - Exports.g) 10\n"
    }
    let error = #expect(throws: ImportError.self) { try importing(head + linear.joined()) }
    #expect(error?.description.contains("--gravity included or none") == true)
  }

  @Test("a header that is a description of formats, in a comment")
  func formats() throws {
    let text =
      " # Data format: \"%int(ChipTimeUS),%float(RawGyroX),%float(RawAccelX),%float(RawAccelY),%float(RawAccelZ)\"\r\n"
      + Self.shake.map { reading in
        let a = reading.acceleration / Exports.g
        return "\(reading.timestamp.nanoseconds / 1000 + 90198),1,\(a.x),\(a.y),\(a.z)\r\n"
      }.joined()
    let result = try importing(text)
    expectShake(result)
    #expect(result.remarks[1] == "time: 'ChipTimeUS', us")
  }

  @Test("a counter is no time: the rate of the first lines is proposed")
  func counter() throws {
    let text =
      "// Start Time: 0\r\n// Sample rate: 100.0Hz\r\nCounter\tAcc_X\tAcc_Y\tAcc_Z\t\r\n"
      + Self.rows { " \($0 + 2552)" }
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(error?.description.hasSuffix("--rate 100.0, as its first lines say") == true)
    var options = ImportOptions()
    options.rate = 100
    expectShake(try importing(text, "a.txt", options))
  }

  @Test("the clock of the sensor is taken before that of the app")
  func sensorClock() throws {
    let text =
      "Sensor, CurrentTimeMs, SensorTimestampNano, X, Y, Z\n"
      + Self.shake.map { reading in
        let a = reading.acceleration
        let time = reading.timestamp.nanoseconds
        return
          "android.sensor.accelerometer,\(1_523_469_124_174 + time / 16_000_000 * 16),\(14_811_980_953_641 + time),"
          + "\(a.x),\(a.y),\(a.z)\n"
      }.joined()
    let result = try importing(text)
    expectShake(result)
    #expect(result.remarks[1] == "time: 'SensorTimestampNano', ns")
  }

  @Test("JSON of Edge Impulse: its interval and its units")
  func edgeImpulse() throws {
    let values = Self.shake.map { reading in
      let a = reading.acceleration
      return "[\(a.x), \(a.y), \(a.z), 1]"
    }.joined(separator: ",\n")
    let text =
      #"{"protected": {"ver": "v1"}, "signature": "00", "payload": {"device_type": "MOBILE_CLIENT", "#
      + #""interval_ms": 10, "sensors": [{"name": "accX", "units": "m/s2"}, {"name": "accY", "units": "m/s2"}, "#
      + #"{"name": "accZ", "units": "m/s2"}, {"name": "gyrX", "units": "deg/s"}], "values": ["#
      + values
      + "]}}"
    expectShake(try importing(text, "a.json"))
    // Its one line may be longer than any of a table.
    let long = String(repeating: "0", count: 100_000)
    expectShake(try importing(text.replacing("\"00\"", with: "\"\(long)\""), "a.json"))
  }

  @Test("JSON of Sensor Logger: a list of all sensors, and the phone")
  func sensorLogger() throws {
    func rows(_ sensor: String, _ value: (SIMD3<Double>) -> SIMD3<Double>) -> [String] {
      Self.shake.map { reading in
        let a = value(reading.acceleration)
        let time = 1_767_620_467_350_470_700 + reading.timestamp.nanoseconds
        return
          #"{"sensor":"\#(sensor)","time":"\#(time)","seconds_elapsed":"\#(Double(reading.timestamp.nanoseconds) / 1e9)","#
          + #""z":"\#(a.z)","y":"\#(a.y)","x":"\#(a.x)"}"#
      }
    }
    func text(_ platform: String, sign: Double) -> String {
      let all =
        [#"{"sensor":"Metadata","platform":"\#(platform)","standardization":"false","time":1}"#]
        + rows("Gyroscope") { $0 } + rows("Gravity") { _ in [0, 0, Exports.g * sign] }
        + rows("Accelerometer") { ($0 - [0, 0, Exports.g]) * sign }
      return "[" + all.joined(separator: ",") + "]"
    }
    let android = try importing(text("android", sign: 1), "shake.json")
    expectShake(android)
    #expect(!android.remarks.contains { $0.hasPrefix("sign:") })
    let apple = try importing(text("ios", sign: -1), "shake.json")
    expectShake(apple)
    #expect(apple.remarks.contains { $0.hasPrefix("sign: turned round") })
    #expect(
      apple.remarks.contains("gravity: added from shake.json/Gravity, 'x', 'y', 'z'"))
  }

  @Test(
    "what is no text is named, and no byte of it is printed",
    arguments: [
      ("MATLAB 5.0 MAT-file, Platform: GLNXA64\u{0}\u{1}\u{2}", "a MATLAB file; in MATLAB"),
      ("\u{4D}\u{44}\u{FC}\u{3}\u{0}\u{1}", "a .cwa file of Axivity; export the raw data as CSV"),
      ("Device Identity\nDevice Unique", "a .bin file of GENEActiv"),
      ("\u{D0}\u{CF}\u{11}\u{E0}\u{1}", "a spreadsheet; export CSV instead, or run: libreoffice"),
      ("\u{FF}\u{FE}A\u{0}", "in UTF-16"), ("<!DOCTYPE html>\n", "a web page"),
      ("time,x,y,z\n0,1,2,3\n\u{7}\u{0}\u{3}", "a binary file"),
      (String(repeating: "\u{3}", count: 100_000), "a binary file"),
    ])
  func foreign(_ characters: String, _ message: String) {
    let bytes = characters.unicodeScalars.map { UInt8($0.value) }
    let error = #expect(throws: ImportError.self) { try importing(bytes, "a") }
    #expect(error?.description.hasPrefix("a is \(message)") == true, "\(error?.description ?? "")")
    #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 32 } == true)
  }

  @Test("of two tables that no name tells apart the one with gravity is taken, and named")
  func twoTables() throws {
    let header = "time,x,y,z\n"
    func text(_ offset: Double) -> String {
      header
        + Self.shake.map { reading in
          let a = reading.acceleration
          return "\(Double(reading.timestamp.nanoseconds) / 1e9),\(a.x),\(a.y),\(a.z - offset)\n"
        }.joined()
    }
    let all = try tracks(text(Exports.g), "export/first.csv") + tracks(text(0), "export/second.csv")
    let result = try ImportedRecording(all, ImportOptions())
    expectShake(result)
    #expect(result.remarks[0] == "taken: export/second.csv, the only one of 2 with gravity")
  }
}

/// Expects the values of the shake, at whatever times.
private func expectShakeValues(_ result: ImportedRecording) {
  let values = result.recording.readings.map(\.acceleration)
  #expect(values.count == Exports.shake.count)
  #expect(
    zip(values, Exports.shake).allSatisfy { value, original in
      let difference = value - original.acceleration
      return (difference * difference).sum() < 1e-8
    })
}
