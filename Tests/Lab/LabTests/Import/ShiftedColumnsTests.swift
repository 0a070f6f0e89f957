// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

/// Rows that have more fields than the header, or fewer: nothing is shifted in silence.
@Suite struct ShiftedColumnsTests {
  private static let header = "time,ax,ay,az\n"

  /// Rows of a device at rest, with a decimal comma.
  private static func rows(separator: String, quote: String = "") -> String {
    (0..<40).map { index in
      ["0,\(index < 10 ? "0" : "")\(index)", "1,5", "0,2", "9,8"]
        .map { quote + $0 + quote }.joined(separator: separator) + "\n"
    }.joined()
  }

  @Test("decimal commas between commas are refused, with the line and a remedy")
  func decimalCommas() {
    let error = #expect(throws: ImportError.self) {
      try importing(Self.header + Self.rows(separator: ","))
    }
    #expect(
      error?.description
        == "export.csv:2: 8 fields where the header has 4; if numbers have a decimal comma, export them with a "
        + "point, or with semicolons between columns (and 39 more such rows)")
  }

  @Test(
    "where the separator can be told from a decimal comma, it is",
    arguments: [(";", ""), ("\t", ""), (", ", ""), (" ", ""), (",", "\"")])
  func told(_ separator: String, _ quote: String) throws {
    let text = Self.header + Self.rows(separator: separator, quote: quote)
    let readings = try importing(text).recording.readings
    #expect(readings.count == 40)
    #expect(readings.allSatisfy { $0.acceleration == [1.5, 0.2, 9.8] })
    #expect(readings[1].timestamp.nanoseconds == 10_000_000)
  }

  @Test("empty fields at the end count neither way, and a header may end in a separator")
  func emptyAtTheEnd() throws {
    for (header, end) in [
      ("time,ax,ay,az", ",,"), ("time,ax,ay,az,", ",1"), ("time,ax,ay,az", " , "),
    ] {
      let text = header + "\n" + (0..<40).map { "\(Double($0) / 100),1.5,0.2,9.8\(end)\n" }.joined()
      #expect(try importing(text).recording.readings.count == 40)
    }
  }

  @Test("a row that lacks a column that is read is refused; one that lacks another is not")
  func fewer() throws {
    func text(_ row: String) -> String {
      "time,ax,ay,az,battery\n"
        + (0..<40).map { $0 == 5 ? row + "\n" : "\(Double($0) / 100),1.5,0.2,9.8,77\n" }.joined()
    }
    #expect(try importing(text("0.05,1.5,0.2,9.8")).recording.readings.count == 40)
    let error = #expect(throws: ImportError.self) { try importing(text("0.05,1.5,0.2")) }
    #expect(error?.description.hasPrefix("export.csv:7: 3 fields where the header has 5") == true)
  }

  @Test("with named columns a row with more fields is refused too")
  func named() {
    var options = ImportOptions()
    options.columns = ["time", "x", "y", "z"]
    let rows = (0..<40).map { "\(Double($0) / 100),7,1.5,0.2,9.8\n" }.joined()
    let error = #expect(throws: ImportError.self) { try importing(rows, "a.csv", options) }
    #expect(error?.description.hasPrefix("a.csv:1: 5 fields where --columns names 4") == true)
  }

  @Test("each sensor in columns of its own, and rows of other sensors of any length")
  func sparse() throws {
    let own =
      "time,ax,ay,az,gx,gy,gz\n"
      + (0..<40).map { "\(Double($0) / 100),1.5,0.2,9.8\n\(Double($0) / 100),,,,1,2,3\n" }.joined()
    #expect(try importing(own).recording.readings.count == 40)
    let rows =
      "sensor,time,x,y,z\n"
      + (0..<40).map {
        "accelerometer,\($0 * 10),1.5,0.2,9.8\nrotation_vector,\($0 * 10),1,2,3,4,5\n"
      }.joined()
    #expect(try importing(rows).recording.readings.count == 40)
  }
}
