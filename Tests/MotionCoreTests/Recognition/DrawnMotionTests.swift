// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// What each kind is, and what it is not, drawn along time: see ``Diagram`` for what the columns
/// mean.
@Suite struct DrawnMotionTests {
  /// A drawing, whose motions are detected at a rate.
  struct Drawing: CustomTestStringConvertible, Sendable {
    let diagram: Diagram
    let pipeline: MotionPipeline
    let rate: Double
    var testDescription: String { "\(diagram.testDescription), at \(rate) Hz" }
  }

  /// Drawings at each of `rates`; one that is a single line is all motion, and nothing is found.
  private static func draw(
    _ motions: [MotionConfiguration], at rates: [Double], _ title: String, _ texts: String...
  ) -> [Drawing] {
    texts.flatMap { text in
      let diagram = Diagram(title, text.contains(":") ? text : "motion: \(text)")
      return rates.map {
        Drawing(diagram: diagram, pipeline: MotionPipeline(Set(motions)), rate: $0)
      }
    }
  }

  static let shakes = [
    draw(
      [.shake(ShakeConfiguration(sensitivity: 1))], at: [100],
      "a weak motion is nothing, at the highest sensitivity too", "----------~~~~~~~~----------"),
    draw(
      [.shake(ShakeConfiguration(sensitivity: .low))], at: [100],
      "a motion of middling strength is none at low sensitivity",
      "----------ssssssss--------------"),
    draw(
      [.shake(ShakeConfiguration(sensitivity: .high))], at: [100],
      "and is one at high sensitivity",
      """
      motion: ----------ssssssss--------------
      shake:  ...........bbbbb.....eeee.......
      """),
    draw(
      [.shake(ShakeConfiguration(window: .seconds(1)))], at: [100],
      "1.5 s are too long for a window of 1 s",
      """
      motion: ----------SSSSSSSSSSSSSSS-------------
      shake:  ...........bbbb......cccc.............
      """),
    draw(
      [.shake(ShakeConfiguration(window: .seconds(1.5)))], at: [100],
      "a longer window lets a longer shake end",
      """
      motion: ----------SSSSSSSSSSSSSSS-------------
      shake:  ...........bbbb.............eeee......
      """),
    draw(
      [.shake(ShakeConfiguration(swingsToBegin: 2))], at: [100], "with two swings to begin",
      """
      motion: ----------SSSSSSSS--------------
      shake:  ...........bbbb......eeee.......
      """),
    draw(
      [.shake(ShakeConfiguration(swingsToBegin: 4))], at: [100],
      "with four swings to begin a shake begins later",
      """
      motion: ----------SSSSSSSS--------------
      shake:  ............bbbbbb..eeeee.......
      """),
    draw(
      [.shake(ShakeConfiguration(swingsToBegin: 4))], at: [100],
      "with four swings to begin a stroke, once there and back, does not",
      "----------S----------------"),
  ]

  static let falls = [
    draw(
      [.shake(), .freeFall()], at: [25, 50, 100, 200, 400],
      "a fall begins after 200 ms, and ends 0.4 s after its impact",
      """
      motion:   ----------ffffff----------
      freeFall: ...........bbb.....eee....
      """),
    draw(
      [.shake(), .freeFall()], at: [50, 100, 400], "a short fall is none",
      "----------f---------------"),
    draw(
      [.shake(), .freeFall()], at: [50, 100, 400], "a shake is no fall",
      """
      motion: ----------SSSSSSSS-------------------
      shake:  ...........bbbb......eeeee...........
      """),
    draw(
      [.shake(), .freeFall()], at: [100],
      "a fall of more than 3 s is a broken sensor; after it the next one counts",
      """
      motion:   -----ffffffffffffffffffffffffffffffffffffff----------fffff----------
      freeFall: ......bbb.........................ccc.................bbb....eee....
      """),
    draw(
      [.shake(), .freeFall()], at: [100],
      "a gap or an interruption cancels a fall, also while its impact is awaited",
      """
      motion:   ----------ffff!!!!!----------
      freeFall: ...........bbb..ccc..........
      """,
      """
      motion:   ----------fffff--x----------
      freeFall: ...........bbb..ccc.........
      """),
  ]

