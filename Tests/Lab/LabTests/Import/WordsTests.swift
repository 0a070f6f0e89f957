// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionImport

/// Names of columns in other languages, and times as people write them.
@Suite struct WordsTests {
  @Test(
    "words of other languages",
    arguments: [
      #""Zeit (s)","Beschleunigung x (m/s^2)","Beschleunigung y (m/s^2)","Beschleunigung z (m/s^2)""#,
      #""Tiempo (s)","Aceleración x (m/s^2)","Aceleración y (m/s^2)","Aceleración z (m/s^2)""#,
      #""Temps (s)","Accélération x (m/s^2)","Accélération y (m/s^2)","Accélération z (m/s^2)""#,
      #""Tempo (s)","Accelerazione x (m/s^2)","Accelerazione y (m/s^2)","Accelerazione z (m/s^2)""#,
      #""Tempo (s)","Aceleração x (m/s^2)","Aceleração y (m/s^2)","Aceleração z (m/s^2)""#,
      #""Tijd (s)","Versnelling x (m/s^2)","Versnelling y (m/s^2)","Versnelling z (m/s^2)""#,
      #""Czas (s)","Przyspieszenie x (m/s^2)","Przyspieszenie y (m/s^2)","Przyspieszenie z (m/s^2)""#,
      #""Čas (s)","Zrychlení x (m/s^2)","Zrychlení y (m/s^2)","Zrychlení z (m/s^2)""#,
      #""Время (s)","Ускорение x (m/s^2)","Ускорение y (m/s^2)","Ускорение z (m/s^2)""#,
      #""時間 (s)","加速度x (m/s^2)","加速度y (m/s^2)","加速度z (m/s^2)""#,
      #""Zeit in Sekunden","X-Achse Beschleunigung","Y-Achse Beschleunigung","Z-Achse Beschleunigung""#,
      #""Tiempo segundos","aceleración eje x","aceleración eje y","aceleración eje z""#,
    ])
  func words(_ header: String) throws {
    let text = Exports.table(header) { "\($0),\($1.x),\($1.y),\($1.z)" }
    expectShake(try importing(text))
  }

  @Test(
    "other quantities in other languages are none",
    arguments: [
      "Lineare Beschleunigung", "Accélération linéaire", "Schwerkraft", "Beschleunigung ohne g",
    ])
  func others(_ name: String) {
    let header = "\"Zeit (s)\",\"\(name) x (m/s^2)\",\"\(name) y (m/s^2)\",\"\(name) z (m/s^2)\""
    let text = Exports.table(header) { "\($0),\($1.x),\($1.y),\($1.z - 9.80665)" }
    #expect(throws: ImportError.self) { try importing(text) }
  }

  @Test(
    "times as people write them",
    arguments: [
      ("2018-10-03 17:23:55.4640", 1_538_587_435_464_000_000),
      ("2018-10-03T17:23:55.464Z", 1_538_587_435_464_000_000),
      ("2018-10-03T17:23:55.464+02:00", 1_538_580_235_464_000_000),
      ("03.10.2018 17:23:55,464", 1_538_587_435_464_000_000),
      ("3.10.2018 17:23:55.464", 1_538_587_435_464_000_000),
      ("03-10-2018 17:23:55.464", 1_538_587_435_464_000_000),
      ("03/10/2018 17:23:55.464", 1_538_587_435_464_000_000),
      ("25/10/2018 17:23:55", 1_540_488_235_000_000_000),
      ("10/25/2018 17:23:55", 1_540_488_235_000_000_000),
      ("10/3/2018 5:23:55.464 PM", 1_538_587_435_464_000_000),
      ("10/3/2018 12:23:55 AM", 1_538_526_235_000_000_000), ("17:23:55:464", 62_635_464_000_000),
      ("5:23:55 pm", 62_635_000_000_000),
      ("31.13.2018 17:23:55", nil), ("03.10.18", nil), ("hello", nil), ("5:61:00", nil), ("", nil),
      ("13:00:00 PM", nil), ("12", nil), ("12.5", nil), ("1,2,3", nil), ("25:00:00", nil),
      ("2018-10-03", nil), ("abc", nil), ("3173-01-05T13:41:07.350", nil),
      ("2018-10-999999999 17:23:55", nil), ("2018-13-01 17:23:55", nil),
      ("2018-10-00 17:23:55", nil),
    ] as [(String, Int64?)])
  func written(_ text: String, _ nanoseconds: Int64?) {
    #expect(WrittenTime.nanoseconds(text) == nanoseconds)
  }

  @Test("a table with the day first goes on at midnight, and at the end of a month")
  func midnight() throws {
    let text =
      "Datum;x (g);y (g);z (g)\n30.09.2018 23:59:59,900;0;0;1,0\n30.09.2018 23:59:59,950;0;0;1,0\n"
      + (0..<20).map { "01.10.2018 00:00:00,\($0 * 45 + 100);0;0;1,0\n" }.joined()
    let readings = try importing(text).recording.readings
    #expect(readings.last.map { $0.timestamp.nanoseconds } == 1_055_000_000)
  }

  @Test("--columns reads rows with dates and with words, and what it does not name is not read")
  func columns() throws {
    let rows = Exports.table("") { seconds, value in
      let time = Int((seconds * 1000).rounded())
      return
        "walk,2018-09-05T18:29:\(10 + time / 1000).\("000\(time % 1000)".suffix(3))Z,\(value.x),7,\(value.y),\(value.z)"
    }
    var options = ImportOptions()
    options.columns = ["-", "time", "x", "-", "y", "z"]
    expectShake(try importing(String(rows.dropFirst()), "a.csv", options))
  }

  @Test("two files of the same columns have a name each, and the one that is named is taken")
  func sameColumns() throws {
    func text(_ z: Double) -> String {
      "time,acc_x,acc_y,acc_z\n" + (0..<60).map { "\(Double($0) / 100),0,0,\(z)\n" }.joined()
    }
    let all = try tracks(text(9.8), "left.csv") + tracks(text(9.9), "right.csv")
    let error = #expect(throws: ImportError.self) { try ImportedRecording(all, ImportOptions()) }
    #expect(
      error?.description == "several accelerometers: 'acc of left.csv', 'acc of right.csv'; "
        + "choose one: --sensor 'acc of left.csv'")
    var options = ImportOptions()
    options.sensor = "right"
    #expect(try ImportedRecording(all, options).recording.readings[0].acceleration.z == 9.9)
  }
}
