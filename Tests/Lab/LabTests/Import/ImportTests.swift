// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

func importing(
  _ text: String, _ file: String = "export.csv", _ options: ImportOptions = ImportOptions()
) throws(ImportError) -> ImportedRecording {
  try importing(Array(text.utf8), file, options)
}

func importing(
  _ bytes: [UInt8], _ file: String = "export.csv", _ options: ImportOptions = ImportOptions()
) throws(ImportError) -> ImportedRecording {
  let reader = try reading(bytes, file, options)
  return try ImportedRecording(reader.tracks, options, isFromIOS: reader.isFromIOS)
}

/// The tracks of a file that comes in pieces.
func tracks(
  _ text: String, _ file: String = "export.csv", _ options: ImportOptions = ImportOptions()
) throws(ImportError) -> [Track] {
  try reading(Array(text.utf8), file, options).tracks
}

private func reading(
  _ bytes: [UInt8], _ file: String, _ options: ImportOptions
) throws(ImportError) -> ExportReader {
  var reader = ExportReader(file, options, isOneOfSeveral: file.contains("/"))
  for start in stride(from: 0, to: bytes.count, by: 1000) {
    try reader.parse(bytes.span.extracting(start..<min(start + 1000, bytes.count)))
  }
  _ = try reader.finish()
  return reader
}

/// Expects the shake of ``Exports``, but for the last decimals.
func expectShake(
  _ result: ImportedRecording, invertedBy sign: Double = 1,
  _ location: SourceLocation = #_sourceLocation
) {
  let readings = result.recording.readings
  #expect(readings.count == Exports.shake.count, sourceLocation: location)
  for (reading, original) in zip(readings, Exports.shake) {
    let late = reading.timestamp.nanoseconds(since: original.timestamp)
    let difference = reading.acceleration * sign - original.acceleration
    guard late.magnitude <= 1000, (difference * difference).sum() < 1e-8 else {
      Issue.record("\(reading) is not \(original)", sourceLocation: location)
      return
    }
  }
}

