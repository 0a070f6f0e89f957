import MotionCore
import Testing

/// Time drawn as text: see ``Timeline`` for what the columns mean.
@Suite struct ShakeDetectorTests {
  /// A motion, and under each of its columns what happens there.
  struct Drawing: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var motion: String
    var events: String

    init(_ name: String, _ motion: String, _ events: String) {
      (testDescription, self.motion, self.events) = (name, motion, events)
    }
  }

  static let drawings = [
    Drawing(
      "rest is nothing",
      ".........................................................",
      "........................................................."),
    Drawing(
      "a stroke and its way back begin, and turn out to be no shake",
      "..........^^^vvv.......................................",
      "..................b...................c................"),
    Drawing(
      "there and back twice is a shake",
      "..........^^^vvv^^^vvv.................................",
      ".................b..........................e.........."),
    Drawing(
      "three times too",
      "..........^^^vvv^^^vvv^^^vvv...........................",
      ".................b................................e...."),
    Drawing(
      "a pause of 380 ms does not end it",
      "..........^^^vvv^^^vvv...................^^^vvv^^^vvv..............................",
      ".................b.........................................................e......."),
    Drawing(
      "a second shake follows at once, and need not be stronger than the first",
      "..........^^^vvv^^^vvv.........................^^^vvv^^^vvv..........................",
      ".................b..........................e.........b..........................e..."),
    Drawing(
      "shaking on for longer than the window cancels it, and nothing begins until it stops",
      "..........^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv^^^vvv......",
      ".................b..................................................c..................."),
    Drawing(
      "after a shake that went on for too long quiet is needed, but no stronger shake",
      ".........." + String(repeating: "^^^vvv", count: 10) + "..........^^^vvv^^^vvv"
        + String(repeating: ".", count: 75) + "^^^vvv^^^vvv................................",
      ".................b..................................................c"
        + String(repeating: ".", count: 98)
        + ".......b..........................e........."),
    Drawing(
      "strokes with a rest between them are no shake",
      "....^^^" + String(repeating: ".", count: 60) + "^^^" + String(repeating: ".", count: 60)
        + "^^^.......",
      String(repeating: ".", count: 140)),
    Drawing(
      "swings of half a second are no shake",
      ".........."
        + "^^^^^^^^^^^^^^^^^^^^^^^^^vvvvvvvvvvvvvvvvvvvvvvvvv"
        + "^^^^^^^^^^^^^^^^^^^^^^^^^vvvvvvvvvvvvvvvvvvvvvvvvv....................",
      ".........."
        + ".................................................."
        + "......................................................................"),
    Drawing(
      "readings that break off cancel it",
      "..........^^^vvv^^^vvv_____________________________........",
      ".................b.................................c......."),
  ]

  @Test("drawn", arguments: drawings)
  func drawn(_ drawing: Drawing) {
    #expect(Timeline.play(drawing.motion) == drawing.events)
  }

  @Test("along any direction", arguments: [SIMD3(0, 1, 0), [0, 0, 1], [0.6, 0, -0.8]])
  func directions(_ direction: SIMD3<Double>) {
    let motion = "..........^^^vvv^^^vvv.............................."
    let events = Timeline.play(motion, along: direction)
    #expect(events.filter { $0 != "." } == "be")
  }

  @Test("a weak motion is nothing, at the highest sensitivity too")
  func weak() {
    let motion = "..........^^^vvv^^^vvv.............................."
    for sensitivity in [Sensitivity.low, .medium, .high, Sensitivity(1) ?? .high] {
      let events = Timeline.play(motion, strength: 4, ShakeConfiguration(sensitivity: sensitivity))
      #expect(events.allSatisfy { $0 == "." })
    }
  }

  @Test("a motion of middling strength takes a high sensitivity")
  func sensitivity() {
    let motion = "..........^^^^^^^vvvvvvv^^^^^^^vvvvvvv........................................"
    func events(_ sensitivity: Sensitivity) -> String {
      Timeline.play(motion, strength: 10, ShakeConfiguration(sensitivity: sensitivity))
        .filter { $0 != "." }
    }
    #expect(events(.low) == "")
    #expect(events(.high) == "be")
  }

  @Test("a longer window lets a longer shake end")
  func window() {
    let swings = String(repeating: "^^^vvv", count: 12)
    let motion = ".........." + swings + "..............................."
    func events(_ window: Double) -> String {
      Timeline.play(motion, ShakeConfiguration(window: window)).filter { $0 != "." }
    }
    #expect(events(1) == "bc")
    #expect(events(1.5) == "be")
  }

  @Test("an interruption makes a detector like new")
  func reset() {
    var used = ShakeDetector()
    var fresh = ShakeDetector()
    for index: Int64 in 0..<200 {
      let wave = index % 20 < 10 ? 20.0 : -20.0
      _ = used.handle(
        .reading(
          Reading(
            timestamp: Timestamp(nanoseconds: index * 10_000_000),
            acceleration: SIMD3(wave, 0, 9.8))))
    }
    _ = used.handle(.interruption(at: Timestamp(nanoseconds: 2_000_000_000)))
    for index: Int64 in 0..<200 {
      let wave = index % 24 < 12 ? 18.0 : -18.0
      let input = DetectorInput.reading(
        Reading(
          timestamp: Timestamp(nanoseconds: index * 10_000_000),
          acceleration: SIMD3(0, wave, 9.8)))
      #expect(used.handle(input) == fresh.handle(input))
    }
  }

  @Test("ended tells how many swings, how long, how strong and where to")
  func measurements() throws {
    var bank = DetectorBank()
    var ended: Measurements?
    for index: Int64 in 0..<300 {
      let seconds = Double(index) / 100
      // Two and a half swings there and back at 5 Hz, along y.
      let isShaking = (1..<1.5).contains(seconds)
      let push = isShaking ? (Int(seconds * 10).isMultiple(of: 2) ? 25.0 : -25.0) : 0
      let reading = Reading(
        timestamp: Timestamp(nanoseconds: index * 10_000_000),
        acceleration: SIMD3(0, push, 9.8))
      bank.process(reading) { event in
        if case .ended(let surroundings, let measurements) = event.phase {
          ended = measurements
          #expect(abs(surroundings.gravity.z - 9.8) < 0.1)
          #expect(surroundings.acceleration == SIMD3(0, 0, 9.8))
        }
      }
    }
    let shake = try #require(ended)
    #expect((5...6).contains(shake.swings))
    #expect(abs(Double(shake.duration) * 1e-9 - 0.5) < 0.06)
    #expect(abs(shake.lastSwing.seconds(since: Timestamp(nanoseconds: 1_500_000_000))) < 0.06)
    #expect(abs(shake.peak - 25) < 3)
    #expect(shake.direction.y > 0.99)
    #expect(shake.axis == .y)
  }
}
