// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Flips, pick-ups and tilts drawn along time.
@Suite struct HandlingDetectorTests {
  private static let flip = MotionPipeline([.flip()])
  private static let pickUp = MotionPipeline([.pickUp()])
  private static let tilt = MotionPipeline([.tilt()])

  @Test(
    "a flip is recognized when the device lies on the other side",
    arguments: [25.0, 50, 100, 200, 400])
  func flips(rate: Double) throws {
    try Diagram(
      "over and back",
      """
      motion: UUUUUUUUUUUUUUUUUUUUDDDDDDDDDDDDDDDDDDDDUUUUUUUUUUUUUUUUUUUU
      flip:   ...........................rrrr................rrrr.........
      """
    ).verify(Self.flip, rate: rate)
    try Diagram(
      "with a pause of a second on its edge",
      """
      motion: UUUUUUUUUUUUUUUUUUUUPPPPPPPPPPDDDDDDDDDDDDDDDDDDDD
      flip:   .....................................rrrr.........
      """
    ).verify(Self.flip, rate: rate)
  }

  @Test("a turn from another pose, a slow one, and one back are no flips", arguments: [25.0, 100])
  func noFlips(rate: Double) throws {
    for motion in [
      "PPPPPPPPPPPPPPPPPPPPDDDDDDDDDDDDDDDDDDDD",
      "UUUUUUUUUUPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPDDDDDDDDDDDDDDD",
      "UUUUUUUUUUUUUUUUUUUUPPPPPUUUUUUUUUUUUUUUUUUUU", "UUUUUUUUUUUUUUDDDUUUUUUUUUUUUUUU",
    ] {
      try Diagram("no flip", "motion: \(motion)").verify(Self.flip, rate: rate)
    }
  }

  @Test("a flip tells the side and how long it took; the face is a state")
  func flipMeasurements() {
    var pipeline = Self.flip
    let readings = MotionScript.turnOver.recording(rate: 50).readings
    var findings = readings.flatMap { pipeline.findings(at: .reading($0)) }
    findings += pipeline.findings(at: .interruption)
    let faces = findings.compactMap { finding -> MotionState? in
      if case .state(let face) = finding { face } else { nil }
    }
    #expect(
      faces == [
        .face(.faceUp), .face(nil), .face(.faceDown), .face(nil), .face(.faceUp), .face(nil),
      ])
    let flips = findings.compactMap { $0.event?.measurements?[FlipMeasurements.self] }
    #expect(flips.map(\.to) == [.faceDown, .faceUp])
    #expect(flips.allSatisfy { (0.3...0.7).contains($0.duration.seconds) })
  }

  @Test(
    "a pick-up is recognized when the device leaves its rest of 3 s",
    arguments: [25.0, 50, 100, 200, 400])
  func pickUps(rate: Double) throws {
    try Diagram(
      "taken up",
      """
      motion: UUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUPPPPPPPPPPPPPPPPPPPP
      pickUp: ........................................rrrrr...............
      """
    ).verify(Self.pickUp, rate: rate)
  }

  @Test(
    "a shorter rest, a knock, a device that did not lie flat, and a fall are no pick-ups",
    arguments: [25.0, 100])
  func noPickUps(rate: Double) throws {
    let rest = String(repeating: "U", count: 40)
    for motion in [
      "UUUUUUUUUUUUUUUUUUUUPPPPPPPPPPPPPPPPPPPP", rest + "k-------------------",
      String(repeating: "P", count: 40) + "UUUUUUUUUUPPPPPPPPPP", rest + "ffffff--------------",
    ] {
      try Diagram("no pick-up", "motion: \(motion)").verify(Self.pickUp, rate: rate)
    }
  }

  @Test("a tilt is recognized once for a turn, however far", arguments: [10.0, 25, 100, 200, 400])
  func tilts(rate: Double) throws {
    try Diagram(
      "upright, then on its side",
      """
      motion: PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLL
      tilt:   ....................................rrrrrr............................
      """
    ).verify(Self.tilt, rate: rate)
    try Diagram("a short turn", "motion: \(String(repeating: "P", count: 30))LLPPPPPPPPPP").verify(
      Self.tilt, rate: rate)
  }

  @Test("JSON has the fields of flip, pick-up and tilt")
  func lines() {
    func line<Kind: Measurements>(_ measurements: Kind) -> String {
      String(
        MotionEvent(
          Kind.kind, .recognized, at: Timestamp(nanoseconds: 9),
          measurements: MotionMeasurements(measurements)
        ).jsonLine(source: "-").dropFirst(24))
    }
    #expect(
      line(FlipMeasurements(to: .faceDown, duration: .milliseconds(450)))
        == "flip\",\"phase\":\"recognized\",\"timestamp_ns\":9,\"to\":\"faceDown\",\"duration_ms\":450}"
    )
    #expect(
      line(PickUpMeasurements(from: .faceUp, rest: .seconds(4)))
        == "pickUp\",\"phase\":\"recognized\",\"timestamp_ns\":9,\"from\":\"faceUp\",\"rest_ms\":4000}"
    )
    #expect(
      line(TiltMeasurements(angle: 36.5))
        == "tilt\",\"phase\":\"recognized\",\"timestamp_ns\":9,\"angle_deg\":36.5}")
  }
}

/// Motions that look like others, with all kinds detected: exactly the events that are meant.
@Suite struct CrossEffectTests {
  private static let all = MotionPipeline(MotionOptions().configurations(of: MotionRegistry.kinds))

  /// The kinds of the events of `motion`, each once.
  private func kinds(_ motion: String) throws -> Set<MotionKind> {
    var pipeline = Self.all
    let readings = try Diagram("", "motion: \(motion)").readings(rate: 100)
    return Set(pipeline.events(in: readings).map(\.kind))
  }

  private static let rest = String(repeating: "U", count: 45)

  @Test("landing beside pick-up: a device that falls from a table was not picked up")
  func landing() throws {
    #expect(try kinds(Self.rest + "fffff---------------") == [.freeFall])
    // On its edge.
    #expect(
      try kinds(Self.rest + "fffffPPPPPPPPPPPPPPP") == [.freeFall, .orientation, .tilt])
  }

  @Test("shake beside orientation: a shake turns nothing, and tilts nothing")
  func shake() throws {
    #expect(try kinds("PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPSSSSSSSS----------------") == [.shake])
  }

  @Test("flip beside pick-up: within three seconds of a flip nothing is picked up")
  func flip() throws {
    let motion = "UUUUUUUUUUUUUUUUUUUUDDDDDDDDDDDDDDDDDDDDDDDDDPPPPPPPPPPPPPPP"
    #expect(try kinds(motion) == [.flip, .orientation, .tilt])
  }

  @Test("putting down beside flip: a device laid on its face was not turned over")
  func puttingDown() throws {
    #expect(try kinds("PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPDDDDDDDDDDDDDDD") == [.orientation, .tilt])
  }

  @Test("fall beside flip: a device that was thrown and turned over in the air was not flipped")
  func thrown() throws {
    let kinds = try kinds("UUUUUUUUUUUUUUUUUUUUUUUUUfffffDDDDDDDDDDDDDDDDDDDD")
    #expect(kinds.contains(.freeFall))
    #expect(!kinds.contains(.flip) && !kinds.contains(.pickUp))
  }

  @Test("walking in a pocket beside flip and pick-up: face down, it is neither")
  func pocket() throws {
    #expect(try kinds("DDDDDDDDDDwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww").isEmpty)
  }
}
