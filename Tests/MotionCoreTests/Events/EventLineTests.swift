// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct EventLineTests {
  private let surroundings = MotionEvent.Surroundings(
    gravity: [0.1, 0.2, 9.80665], acceleration: [-0.0001, 21, -3.25])

  private func event(
    _ phase: MotionEvent.Phase, _ surroundings: MotionEvent.Surroundings? = nil
  ) -> MotionEvent {
    MotionEvent(
      .shake, phase, at: Timestamp(nanoseconds: 2_490_000_000), surroundings: surroundings)
  }

  @Test("control characters of ASCII and of Latin-1 are escaped: a terminal obeys both")
  func controls() {
    #expect("a\u{1B}[2Jb".jsonString == #""a\u001b[2Jb""#)
    #expect("a\u{9B}2Jb\u{7F}\u{80}\u{9F}".jsonString == #""a\u009b2Jb\u007f\u0080\u009f""#)
    #expect("ä\u{A0}ÿ".jsonString == "\"ä\u{A0}ÿ\"")
  }

  @Test("numbers for programs have three decimals, as in JSON")
  func fields() {
    #expect(EventField.number(9.806650000000001).text == "9.807")
    #expect(EventField.optionalNumber(-0.0001).text == "0.0")
    #expect(EventField.optionalNumber(nil).text == nil)
    #expect(EventField.vector([0.1 + 0.2, -1.0 / 3, 20]).text == "0.3 -0.333 20.0")
  }

  @Test("at the end of a recording nothing broke off")
  func end() {
    let cancelled = event(.cancelled(.interrupted))
    #expect(cancelled.text == "2.490 s  shake cancelled: the readings broke off")
    #expect(cancelled.textAtEnd == "2.490 s  shake cancelled: the recording ended")
    #expect(event(.cancelled(.tooLong)).textAtEnd == event(.cancelled(.tooLong)).text)
  }

  @Test("began")
  func began() {
    #expect(
      event(.began, surroundings).jsonLine(source: "samples/a.csv") == """
        {"source":"samples/a.csv","motion":"shake","phase":"began","timestamp_ns":2490000000,\
        "gravity":[0.1,0.2,9.807],"acceleration":[0.0,21.0,-3.25]}
        """)
  }

  @Test("a beginning says how sure it is; no other phase does")
  func confidence() {
    for phase in [MotionEvent.Phase.began, .ended, .recognized] {
      var event = event(phase)
      event.confidence = 0.71234
      #expect(event.jsonLine(source: "-").contains(#","confidence":0.712"#) == (phase == .began))
      #expect(event.text == self.event(phase).text)
    }
  }

  private static let start = Timestamp(nanoseconds: 5)

  private static func line(
    _ phase: MotionEvent.Phase, _ measurements: some Measurements, _ json: String,
    _ text: String? = nil
  ) -> (MotionEvent.Phase, MotionMeasurements, json: String, text: String?) {
    (phase, MotionMeasurements(measurements), json, text)
  }

  private static func tap(_ gap: Duration?) -> TapMeasurements {
    TapMeasurements(start: start, gap: gap, peak: 10.25, direction: [0, 0, -1], isCoarse: true)
  }

  /// What is measured of each kind, in JSON and, where a text is given, in words.
  static let measured = [
    line(
      .ended,
      ShakeMeasurements(
        lastSwing: start, duration: .nanoseconds(870_500_000), swings: 6, peak: 31.4159,
        direction: [0.1, -0.2, 0.9746]),
      #""last_swing_ns":5,"duration_ms":871,"swings":6,"peak":31.416,"#
        + #""direction":[0.1,-0.2,0.975],"ongoing":false,"axis":"z""#),
    line(
      .ended, FreeFallMeasurements(start: start, duration: .milliseconds(400), push: 10.25),
      #""start_ns":5,"duration_ms":400,"max_height_m":0.785,"push":10.25,"thrown":false"#,
      "freeFall ended: 0.40 s, at most 0.8 m"),
    line(
      .ended, StillMeasurements(start: start, duration: .seconds(6), ending: .moved),
      #""start_ns":5,"duration_ms":6000,"reason":"moved""#),
    line(
      .recognized, OrientationMeasurements(from: .faceUp, to: .faceDown, screen: .portrait),
      #""from":"faceUp","to":"faceDown","screen":"portrait""#),
    line(
      .recognized, OrientationMeasurements(from: .faceUp, to: .faceDown, screen: nil),
      #""from":"faceUp","to":"faceDown","screen":"unknown""#),
    line(
      .recognized, FlipMeasurements(to: .faceDown, duration: .milliseconds(450)),
      #""to":"faceDown","duration_ms":450"#),
    line(
      .recognized, PickUpMeasurements(from: .faceUp, rest: .seconds(4)),
      #""from":"faceUp","rest_ms":4000"#),
    line(.recognized, TiltMeasurements(angle: 36.5), #""angle_deg":36.5"#),
    line(
      .recognized, tap(.milliseconds(250)),
      #""start_ns":5,"gap_ms":250,"peak":10.25,"direction":[0.0,0.0,-1.0],"axis":"z","#
        + #""coarse":true"#),
    // A single one has no gap.
    line(
      .recognized, tap(nil),
      #""start_ns":5,"peak":10.25,"direction":[0.0,0.0,-1.0],"axis":"z","coarse":true"#,
      "tap recognized: peak 10.3 m/s², along z, coarse"),
  ]

  @Test("what was measured of each kind", arguments: measured.indices)
  func kinds(_ index: Int) {
    let (phase, measurements, json, text) = Self.measured[index]
    let kind = measurements.kind
    let event = MotionEvent(
      kind, phase, at: Timestamp(nanoseconds: 9), surroundings: surroundings,
      measurements: measurements)
    #expect(
      event.jsonLine(source: "-") == """
        {"source":"-","motion":"\(kind)","phase":"\(phase.name)","timestamp_ns":9,\(json),\
        "gravity":[0.1,0.2,9.807],"acceleration":[0.0,21.0,-3.25]}
        """)
    if let text { #expect(event.text == "0.000 s  \(text)") }
  }

  @Test("cancelled, with the reason", arguments: CancellationReason.allCases)
  func cancelled(_ reason: CancellationReason) {
    #expect(
      event(.cancelled(reason)).jsonLine(source: "-") == """
        {"source":"-","motion":"shake","phase":"cancelled","timestamp_ns":2490000000,\
        "reason":"\(reason.rawValue)"}
        """)
  }

  @Test("a path of any characters stays one JSON string on one line")
  func quoted() {
    let line = event(.cancelled(.tooLong)).jsonLine(source: "a\"b\\c\nd\u{1F}é😀")
    #expect(line.hasPrefix(#"{"source":"a\"b\\c\nd\u001fé😀","motion""#))
  }

  @Test(
    "the nearest axis",
    arguments: [
      (SIMD3(1, 0, 0), Axis.x), (SIMD3(0.6, -0.8, 0), .y), (SIMD3(-0.1, 0.1, -0.9), .z),
    ])
  func axis(_ direction: SIMD3<Double>, axis: Axis) {
    let measurements = ShakeMeasurements(
      lastSwing: Timestamp(nanoseconds: 0), duration: .zero, swings: 3, peak: 0,
      direction: direction)
    #expect(measurements.axis == axis)
  }
}

@Suite struct EventBacklogTests {
  private let wave = MotionKind(rawValue: "wave")

  private func event(_ phase: MotionEvent.Phase, of kind: MotionKind = .shake) -> MotionEvent {
    MotionEvent(kind, phase, at: Timestamp(nanoseconds: 0))
  }

  @Test("the end of a motion has a place if its beginning had one, of each kind")
  func ends() {
    var backlog = EventBacklog(limit: 2)
    func add(_ event: MotionEvent) -> [MotionEvent] { backlog.add(event) }
    #expect(add(event(.began)).count == 1)
    #expect(add(event(.began, of: wave)).count == 1)
    // Full.
    #expect(add(event(.ended)).map(\.phase) == [.ended])
    #expect(add(event(.cancelled(.tooLong), of: wave)).count == 1)
    #expect(!backlog.isEmpty)
  }

  @Test("a motion that finds no place is missed as a whole")
  func wholeMotions() {
    var backlog = EventBacklog(limit: 1)
    func add(_ event: MotionEvent) -> [MotionEvent] { backlog.add(event) }
    #expect(add(event(.recognized)).count == 1)
    #expect(add(event(.began)) == [])
    #expect(add(event(.recognized)) == [])
    backlog.removeOne()
    #expect(backlog.isEmpty)
    // There is room again, but the beginning was missed.
    #expect(add(event(.ended)) == [])
    #expect(add(event(.began)).count == 1)
    #expect(add(event(.ended)).count == 1)
  }
}
