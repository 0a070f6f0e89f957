// SPDX-License-Identifier: Apache-2.0

import Testing
import TouchCore

/// What recognizers make of fingers, where a ``Drawing`` says it whole.
struct DrawnGestures: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let recognizers: KeyValuePairs<String, GestureKind>
  private let waits: [String: String]
  private let drawing: String

  /// - Parameters:
  ///   - title: the rule
  ///   - recognizers: by name, in the order of adding; `x on ab` receives these fingers alone, and
  ///     `x depth 1` is of a view that deep
  ///   - waits: those of which the first requires the second to fail
  ///   - drawing: the fingers, and what is recognized
  init(
    _ title: String, _ recognizers: KeyValuePairs<String, GestureKind>,
    waits: [String: String] = [:], _ drawing: String
  ) {
    (testDescription, self.recognizers) = (title, recognizers)
    (self.waits, self.drawing) = (waits, drawing)
  }

  func verify() throws {
    var (scene, ids) = (Scene(), [String: GestureID]())
    for (key, kind) in recognizers {
      let words = key.split(separator: " ").map(String.init)
      let fingers = words.contains("on") ? words.last : nil
      let depth = words.contains("depth") ? words.last.flatMap { Int($0) } ?? 0 : 0
      ids[words[0]] = scene.add(words[0], kind, on: fingers, depth: depth)
    }
    for (one, other) in waits {
      scene.bank.require(try #require(ids[one]), toFail: try #require(ids[other]))
    }
    try Drawing(drawing).verify(scene)
  }
}

@Suite struct DrawnGestureTests {
  private static let states = [
    DrawnGestures(
      "G001 a gesture that happens ends, or fails", ["tap": .tap()],
      """
      a:   d.u.....d>>.u
      tap: ..e.......f..
      """),
    DrawnGestures(
      "G002 a gesture that lasts begins, changes, and ends or is cancelled",
      ["tap": .tap(), "pan depth -1": .pan()],
      """
      a:   d>.>>.u...d>>c.
      tap: .f.........f...
      pan: .b.cc.e....bcx.
      """),
    DrawnGestures(
      "G023 a finger taken back cancels what goes on, and what might be fails",
      ["pan on a": .pan(), "tap on b": .tap()],
      """
      a:   d>>c..
      b:   d...c.
      pan: .bcx..
      tap: ....f.
      """),
  ]

  private static let conflicts = [
    DrawnGestures(
      "G030 the first that proves itself wins", ["press": .press(), "pan": .pan(), "tap": .tap()],
      """
      a:     d...>>..u...d...........u
      press: ....f.................b.e
      pan:   ....bc..e.............f..
      tap:   ....f.................f..
      """),
    DrawnGestures(
      "G032 those that share no finger both win", ["left on a": .pan(), "right on b": .pan()],
      """
      a:     d.>>..u
      b:     d.>>..u
      left:  ..bc..e
      right: ..bc..e
      """),
    DrawnGestures(
      "G033 an inner single tap leaves no room for an outer double one",
      ["double": .tap(taps: 2), "single depth 1": .tap()],
      """
      a:      d.u.d.u.
      single: ..e...e.
      double: ......f.
      """),
    DrawnGestures(
      "G034 in one frame on one view: more taps first, then the order of adding",
      ["first": .tap(), "second": .tap(), "double": .tap(taps: 2)],
      """
      a:      d.u.d.u.
      first:  ..e...f.
      second: ..f...f.
      double: ......e.
      """),
    DrawnGestures(
      "G036 of two taps the double one is recognized, and the next single one waits again",
      ["single": .tap(), "double": .tap(taps: 2)], waits: ["single": "double"],
      """
      a:      d.u.d.u..d.u.........
      single: ......f...........e..
      double: ......e...........f..
      """),
    DrawnGestures(
      "G038 without a requirement single comes at the first tap, double at the second",
      ["single": .tap(), "double": .tap(taps: 2), "triple": .tap(taps: 3)],
      """
      a:      t..t..t..
      single: e..f..f..
      double: ...e..f..
      triple: ......e..
      """),
    DrawnGestures(
      "G039 a swipe before a pan: a fast one is no pan, a slow one is when the swipe has failed",
      ["pan": .pan(), "swipe": .swipe(.right)], waits: ["pan": "swipe"],
      """
      a:     d>>>..u...d>.........>>.u
      pan:   ...f................bcc.e
      swipe: ...e................f....
      """),
    DrawnGestures(
      "G043 press and pan: moved early it is a pan; held first it is a press, which follows",
      ["press": .press(), "pan": .pan()],
      """
      a:     d..>>..u......d...........>>>.u
      press: ...f....................b.ccc.e
      pan:   ...bc..e................f......
      """),
  ]

  private static let taps = [
    DrawnGestures(
      "G050 a tap is recognized when it lifts", ["tap": .tap()],
      """
      a:   d..u..
      tap: ...e..
      """),
    DrawnGestures(
      "G054 a tap of two fingers: they overlap, and the last lift counts",
      ["tap": .tap(fingers: 2)],
      """
      a:   d.u...d.u.....
      b:   .d.u.....d.u..
      tap: ...e....f..f..
      """),
    DrawnGestures(
      "G056 a press begins after 500 ms, follows however far, and ends when it lifts",
      ["press": .press()],
      """
      a:     d.....)......>>>.u.
      press: ..........b..ccc.e.
      """),
    DrawnGestures(
      "G056 a press of two fingers counts from the second, and ends with the first",
      ["press": .press(fingers: 2)],
      """
      a:     d............u.
      b:     ..d............
      press: ............be.
      """),
    DrawnGestures(
      "G058 a tap, then a press", ["press": .press(taps: 1)],
      """
      a:     d.u..d...........>.u...d...u........
      press: ...............b.c.e..............f.
      """),
  ]

  private static let moving = [
    DrawnGestures(
      "G061 a pan begins after panSlop, and ends when too few fingers are left",
      ["pan on ab": .pan(fingers: 2...2), "one on c": .pan()],
      """
      a:   d.))>.u.
      b:   d.))>...
      c:   d)...)u.
      pan: ...bc.e.
      one: .....be.
      """),
    DrawnGestures(
      "G066 a swipe of two fingers is their mean; one alone, or three, are none",
      ["swipe": .swipe(.right, fingers: 2)],
      """
      a:     d.>>>.u..d>>...d..>>
      b:     .d>>>.u..........d..
      c:     ..................d.
      swipe: ....e......f......f.
      """),
  ]

  @Test("as drawn", arguments: states + conflicts + taps + moving)
  func drawn(_ gestures: DrawnGestures) throws { try gestures.verify() }
}
