// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import TouchCore

@Suite("Touches: who may have which finger")
@MainActor
struct TouchSharingTests {
  private let stage = TouchStage()
  private let pad: Pad
  private let other: Pad

  init() {
    pad = stage.pad("pad", x: 100, y: 100)
    other = stage.pad("other", x: 200, y: 100)
  }

  @Test("T050 T053 a view gets its first finger alone, in all phases; others are not concerned")
  func first() {
    stage.down(110, 110)
    stage.down(120, 110, finger: 1)
    stage.move(121, 110, finger: 1)
    stage.down(210, 110, finger: 2)
    stage.move(111, 110)
    stage.up(finger: 1)
    stage.up()
    #expect(
      stage.drain() == ["pad began a", "other began c", "pad moved a", "pad ended a"])
  }

  @Test("T051 T052 an ignored finger stays ignored; a third one is delivered")
  func ignored() {
    stage.down(110, 110)
    stage.down(120, 110, finger: 1)
    stage.up()
    stage.move(121, 110, finger: 1)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
    stage.down(130, 110, finger: 2)
    stage.up(finger: 1)
    stage.up(finger: 2)
    #expect(stage.drain() == ["pad began c", "pad ended c"])
  }

  @Test("T054 ignored fingers are in the event, and not among those of the view")
  func inEvent() {
    var counts: [[Int?]] = []
    pad.onTouches = { [pad] _, touches, event in
      counts.append([touches.count, event?.touches(for: pad)?.count, event?.allTouches?.count])
    }
    stage.frame((0, .down(110, 110)), (1, .down(120, 110)))
    stage.move(111, 110)
    stage.up()
    #expect(counts == [[1, 1, 2], [1, 1, 2], [1, 1, 2]])
  }

  @Test("T055 T056 an exclusive view and the rest of its window exclude each other")
  func exclusive() {
    pad.isExclusiveTouch = true
    stage.down(110, 110)
    stage.down(210, 110, finger: 1)
    stage.up()
    stage.up(finger: 1)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
    stage.down(210, 110)
    stage.down(110, 110, finger: 1)
    stage.up(finger: 1)
    stage.up()
    #expect(stage.drain() == ["other began c", "other ended c"])
  }

  @Test("T057 an exclusive view may have several fingers")
  func several() {
    pad.isExclusiveTouch = true
    pad.isMultipleTouchEnabled = true
    stage.frame((0, .down(110, 110)), (1, .down(120, 110)), (2, .down(210, 110)))
    #expect(stage.drain() == ["pad began ab"])
  }

  @Test("T058 another window is not concerned by an exclusive view")
  func windows() {
    pad.isExclusiveTouch = true
    let window = TouchWindow(stage.journal, stage.application)
    stage.down(110, 110)
    stage.down(10, 10, finger: 1, in: window)
    #expect(stage.drain() == ["pad began a", "window began b"])
  }

  @Test("T059 of one frame the finger that comes first wins", arguments: [true, false])
  func oneFrame(exclusiveFirst: Bool) {
    pad.isExclusiveTouch = true
    let fingers: [(Int32, TouchChange.Kind)] = [(0, .down(110, 110)), (1, .down(210, 110))]
    let order = exclusiveFirst ? [0, 1] : [1, 0]
    stage.send(order.map { TouchChange(fingers[$0].0, fingers[$0].1) })
    #expect(stage.drain() == [exclusiveFirst ? "pad began a" : "other began b"])
  }

  @Test("T060 interaction turned off in the middle: the touch goes on, new ones do not come")
  func turnedOff() {
    pad.isMultipleTouchEnabled = true
    pad.onTouches = { [pad] _, _, _ in pad.isUserInteractionEnabled = false }
    stage.down(110, 110)
    stage.down(120, 110, finger: 1)
    stage.move(111, 110)
    stage.up()
    #expect(
      stage.drain() == ["pad began a", "window began b", "pad moved a", "pad ended a"])
  }

  @Test("touches show the tap counts of their views, by the application's configuration")
  func taps() {
    var counts: [Int] = []
    pad.onTouches = { _, touches, _ in counts += touches.map(\.tapCount) }
    other.onTouches = pad.onTouches
    stage.tap(195, 110)
    stage.tap(195, 110)
    stage.tap(205, 110)
    #expect(counts == [1, 1, 2, 2, 1, 1])
    stage.application.touchConfiguration.tapSlop = 5
    stage.drag((110, 110), (125, 110))
    #expect(counts.suffix(2) == [1, 0])
  }
}
