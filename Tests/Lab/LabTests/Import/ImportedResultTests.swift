// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

/// What a recording adds up to, whatever else is in the table.
@Suite struct ImportedResultTests {
  static func rows(_ count: Int = 500, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  /// A table that makes a recording which is not what the table holds, and the end of its refusal.
  struct Doubtful: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var options = ImportOptions()
    var refusal: String

    init(
      _ refusal: String, _ text: String, _ options: (inout ImportOptions) -> Void = { _ in }
    ) {
      (testDescription, self.refusal, self.text) = (refusal, refusal, text)
      options(&self.options)
    }
  }

  static let doubtful = [
    Doubtful(
      "at rest |a| is 1.00, where gravity is 9.81 m/s²: the readings are in g, not in m/s²; "
        + "--unit m/s2, g or mg, or --per-g N",
      "time (s),ax (m/s2),ay (m/s2),az (m/s2)\n" + rows { "\(Double($0) / 100),0,0,1" }
    ) { $0.gravity = .included },
    Doubtful(
      "gravity is missing; --gravity none",
      "time (s),ax (g),ay (g),az (g)\n" + rows { "\(Double($0) / 100),0,0,0" }
    ) { $0.gravity = .included },
    Doubtful(
      "the readings are not in m/s², or the sensor is off; --gravity included",
      "time (s),ax (g),ay (g),az (g)\n" + rows { "\(Double($0) / 100),0,0,1" }
    ) { $0.gravity = .absent },
    Doubtful(
      "the recording lasts 5.0 s, but 10.0 s pass between the first and the last time of the file; "
        + "give the sampling rate: --rate HZ",
      "time (s),ax,ay,az\n" + rows { "\(Double($0) / 50),0,0,9.8" }
    ) { $0.rate = 100 },
    Doubtful(
      "the readings have 50.0 Hz, where 100.0 Hz was said; give the sampling rate: --rate HZ",
      "# Rate: 100 Hz\ntime (s),ax,ay,az\n" + rows { "\(Double($0) / 50),0,0,9.8" }),
    Doubtful(
      "a batch of 50 readings has times of 2500.0 Hz, as of no sensor; "
        + "give the sampling rate: --rate HZ",
      "time (s),ax,ay,az\n" + rows { "\(Double(max(49, $0)) / 50),\(Double($0 % 10) / 100),0,9.8" }),
    Doubtful(
      "100000.000 ms apart, as of no accelerometer; "
        + "give the unit of the times: --time-unit s, ms, us or ns",
      "time (s),ax,ay,az\n" + rows { "\($0 * 100),0,0,9.8" }),
  ]

  @Test(
    "a doubt is a refusal that names its option; --as-it-is keeps it, and the header says so",
    arguments: doubtful)
  func doubt(_ doubtful: Doubtful) throws {
    var options = doubtful.options
    let error = #expect(throws: ImportError.self) { try importing(doubtful.text, "a", options) }
    #expect(
      error?.description.hasSuffix(doubtful.refusal + "; or keep it with --as-it-is") == true,
      "\(error?.description ?? "")")
    options.isAsItIs = true
    let result = try importing(doubtful.text, "a", options)
    let note = result.recording.notes.first { $0.key == "as_it_is" }
    #expect(note.map { error?.description.contains($0.text) } == true)
  }

  @Test("without a calm second the average is a remark; gaps and rows left out end the report")
  func summary() throws {
    let moving =
      "time (s),ax (m/s2),ay (m/s2),az (m/s2)\n"
      + Self.rows {
        "\(Double($0) / 100 + ($0 < 300 ? 0 : 2)),\($0 % 2),0,\($0 == 9 ? "?" : "1")"
      }
    var options = ImportOptions()
    options.gravity = .included
    options.isRepairing = true
    let result = try importing(moving, "a", options)
    #expect(
      result.remarks.last
        == "no second is calm; |a| is 1.21 on average, where gravity alone is 9.81")
    #expect(
      result.summary
        == "499 readings in 7.0 s, 100.0 Hz, 1 gap of up to 2.0 s, 1 of 500 rows left out (0.2 %)")
  }

  @Test("a column of numbers or words tells sensors of one kind apart", arguments: ["I", "side"])
  func sensors(_ name: String) throws {
    // Both move a little, and are turned to each other.
    let text =
      "time,\(name),ax,ay,az\n"
      + Self.rows {
        let (time, sway) = ($0 / 2 * 10, Double($0 / 2 % 10) / 100)
        return $0 % 2 == 0 ? "\(time),L,\(sway),0,9.8" : "\(time),R,\(sway),3,9.3"
      }
    let error = #expect(throws: ImportError.self) { try importing(text) }
    #expect(
      error?.description.contains("several accelerometers: 'a \(name) L', 'a \(name) R'") == true)
    var options = ImportOptions()
    options.sensor = "R"
    let readings = try importing(text, "a", options).recording.readings
    #expect(readings.count == 250)
    #expect(readings.allSatisfy { $0.acceleration.y == 3 })
    // Without the column nothing tells them apart.
    let bare = text.replacing(",\(name),", with: ",").replacing(",L,", with: ",")
      .replacing(",R,", with: ",")
    let doubt = #expect(throws: ImportError.self) { try importing(bare) }
    #expect(doubt?.description.contains("each time has 2 rows, as of 2 sensors") == true)
  }

  @Test("a column that counts the rows of a packet is no sensor")
  func packets() throws {
    let text =
      "time,n,ax,ay,az\n"
      + Self.rows { "\($0 / 4 * 40),\($0 % 4),\(Double($0 % 100) / 100),0,9.8" }
    #expect(try importing(text).recording.readings.count == 500)
  }

  @Test("a column T beside a date is no time, whether it is constant or not")
  func temperature() throws {
    let text =
      "date,ax,ay,az,T\n" + Self.rows(90) { "2026-03-05 10:20:3\($0 / 10).\($0 % 10)00,0,0,1,20.0" }
    #expect(try importing(text).recording.readings.rate == 10)
  }

  @Test("a clock that is set back once leaves a gap; back to the start it is another table")
  func setBack() throws {
    func text(_ row: Int) -> String {
      "time (s),ax,ay,az\n"
        + Self.rows { "\(100 + Double($0 < 300 ? $0 : $0 - row) / 100),0,\(Double($0) / 1000),9.8" }
    }
    let result = try importing(text(150))
    #expect(result.summary == "500 readings in 6.0 s, 100.0 Hz, 1 gap of up to 1.0 s")
    #expect(
      result.remarks.contains { $0.hasPrefix("times: the clock goes back by 1.5 s in line 302") })
    #expect(try importing(text(20_000)).recording.readings.count == 500)
    #expect(throws: ImportError.self) { try importing(text(300)) }
  }
}
