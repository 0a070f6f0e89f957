// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import TestTraits
import Testing

@testable import shake_to_undo

/// A desktop without accessibility, which most are: it is said once, and what works without works.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct AccessibilitySwitchTests {
  @Test("a shake that does nothing says once what to switch on, and the reason is that")
  func saidOnce() throws {
    let rig = try AgentRig()
    rig.isAccessible = false
    let editor = try rig.editor()
    (editor.hasAction, editor.hasMenuItem) = (false, false)
    editor.focus = (20, [FakeEditor.State.focused])
    let line = try rig.begin()
    #expect(line.contains("accessibility is off"))
    #expect(!line.contains("keys=NAME"))
    // Not before the end: it may be a bump.
    try rig.cancel()
    try rig.begin()
    #expect(rig.cards.isEmpty)
    try rig.end()
    try rig.run { rig.shown != nil }
    #expect(rig.shown?.title == "Shake to undo needs accessibility")
    #expect(rig.shown?.body.contains("toolkit-accessibility true") == true)
    #expect(rig.shown?.body.contains("slower") == true)
    #expect(rig.shown?.actions == [])
    try rig.shake()
    try rig.begin()
    #expect(rig.cards.count == 1)
    #expect(try rig.status("LastDecision")?.contains("accessibility is off") == true)
    // What the next agent finds.
    let path = rig.folder.path + "/.local/state/shake-to-undo/said-accessibility"
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("an exported action needs none; one that is not known to be off is not blamed")
  func notBlamed() throws {
    let rig = try AgentRig()
    rig.isAccessible = false
    let editor = try rig.editor()
    editor.focus = (20, [FakeEditor.State.focused])
    try rig.shakeToQuestion()
    #expect(rig.shown?.title == "Undo in Notes?")
    try rig.press("cancel")
    editor.hasAction = false
    for isAccessible in [true, nil] {
      rig.isAccessible = isAccessible
      #expect(try rig.begin().contains("nothing shows that something is edited"))
      try rig.end()
    }
    try rig.begin()
    #expect(rig.cards.count == 1)
  }

  @Test("where no program has started accessibility, nobody has switched it off")
  func notStarted() throws {
    let rig = try AgentRig(desktop: "GNOME")
    rig.endAccessibility()
    let line = try rig.begin()
    #expect(line.contains("no program has started accessibility"))
    #expect(line.contains("at-spi2-core"))
    #expect(!line.contains("is off"))
    try rig.end()
    try rig.run { rig.shown != nil }
    #expect(rig.shown?.title == "Shake to undo needs accessibility")
    #expect(rig.shown?.body.hasPrefix("It is not there") == true)
  }

  @Test("the reason, by what was found")
  func reasons() {
    func reason(
      _ decision: Decision, showsWindows: Bool = true, missing: Reason? = .noAccessibility
    ) -> Decision {
      AccessibilitySwitch.explained(decision, showsWindows: showsWindows) { missing }
    }
    #expect(reason(.leave(.notEdited)) == .leave(.noAccessibility))
    #expect(reason(.leave(.notEdited), missing: nil) == .leave(.notEdited))
    #expect(reason(.leave(.terminal)) == .leave(.terminal))
    // With a window system that tells, nothing is active; GNOME tells by accessibility alone.
    #expect(reason(.leave(.noWindow)) == .leave(.noWindow))
    #expect(reason(.leave(.noWindow), showsWindows: false) == .leave(.noAccessibility))
  }

  @Test("once an installation, and again where it could not be shown")
  func memory() throws {
    let place = try TemporaryPlace()
    let environment = ["XDG_STATE_HOME": place.path + "/a/b", "HOME": "/nonexistent"]
    var first = SaidOnce("said", environment)
    var count = 0
    func show() -> Bool {
      count += 1
      return true
    }
    first.say { false }
    for _ in 0..<2 { first.say(show) }
    var second = SaidOnce("said", environment)
    second.say(show)
    #expect(count == 1)
    // Where no file can be made, once a process.
    var lost = SaidOnce("said", ["HOME": "/proc/nowhere"])
    for _ in 0..<2 { lost.say(show) }
    #expect(count == 2)
  }
}
