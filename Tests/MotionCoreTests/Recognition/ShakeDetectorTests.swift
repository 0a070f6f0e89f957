// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// What a shake is, drawn along time: see ``Diagram`` for what the columns mean.
@Suite struct ShakeDetectorTests {
  static let diagrams = [
    Diagram(
      "rest is nothing",
      """
      motion: ----------------------------------------
      shake:  ........................................
      """),
    Diagram(
      "there and back twice is a shake",
      """
      motion: ----------SSSS--------------
      shake:  ...........bbbb..eeee.......
      """),
    Diagram(
      "four times too",
      """
      motion: ----------SSSSSSSS--------------
      shake:  ...........bbbb......eeee.......
      """),
    Diagram(
      "a pause of 200 ms does not end it",
      """
      motion: ----------SSSS--SSSS--------------
      shake:  ...........bbbb........eeee.......
      """),
    Diagram(
      "a second shake follows at once, and need not be stronger than the first",
      """
      motion: ----------SSSS----------SSSS--------------
      shake:  ...........bbbb..eeee....bbbb..eeee.......
      """),
    Diagram(
      "shaking on for longer than the window cancels it, and nothing begins until it stops",
      """
      motion: ----------SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS--------
      shake:  ...........bbbb......cccc.................................
      """),
    Diagram(
      "after a shake that went on for too long quiet is needed, but no stronger shake",
      """
      motion: ----------SSSSSSSSSSSSSSSSSSSS--SSSS---------------SSSS---------
      shake:  ...........bbbb......cccc...........................bbbb..eeee..
      """),
    Diagram(
      "0.5 s of quiet after a shake that went on for too long suffice: people shake again at once",
      """
      motion: ----------SSSSSSSSSSSSSSSSSSSS-------SSSS---------
      shake:  ...........bbbb......cccc...........bbbb..eeee....
      """),
    Diagram(
      "strokes with a rest between them are no shake",
      """
      motion: ----s------------s------------s------------s-------
      """),
    Diagram(
      "slow swings end as no shake",
      """
      motion: ----------oooooooooooooooooooo------------
      shake:  .............bbbbbbbbbbbccccccccccccc.....
      """),
    Diagram("trembling is no shake", "motion: ----------~~~~~~~~~~~~~~~~~~~~----------"),
    Diagram("walking is no shake", "motion: -----wwwwwwwwwwwwwwwwwwwwwwwwwwwwww-----"),
    Diagram("knocks are no shake", "motion: ----------k-k-k-k-kkkkkk--k-----k-------"),
    Diagram(
      "a shake while walking is one",
      """
      motion: -----wwwwwwwwwwwwwwwwwwwwwwwwwSSSSSSwwwwwwwwwwwwwwwww
      shake:  ...............................bbbb....eeee..........
      """),
    Diagram(
      "readings that break off cancel it",
      """
      motion: ----------SSSSSS!!!!!SSSS-------------
      shake:  ...........bbbb...c...bbbb.eeee.......
      """),
    Diagram(
      "an interruption cancels it, and the next shake is one",
      """
      motion: ----------SSSSSSx----SSSS-------------
      shake:  ...........bbbbc......bbbb.eeee.......
      """),
  ]

  @Test("drawn", arguments: diagrams, [25.0, 100, 400])
  func drawn(_ diagram: Diagram, _ rate: Double) throws {
    try diagram.verify(rate: rate)
  }

  @Test("ended tells how many swings, how long, how strong and where to")
  func measurements() throws {
    var bank = MotionPipeline()
    var ended: ShakeMeasurements?
    for index: Int64 in 0..<300 {
      let seconds = Double(index) / 100
      // Two and a half swings there and back at 5 Hz, along y.
      let isShaking = (1..<1.5).contains(seconds)
      let push = isShaking ? (Int(seconds * 10).isMultiple(of: 2) ? 25.0 : -25.0) : 0
      let reading = Reading(
        timestamp: Timestamp(nanoseconds: index * 10_000_000),
        acceleration: SIMD3(0, push, 9.8))
      for event in bank.events(at: .reading(reading)) where event.phase == .ended {
        if let measurements = event.measurements?[ShakeMeasurements.self] { ended = measurements }
        let surroundings = try #require(event.surroundings)
        #expect(abs(surroundings.gravity.z - 9.8) < 0.1)
        #expect(surroundings.acceleration == SIMD3(0, 0, 9.8))
      }
    }
    let shake = try #require(ended)
    #expect((5...6).contains(shake.swings))
    // The low-pass filter comes to rest some 70 ms later than the hand.
    #expect((0.5...0.6).contains(shake.duration.seconds))
    let stop = Timestamp(nanoseconds: 1_500_000_000)
    #expect((0.0...0.1).contains(shake.lastSwing.seconds(since: stop)))
    #expect(abs(shake.peak - 25) < 3)
    #expect(shake.direction.y > 0.99)
    #expect(shake.axis == .y)
  }
}
