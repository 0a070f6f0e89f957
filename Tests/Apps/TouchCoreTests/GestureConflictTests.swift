// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TestTraits
import Testing
import TouchCore

/// What becomes of gestures that want the same finger.
@Suite struct GestureConflictTests {
  private var scene = Scene()

  @Test("G031 those that may act together both win; one given up lets the other go on")
  mutating func together() throws {
    let scroll = scene.add("scroll", .pan())
    let pull = scene.add("pull", .pan(), depth: 1)
    scene.bank.allow(scroll, with: pull)
    try Drawing(
      """
      a:      d.vvv.u
      scroll: ..bcc.e
      pull:   ..bcc.e
      """
    ).verify(scene)
    scene.play("0 a+0; 10 a>0,20")
    scene.setEnabled(false, scroll)
    scene.at(20, ("a", .move(0, 40)))
    #expect(scene.lines("scroll") == ["began 10", "cancelled 10"])
    #expect(scene.lines("pull") == ["began 10", "changed 20"])
  }

  @Test("G031 either of the two may say so", arguments: [true, false])
  func eitherSaysSo(_ isInner: Bool) {
    var scene = Scene()
    let outer = scene.add("outer", .pan())
    let inner = scene.add("inner", .pan(), depth: 1)
    scene.makeSociable(isInner ? inner : outer)
    scene.play("0 a+0; 10 a>20")
    #expect(scene.lines == ["inner began 10", "outer began 10"])
  }

  @Test("G033 inner before outer, whoever was added first", arguments: [true, false])
  func inner(_ isInnerFirst: Bool) throws {
    var scene = Scene()
    if isInnerFirst { scene.add("child", .tap(), depth: 1) }
    scene.add("parent", .tap())
    if !isInnerFirst { scene.add("child", .tap(), depth: 1) }
    try Drawing(
      """
      a:      d.u.
      child:  ..e.
      parent: ..f.
      """
    ).verify(scene)
  }

  @Test(
    "G034 of strangers the earlier finger is first, whoever was added first",
    arguments: [true, false])
  func strangersInOneFrame(_ isLeftFirst: Bool) {
    var scene = Scene()
    if isLeftFirst { scene.add("left", .pan(), on: "a", depth: 1) }
    scene.add("right", .pan(), on: "b", depth: 1)
    if !isLeftFirst { scene.add("left", .pan(), on: "a", depth: 1) }
    let outer = scene.add("outer", .custom, on: "a")
    let inner = scene.add("inner", .pan(), on: "b", depth: 2)
    scene.bank.require(inner, toFail: outer)
    scene.play("0 a+0 b+200; 10 a>30 b>230")
    // The left one makes the outer fail, for which the inner waited.
    #expect(scene.lines == ["left began 10", "inner began 10"])
  }

  private mutating func addSingleThatWaits() {
    let single = scene.add("single", .tap())
    let double = scene.add("double", .tap(taps: 2))
    scene.bank.require(single, toFail: double)
  }

  @Test("G035 a single tap waits until a double one is out of question, stamped with that moment")
  mutating func waits() {
    addSingleThatWaits()
    scene.play("0 a+7; 50 a-")
    #expect(scene.events.isEmpty)
    #expect(scene.bank.deadline == .at(400))
    scene.pass(to: 399)
    #expect(scene.events.isEmpty)
    scene.pass(to: 900)
    #expect(scene.lines == ["single ended 400"])
    #expect(scene.lines("double") == ["failed 400"])
    #expect(scene.events.last?.location == Point(x: 7, y: 0))
  }

  @Test("G037 a second tap too far away tells the single one at once")
  mutating func early() {
    addSingleThatWaits()
    scene.play("0 a+0; 50 a-; 100 a+46")
    #expect(scene.lines == ["single ended 100"])
    scene.play("150 a-; 900")
    // The second one belongs to neither: it had begun when the double tap failed.
    #expect(scene.lines == ["single ended 100"])
  }

  @Test("G040 what lasts and ends while it waits never began; what happens waits on")
  mutating func over() throws {
    let pan = scene.add("pan", .pan())
    let swipe = scene.add("swipe", .swipe(.left))
    let other = scene.add("other", .custom)
    scene.bank.require(pan, toFail: other)
    scene.bank.require(swipe, toFail: other)
    scene.play("0 a+0; 10 a>50; 20 a-")
    #expect(scene.lines("pan") == ["failed 20"])
    scene.play("30 a+100; 40 a>50; 50 a-")
    #expect(scene.lines.isEmpty)
    scene.report(.failed, of: other, at: 60)
    #expect(scene.lines == ["swipe ended 60"])
    #expect(scene.lines("pan") == ["failed 20", "failed 50"])
  }

  @Test("G044 a late comer does not win over what goes on")
  mutating func late() {
    scene.add("pan", .pan(), on: "ab")
    scene.add("tap", .tap(), on: "b", depth: 1)
    scene.play("0 a+0; 10 a>50; 20 b+200; 30 b-")
    #expect(scene.lines == ["pan began 10"])
    #expect(scene.lines("tap") == ["failed 30"])
  }

  @Test("G044 a late comer does not wait until the finger that it shares is forgotten")
  mutating func lateAndWaiting() {
    scene.add("pan", .pan(), on: "ab")
    let tap = scene.add("tap", .tap(), on: "b", depth: 1)
    let other = scene.add("other", .custom, on: "c")
    scene.bank.require(tap, toFail: other)
    scene.play("0 a+0 c+0; 10 a>50; 20 b+200; 30 b-; 40 a-")
    scene.report(.failed, of: other, at: 50)
    #expect(scene.lines == ["pan began 10", "pan ended 40"])
  }

  @Test("G044 a chain of waiting is settled in one step")
  mutating func chain() {
    let single = scene.add("single", .tap())
    let double = scene.add("double", .tap(taps: 2))
    let triple = scene.add("triple", .tap(taps: 3))
    scene.bank.require(single, toFail: double)
    scene.bank.require(double, toFail: triple)
    for start in [0.0, 100] {
      scene.at(start, ("a", .down(0)))
      scene.at(start + 50, ("a", .up))
    }
    scene.pass(to: 1000)
    #expect(scene.lines == ["double ended 500"])
    #expect(scene.lines("single") == ["failed 500"])
  }
}