  /// Taps beside double taps.
  private static let both: [MotionConfiguration] = [.tap(waitsForDoubleTap: true), .doubleTap()]

  static let taps = [
    draw(
      [.tap()], at: [100, 200, 400],
      "a tap by itself is recognized at once, and a double tap is two",
      """
      motion: ----------k---------k--k----------
      tap:    ..........rr........rr.rr.........
      """),
    draw(
      both, at: [100, 200, 400],
      "beside double taps it is recognized once no second can come",
      """
      motion:    ----------k-----------k--k----------
      tap:       ................rr..................
      doubleTap: .........................rr.........
      """),
    draw(
      [.doubleTap()], at: [200, 400],
      "a double tap waits for no third; of a rattle, or of a slow drum, it is the first two",
      """
      motion:    ----------k-k-k-k-k----------k-k----------
      doubleTap: ............rr.................rr.........
      """,
      """
      motion:    ----------k---k---k---k---k---k----------
      doubleTap: ..............rr.........................
      """),
    draw(
      both, at: [100, 200], "two taps 0.6 s apart are two",
      """
      motion: ----------k-----k--------------
      tap:    ................rr....rr.......
      """),
    draw(
      [.tap()], at: [100, 200, 400],
      "no tap: walking, in a shake, after a fall, when it is put down",
      "-----wwwwwwwwwwkwwwwwwwwkwkwwww-----", "-----SSSSSSSSk-k--------------------",
      "-----ffffff--k--k-------------------", "-----ooooooooooooooooooook-k--------"),
    draw(
      [.doubleTap()], at: [100, 200, 400], "nor a double tap",
      "-----wwwwwwwwwwkwwwwwwwwkwkwwww-----", "-----SSSSSSSSk-k--------------------",
      "-----ffffff--k--k-------------------", "-----ooooooooooooooooooook-k--------"),
    draw(
      [.doubleTap()], at: [200],
      "the filters need half a second from the start, and after a gap or an interruption",
      "---k---", "---------k--x--k-----", "---------k--!!!!!!--k----"),
    draw([.tap()], at: [200], "also for one", "---k-------"),
    draw(
      [.tap()], at: [50], "at 50 Hz most of a tap lies between two readings: it is missed",
      "----------k---------k--k----------"),
  ]

  private static let soon = MotionConfiguration.still(duration: .seconds(1))

  static let rests = [
    draw(
      [.still()], at: [10, 25, 50, 100, 200],
      "a rest begins after 5 s, and ends when the device is moved",
      """
      motion: wwwwwwwwww\(String(repeating: "-", count: 70))wwwwwwwwww
      still:  \(String(repeating: ".", count: 57))bbbbbbbb...............eeeee.....
      """),
    draw(
      [soon], at: [25, 100, 400], "a knock is no motion",
      """
      motion: wwwww--------------------k--------------------wwwww
      still:  ..............bbbbbb..........................eeee.
      """),
    draw([soon], at: [25, 100, 400], "a shorter rest is none", "wwwww-------wwwww-------wwwww"),
    draw(
      [soon], at: [100], "a gap or an interruption cancels it, and nothing else does",
      """
      motion: wwwww--------------------!!!!!--------------------x----
      still:  ..............bbbbbb.......ccc.........bbb.......cc....
      """),
  ]

  /// A device that lay on its back for so long that leaving it is a pick-up.
  private static let rested = String(repeating: "U", count: 40)

