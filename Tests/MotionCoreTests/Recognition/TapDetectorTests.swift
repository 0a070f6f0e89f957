// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Taps drawn along time, and what is measured of them.
@Suite struct TapDetectorTests {
  private static let both = MotionPipeline([
    .tap(waitsForDoubleTap: true), .doubleTap(),
  ])
  private static let single = MotionPipeline([.tap()])

  @Test(
    "a tap by itself is reported at once, and a double tap is two", arguments: [100.0, 200, 400])
  func taps(rate: Double) throws {
    try Diagram(
      "a tap, and two",
      """
      motion: ----------k---------k--k----------
      tap:    ..........rr........rr.rr.........
      """
    ).verify(Self.single, rate: rate)
  }

  @Test("beside double taps it is reported once no second can come", arguments: [100.0, 200, 400])
  func doubles(rate: Double) throws {
    try Diagram(
      "a tap, and two",
      """
      motion:    ----------k-----------k--k----------
      tap:       ................rr..................
      doubleTap: .........................rr.........
      """
    ).verify(Self.both, rate: rate)
  }

  @Test(
    "a double tap waits for no third; of a rattle it is the first two", arguments: [200.0, 400])
  func rattle(rate: Double) throws {
    try Diagram(
      "five taps, and two more after a pause",
      """
      motion:    ----------k-k-k-k-k----------k-k----------
      doubleTap: ............rr.................rr.........
      """
    ).verify(MotionPipeline([.doubleTap()]), rate: rate)
    try Diagram(
      "a slow drum: each tap is calm enough for a first one",
      """
      motion:    ----------k---k---k---k---k---k----------
      doubleTap: ..............rr.........................
      """
    ).verify(MotionPipeline([.doubleTap()]), rate: rate)
  }

  @Test("two taps too far apart are two", arguments: [100.0, 200])
  func apart(rate: Double) throws {
    try Diagram(
      "0.6 s",
      """
      motion: ----------k-----k--------------
      tap:    ................rr....rr.......
      """
    ).verify(Self.both, rate: rate)
  }

  @Test(
    "no tap: walking, in a shake, after a fall, when it is put down", arguments: [100.0, 200, 400])
  func closed(rate: Double) throws {
    for motion in [
      "-----wwwwwwwwwwkwwwwwwwwkwkwwww-----", "-----SSSSSSSSk-k--------------------",
      "-----ffffff--k--k-------------------", "-----ooooooooooooooooooook-k--------",
    ] {
      for bank in [MotionPipeline([.tap()]), MotionPipeline([.doubleTap()])] {
        try Diagram(motion, "motion: \(motion)").verify(bank, rate: rate)
      }
    }
    let putDown = SampleLibrary.putDown.recording(rate: rate).readings
    #expect(putDown.motionEvents(detecting: [.tap(), .doubleTap()]).isEmpty)
  }

  @Test("the filters need half a second from the start, and after a gap or an interruption")
  func settling() throws {
    for motion in ["---k---", "---------k--x--k-----", "---------k--!!!!!!--k----"] {
      try Diagram(motion, "motion: \(motion)").verify(
        MotionPipeline([.doubleTap()]), rate: 200)
    }
    try Diagram("early", "motion: ---k-------").verify(Self.single, rate: 200)
  }

  @Test("at 50 Hz most of a tap lies between two readings: it is missed")
  func slow() throws {
    try Diagram("too slow", "motion: ----------k---------k--k----------").verify(
      Self.single, rate: 50)
  }

  private func measured(
    _ amplitudes: [Double], rate: Double = 200, detecting wanted: MotionConfiguration
  ) -> [TapMeasurements] {
    let script = MotionScript(
      "taps", duration: 3, attitude: [0, 0.8, 0.6],
      amplitudes.enumerated().map { .knock(at: 1 + 0.25 * Double($0), amplitude: $1) })
    return script.recording(rate: rate).readings.motionEvents(detecting: [wanted]).compactMap {
      $0.measurements?[TapMeasurements.self]
    }
  }

  @Test("start, gap, peak, direction, and whether the rate was too low for them")
  func measurements() throws {
    let tap = try #require(measured([25, 15], detecting: .doubleTap()).first)
    #expect((0.995...1.011).contains(Double(tap.start.nanoseconds) * 1e-9))
    #expect(abs((tap.gap?.seconds ?? 0) - 0.25) < 0.006)
    #expect((10...25).contains(tap.peak))
    #expect(tap.direction.z > 0.95)
    #expect(tap.axis == .z)
    #expect(!tap.isCoarse)
    #expect(measured([25, 15], rate: 100, detecting: .doubleTap()).map(\.isCoarse) == [true])
    #expect(measured([25], detecting: .tap()).map(\.gap) == [nil])
  }

  @Test("the two of a double tap are alike")
  func likeness() {
    #expect(measured([25, 12], detecting: .doubleTap()).count == 1)
    #expect(measured([30, 7], detecting: .doubleTap()).isEmpty)
  }

  @Test("the gentler a tap, the higher the sensitivity that finds it")
  func sensitivity() {
    func count(_ amplitude: Double, _ sensitivity: Sensitivity) -> Int {
      measured([amplitude], detecting: .tap(sensitivity: sensitivity)).count
    }
    let counts = [Sensitivity.low, .medium, .high].map { sensitivity in
      stride(from: 2.0, through: 12, by: 0.5).count { count($0, sensitivity) == 1 }
    }
    #expect(counts[0] < counts[1] && counts[1] < counts[2])
    #expect(counts[0] > 0)
  }

  @Test("JSON and text have the fields of a tap; a single one has no gap")
  func line() {
    func event(_ kind: MotionKind, gap: Duration?) -> MotionEvent {
      let tap = TapMeasurements(
        start: Timestamp(nanoseconds: 5), gap: gap, peak: 10.25, direction: [0, 0, -1],
        isCoarse: true)
      return MotionEvent(
        kind, .recognized, at: Timestamp(nanoseconds: 9), measurements: MotionMeasurements(tap))
    }
    #expect(
      event(.doubleTap, gap: .milliseconds(250)).jsonLine(source: "-") == """
        {"source":"-","motion":"doubleTap","phase":"recognized","timestamp_ns":9,"start_ns":5,\
        "gap_ms":250,"peak":10.25,"direction":[0.0,0.0,-1.0],"axis":"z","coarse":true}
        """)
    #expect(
      event(.tap, gap: nil).text
        == "0.000 s  tap recognized: peak 10.3 m/s², along z, coarse")
  }
}
