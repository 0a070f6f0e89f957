// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

/// Raw values of a chip, which are as large as mg, and none.
@Suite struct CountsTests {
  /// A device at rest, turned by a little, or one that is shaken as long as it is recorded.
  private static func text(
    _ perG: Double, header: String = "millis,ax,ay,az", isShaken: Bool = false
  )
    -> String
  {
    header + "\n"
      + (0..<150).map { index in
        let swing = isShaken ? perG * (index / 5 % 2 == 0 ? 0.9 : -0.9) : 0
        let noise = Double(index * 7 % 11 - 5) / 2000 * perG
        return "\(index * 20),\(Int(swing + noise)),\(Int(0.3 * perG)),\(Int(0.95 * perG))\n"
      }.joined()
  }

  @Test(
    "counts of a chip at rest are refused, with the number that fits, and read with it",
    arguments: [64.0, 256, 2048, 4096, 8192, 16384])
  func rest(_ perG: Double) throws {
    let text = Self.text(perG)
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(error?.description.contains("--unit mg") == true)
    #expect(error?.description.hasSuffix("--per-g N, such as --per-g \(Int(perG))") == true)
    var options = ImportOptions()
    options.countsPerG = perG
    let result = try importing(text, "a.csv", options)
    #expect(result.remarks.contains { $0.hasSuffix("counts of 1/\(Int(perG)) g, as --per-g says") })
    let z = result.recording.readings.map(\.acceleration.z)
    // Of few counts a g one is more.
    #expect(z.allSatisfy { abs($0 - 0.95 * Reading.standardGravity) < 0.2 })
  }

  @Test("the columns of the usual sketch for an MPU-6050 are AcX, AcY, AcZ, then GyX, GyY, GyZ")
  func sketch() throws {
    let text = Self.text(16384, header: "millis,AcX,AcY,AcZ,GyX,GyY,GyZ")
      .replacing("\n", with: ",-120,35,7\n").replacing("GyZ,-120,35,7", with: "GyZ")
    var options = ImportOptions()
    options.countsPerG = 16384
    let readings = try importing(text, "a.csv", options).recording.readings
    #expect(readings.count == 150)
    #expect(readings.allSatisfy { abs($0.acceleration.z - 0.95 * Reading.standardGravity) < 0.2 })
  }

  @Test("mg are known by a calm second; without one they are asked for, as counts are")
  func milligravity() throws {
    #expect(try importing(Self.text(1000)).remarks[2].contains("mg, as |a| says"))
    for perG in [1000.0, 2048, 500] {
      let error = #expect(throws: ImportError.self) {
        try importing(Self.text(perG, isShaken: true))
      }
      #expect(error?.description.contains("--unit mg, or the counts of 1 g: --per-g N") == true)
    }
    // Calm for less than a second, and calm readings that are far apart.
    for step in [15, 600] {
      let text =
        "millis,ax,ay,az\n"
        + (0..<60).map { "\($0 * step),0,0,\(step == 600 || $0 < 60 ? 1000 : 2000)\n" }.joined()
      #expect(throws: ImportError.self) { try importing(text) }
    }
  }

  @Test(
    "a scale in the lines before the header is taken",
    arguments: [
      "GYROFLOW IMU LOG\nversion,1.3\nascale,0.000244140625\ntscale,0.001\nt,ax,ay,az",
      "# range 8 g, 4096 LSB/g\nmillis,ax,ay,az", "# counts_per_g: 4096\nmillis,ax,ay,az",
      "Sensitivity: 4096 counts per g\nmillis,ax (LSB),ay (LSB),az (LSB)",
    ])
  func header(_ header: String) throws {
    let result = try importing(Self.text(4096, header: header))
    #expect(
      result.remarks.contains {
        $0.hasSuffix("counts of 1/4096 g, as the lines before the header say")
      })
    let readings = result.recording.readings
    #expect(readings.count == 150)
    #expect(readings[1].timestamp.nanoseconds == 20_000_000)
    #expect(abs(readings[9].acceleration.z - 0.95 * Reading.standardGravity) < 0.01)
    // What the user says counts more.
    var options = ImportOptions()
    options.countsPerG = 2048
    options.isAsItIs = true
    let other = try importing(Self.text(4096, header: header), "a.csv", options)
    #expect(abs(other.recording.readings[9].acceleration.z - 2 * readings[9].acceleration.z) < 1e-5)
  }

  @Test("a time scale that is no power of ten")
  func ticks() throws {
    let text = "GYROFLOW IMU LOG\ntscale,0.0009765625\nt,ax,ay,az\n" + Self.text(1000).dropFirst(16)
    let readings = try importing(text).recording.readings
    #expect(readings[1].timestamp.nanoseconds == 19_531_250)
  }

  @Test("start and rate in the first two rows, as of a wristband: the counts of 1 g are asked for")
  func wristband() throws {
    let start = "1550000000.000000"
    let text =
      "\(start), \(start), \(start)\n32.000000, 32.000000, 32.000000\n"
      + (0..<160).map { "\($0 % 3),27,58\n" }.joined()
    let error = #expect(throws: ImportError.self) { try importing(text, "ACC.csv") }
    #expect(error?.description.hasSuffix("--per-g N, such as --per-g 64") == true)
    var options = ImportOptions()
    options.countsPerG = 64
    let result = try importing(text, "ACC.csv", options)
    #expect(result.remarks.contains("time: 32.0 Hz, as its second row says"))
    #expect(result.recording.readings.count == 160)
    #expect(result.recording.readings[32].timestamp.nanoseconds == 1_000_000_000)
    #expect(
      result.recording.notes.contains(RecordingNote("start_epoch_ns", "1550000000000000000")))
  }
}