@Suite struct ImportTests {
  struct Export: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var remarks: [String]
  }

  /// What is said where nothing tells whether a phone with iOS wrote the export.
  private static let openSign =
    "sign: as it is; if a phone with iOS wrote it without turning it, give --invert"

  static let exports = [
    Export(
      testDescription: "phyphox", text: Exports.phyphox,
      remarks: [
        "export.csv, of phyphox", "time: 'Time (s)', s",
        "x, y, z: 'Acceleration x (m/s^2)', 'Acceleration y (m/s^2)', 'Acceleration z (m/s^2)', m/s2",
        "gravity: in it",
      ]),
    Export(
      testDescription: "Physics Toolbox", text: Exports.physicsToolbox,
      remarks: [
        "export.csv, of Physics Toolbox", "time: 'time', s, as the steps between its numbers say",
        "x, y, z: 'gFx', 'gFy', 'gFz', g", "gravity: in it", openSign,
      ]),
    Export(
      testDescription: "Physics Toolbox with a clock", text: Exports.physicsToolboxClock,
      remarks: [
        "export.csv, of Physics Toolbox", "time: 'time', date or time of day",
        "x, y, z: 'gFx', 'gFy', 'gFz', g", "gravity: in it", openSign,
      ]),
    Export(
      testDescription: "AndroSensor", text: Exports.androSensor,
      remarks: [
        "export.csv, of AndroSensor", "time: 'Time since start in ms', ms",
        "x, y, z: 'ACCELEROMETER X (m/s²)', 'ACCELEROMETER Y (m/s²)', 'ACCELEROMETER Z (m/s²)', m/s2",
        "gravity: in it",
      ]),
    Export(
      testDescription: "SensorLog, of iOS", text: Exports.sensorLog,
      remarks: [
        "export.csv, of SensorLog", "time: 'accelerometerTimestamp_sinceReboot(s)', s",
        "x, y, z: 'accelerometerAccelerationX(G)', 'accelerometerAccelerationY(G)', "
          + "'accelerometerAccelerationZ(G)', g", "gravity: in it",
        "sign: turned round, for iOS has gravity point down (a recording has it point up)",
      ]),
    Export(
      testDescription: "MetaWear", text: Exports.metaWear,
      remarks: [
        "export.csv", "time: 'elapsed (s)', s",
        "x, y, z: 'x-axis (g)', 'y-axis (g)', 'z-axis (g)', g",
        "gravity: in it, as |a| says: 9.81 m/s² on median", openSign,
      ]),
    Export(
      testDescription: "lines before the header", text: Exports.keuwl,
      remarks: [
        "export.csv", "time: 'Time (s)', s", "x, y, z: 'X (m/s2)', 'Y (m/s2)', 'Z (m/s2)', m/s2",
        "gravity: in it, as |a| says: 9.81 m/s² on median", openSign,
      ]),
    Export(
      testDescription: "sensors in rows", text: Exports.rows,
      remarks: [
        "export.csv", "time: 'time', ms, as the steps between its numbers say",
        "x, y, z: 'accelerometer x', 'accelerometer y', 'accelerometer z', m/s2, as |a| says: 9.81 on median",
        "gravity: in it, as |a| says: 9.81 m/s² on median", openSign,
      ]),
  ]

  @Test(
    "an app's export is the shake again, and it says what each column was taken for",
    arguments: exports)
  func export(_ export: Export) throws {
    let result = try importing(export.text)
    expectShake(result)
    // The median of a noisy shake is 9.81 to a hundredth or two.
    #expect(result.remarks.map(withoutMedian) == export.remarks.map(withoutMedian))
  }

  private func withoutMedian(_ remark: String) -> String {
    remark.replacing(/says: [0-9.]+/, with: "says: 9.81")
  }

  @Test("Sensor Logger's files of Android: the one with gravity")
  func sensorLoggerAndroid() throws {
    let all =
      try tracks(Exports.sensorLogger { $0 - [0, 0, Exports.g] }, "a.zip/Accelerometer.csv")
      + tracks(Exports.sensorLogger { $0 * 1.1 }, "a.zip/AccelerometerUncalibrated.csv")
      + tracks(Exports.sensorLogger { $0 }, "a.zip/TotalAcceleration.csv")
      + tracks(Exports.sensorLogger { _ in [0, 0, Exports.g] }, "a.zip/Gravity.csv")
    let result = try ImportedRecording(all, ImportOptions())
    expectShake(result)
    #expect(result.remarks[0] == "a.zip/TotalAcceleration.csv, of Sensor Logger")
  }

  @Test("Sensor Logger's files of iOS: motion and gravity are added up, at the times of the motion")
  func sensorLoggerIOS() throws {
    let motion = try tracks(Exports.sensorLogger { [0, 0, Exports.g] - $0 }, "Accelerometer.csv")
    // Every other line, and 2 ms later: gravity is interpolated.
    let lines = Exports.sensorLogger { _ in [0, 0, -Exports.g] }.split(separator: "\n")
    let gravity = try tracks(
      lines.enumerated().filter { $0.offset % 2 == 0 }.map { $0.element + "\n" }.joined(),
      "Gravity.csv")
    let result = try ImportedRecording(motion + gravity, ImportOptions(), isFromIOS: true)
    expectShake(result)
    #expect(result.remarks.contains("gravity: added from Gravity.csv, 'x', 'y', 'z'"))
    let metadata = "version,device name,platform,standardization\n3,iPhone,ios,false\n"
    #expect(ExportMetadata.isFromIOS(Array(metadata.utf8)) == true)
    let turned = Array(metadata.replacing("false", with: "true").utf8)
    #expect(ExportMetadata.isFromIOS(turned) == false)
    #expect(
      ExportMetadata.isFromIOS(Array(metadata.replacing("ios", with: "android").utf8)) == false)
    #expect(ExportMetadata.isFromIOS(Array("version\n3\n".utf8)) == nil)
    // Alone it lacks gravity.
    #expect(throws: ImportError.noGravity(sensor: "accelerometer")) {
      try ImportedRecording(motion, ImportOptions())
    }
  }

  @Test("values may be turned round")
  func inverted() throws {
    var options = ImportOptions()
    options.isInverted = true
    expectShake(try importing(Exports.phyphox, "a.csv", options), invertedBy: -1)
    options.isInverted = false
    expectShake(try importing(Exports.sensorLog, "a.csv", options), invertedBy: -1)
  }

  @Test("the name of a file says something among several files only")
  func fileNames() throws {
    let text = Exports.table("t,x,y,z") { "\($0),\($1.x),\($1.y),\($1.z)" }
    expectShake(try importing(text, "gyro-B-gravity.csv"))
    #expect(throws: ImportError.self) { try importing(text, "a.zip/Gyroscope.csv") }
    expectShake(try importing(text, "a.zip/Accelerometer.csv"))
  }
}