  static let poses = [
    draw(
      [.orientation()], at: [10, 25, 50, 100, 200],
      "a change is recognized half a second after the turn; the first orientation is not reported",
      """
      motion:      PPPPPPPPPPPPPPPLLLLLLLLLLLLLLLUUUUUUUUUUUUUUUBBBBBBBBBBBBBBBRRRRRRRRRRRRRRRDDDDDDDDDDDDDDD
      orientation: .......................rrrrr..........rrrrr..........rrrrr..........rrrrr..........rrrrr..
      """),
    draw(
      [.orientation()], at: [25, 100, 400],
      "a short turn, a pose between two faces, a walk, a shake and a fall are no change",
      "PPPPPPPPPPPPPPPLLLLPPPPPPPPPPPPPPPPPPP", "PPPPPPPPPPwwwwwwwwwwwwwwwwwwwwPPPPPPPP",
      "PPPPPPPPPPSSSSSSSS--------------------", "UUUUUUUUUUffffff----------------------"),
    draw(
      [.flip()], at: [25, 50, 100, 200, 400],
      "a flip is recognized when the device lies on the other side, also after a second on its edge",
      """
      motion: UUUUUUUUUUUUUUUUUUUUDDDDDDDDDDDDDDDDDDDDUUUUUUUUUUUUUUUUUUUU
      flip:   ...........................rrrr................rrrr.........
      """,
      """
      motion: UUUUUUUUUUUUUUUUUUUUPPPPPPPPPPDDDDDDDDDDDDDDDDDDDD
      flip:   .....................................rrrr.........
      """),
    draw(
      [.flip()], at: [25, 100],
      "a turn from another pose, a slow one, and one back are no flips",
      "PPPPPPPPPPPPPPPPPPPPDDDDDDDDDDDDDDDDDDDD",
      "UUUUUUUUUUPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPDDDDDDDDDDDDDDD",
      "UUUUUUUUUUUUUUUUUUUUPPPPPUUUUUUUUUUUUUUUUUUUU", "UUUUUUUUUUUUUUDDDUUUUUUUUUUUUUUU"),
    draw(
      [.pickUp()], at: [25, 50, 100, 200, 400],
      "a pick-up is recognized when the device leaves its rest of 3 s",
      """
      motion: UUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUPPPPPPPPPPPPPPPPPPPP
      pickUp: ........................................rrrrr...............
      """),
    draw(
      [.pickUp()], at: [25, 100],
      "a shorter rest, a knock, a device that did not lie flat, and a fall are no pick-ups",
      "UUUUUUUUUUUUUUUUUUUUPPPPPPPPPPPPPPPPPPPP", rested + "k-------------------",
      String(repeating: "P", count: 40) + "UUUUUUUUUUPPPPPPPPPP",
      rested + "ffffff--------------"),
    draw(
      [.tilt()], at: [10, 25, 100, 200, 400], "a tilt is recognized once for a turn, however far",
      """
      motion: PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLL
      tilt:   ....................................rrrrrr............................
      """),
    draw(
      [.tilt()], at: [10, 25, 100, 200, 400], "a short turn is none",
      "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPLLPPPPPPPPPP"),
  ]

  @Test("it is as drawn", arguments: (shakes + falls + taps + rests + poses).flatMap(\.self))
  func drawn(_ drawing: Drawing) throws {
    try drawing.diagram.verify(drawing.pipeline, rate: drawing.rate)
  }

  @Test(
    "with all kinds detected, a motion that looks like another gives exactly the events it is",
    arguments: [
      (
        "a device that falls from a table was not picked up", rested + "UUUUUfffff---------------",
        [.freeFall]
      ),
      (
        "nor one that falls on its edge", rested + "UUUUUfffffPPPPPPPPPPPPPPP",
        [.freeFall, .orientation, .tilt]
      ),
      (
        "a shake turns nothing, and tilts nothing",
        "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPSSSSSSSS----------------", [.shake]
      ),
      (
        "within three seconds of a flip nothing is picked up",
        "UUUUUUUUUUUUUUUUUUUUDDDDDDDDDDDDDDDDDDDDDDDDDPPPPPPPPPPPPPPP",
        [.flip, .orientation, .tilt]
      ),
      (
        "a device laid on its face was not turned over",
        "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPDDDDDDDDDDDDDDD", [.orientation, .tilt]
      ),
      (
        "one that turned over in the air was not flipped",
        "UUUUUUUUUUUUUUUUUUUUUUUUUfffffDDDDDDDDDDDDDDDDDDDD", [.freeFall, .orientation, .tilt]
      ),
      (
        "walking face down in a pocket is neither a flip nor a pick-up",
        "DDDDDDDDDDwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", []
      ),
    ] as [(String, String, Set<MotionKind>)])
  func crossEffects(_ title: String, _ motion: String, _ kinds: Set<MotionKind>) throws {
    var pipeline = MotionPipeline(MotionOptions().configurations(of: MotionRegistry.kinds))
    let readings = try Diagram(title, "motion: \(motion)").readings(rate: 100)
    #expect(Set(pipeline.events(in: readings).map(\.kind)) == kinds)
  }
}
