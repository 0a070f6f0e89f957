// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// Servers of notifications that differ, and people who do not want to be disturbed.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct NotificationServerTests {
  @Test(
    "where a tap closes the question, the body names the click and the setting, until it is there",
    arguments: [
      (
        "dunst", "dunst/dunstrc", "[global]\n  mouse_left_click = do_action, close_current\n",
        "A click with the middle button undoes. For taps, write mouse_left_click=do_action into dunstrc."
      ),
      (
        "mako", "mako/config", "on-touch=invoke-default-action\n",
        "A click with the left button undoes. For taps, write on-touch=invoke-default-action into mako/config."
      ),
    ])
  func clicks(_ name: String, _ file: String, _ setting: String, _ hint: String) throws {
    for (files, body) in [([:], hint), ([file: setting], "")] {
      let rig = try AgentRig(files: files)
      rig.serverName = name
      _ = try rig.editor()
      try rig.shakeToQuestion()
      #expect(rig.shown?.body == body)
      // The card after it redoes.
      try rig.press("undo")
      try rig.run { rig.shown?.title == "Undone in Notes" }
      #expect(rig.shown?.body == body.replacing("undoes", with: "redoes"))
    }
  }

  @Test("a server that is slow: its late card is closed, and nobody is told to start one")
  func slow() throws {
    let (rig, _) = try AgentRig.withEditor()
    let usual = rig.server.answer
    rig.server.answer = { $0.member == "Notify" ? .later : usual($0) }
    try rig.shake()
    try rig.explanation("the notification server did not answer in time")
    try rig.server.unanswered[0].reply([.uint32(7)])
    try rig.run {
      rig.server.calls.contains { $0.member == "CloseNotification" && $0.values == [.uint32(7)] }
    }
    rig.server.answer = usual
    try rig.shakeToQuestion()
  }

  @Test(
    "the settings that let a tap answer",
    arguments: [
      (NotificationServer.Kind.dunst, "[global]\nmouse_left_click=do_action", true),
      (.dunst, "mouse_left_click = close_current, do_action", true),
      (.dunst, "[global]\nmouse_left_click=close_current", false),
      (.dunst, "[urgency_low]\nmouse_left_click=do_action", false),
      (.dunst, "[global]\n# mouse_left_click=do_action", false),
      (.dunst, "mouse_left_click=do_action\nmouse_left_click=none", false),
      (.mako, "on-touch=invoke-default-action", true), (.mako, "", false),
      (.mako, "on-button-left=invoke-default-action", false),
      (.mako, "[urgency=low]\non-touch = invoke-default-action", true),
    ])
  func settings(_ kind: NotificationServer.Kind, _ text: String, _ isThere: Bool) {
    #expect(NotificationServer.letsTapsAnswer(kind, text) == isThere)
    let server = NotificationServer(hasButtons: true, kind: kind, takesTaps: isThere)
    #expect(server.finding.isFine == isThere)
    #expect(server.finding.text.contains("answer undo") == !isThere)
  }

  @Test("XFCE shows the default action as a third button, unless it has no label")
  func twoButtons() throws {
    let rig = try AgentRig()
    rig.serverName = "Xfce Notify Daemon"
    let editor = try rig.editor()
    try rig.shakeToQuestion()
    #expect(rig.shown?.actions == ["default", "", "undo", "Undo", "cancel", "Cancel"])
    try rig.press("default", saying: "undone")
    #expect(editor.edits.isEmpty)
  }

  @Test(
    "do not disturb: no question, and none that counts as unanswered",
    arguments: ["Plasma", "dunst", "mako", "gnome-shell"])
  func notDisturbed(_ name: String) throws {
    let rig = try AgentRig()
    rig.serverName = name
    var isOn = true
    rig.serverProperty = { call in
      switch (call.member, call.values) {
      case ("Get", [.string("org.freedesktop.Notifications"), .string("Inhibited")]),
        ("Get", [.string("org.dunstproject.cmd0"), .string("paused")]):
        .variant(.bool(isOn))
      case ("ListModes", []):
        .values([.strings(isOn ? ["default", "do-not-disturb"] : ["default"])])
      default: nil
      }
    }
    let portal = try rig.stranger()
    try portal.connection.requestName("org.freedesktop.portal.Desktop")
    portal.answer = { call in
      call.member == "Read" && call.values.first == .string("org.gnome.desktop.notifications")
        ? .variant(.bool(!isOn)) : .error
    }
    let editor = try rig.editor()
    for _ in 0..<4 {
      try rig.shake()
      try rig.explanation("nobody wants to be disturbed")
    }
    #expect(rig.cards.isEmpty)
    #expect(try rig.status("QuietSeconds") == "0")
    isOn = false
    try rig.shakeToQuestion()
    #expect(editor.edits == ["a"])
  }

  @Test("a command that hangs or is missing costs half a second, and says nothing")
  func commands() {
    #expect(DoNotDisturb.output(of: ["echo", "false"]) == "false")
    #expect(DoNotDisturb.output(of: ["sleep", "60"]) == "")
    #expect(DoNotDisturb.output(of: ["no such command"]) == "")
  }

  @Test("an answer by the agent's interface counts as a click")
  func answers() throws {
    let rig = try AgentRig()
    let editor = try rig.editor(edits: ["a", "b"])
    let user = try rig.stranger()
    try rig.shakeToQuestion()
    try user.call(agent: "Answer", [.string("undo")])
    try rig.run { rig.shown?.title == "Undone in Notes" }
    #expect(editor.edits == ["a"])
    // Undo is not offered now, and Redo is.
    try user.call(agent: "Answer", [.string("undo")])
    try user.call(agent: "Answer", [.string("redo")])
    try rig.explanation("redone")
    #expect(editor.edits == ["a", "b"])
    try rig.shakeToQuestion()
    try user.call(agent: "Answer", [.string("no")])
    try rig.run { rig.shown == nil }
    #expect(editor.edits == ["a", "b"])
  }

  @Test("the hour without questions is in the status, and a pause of none ends it")
  func quiet() throws {
    let (rig, _) = try AgentRig.withEditor()
    try rig.askUntilQuiet()
    let seconds = Int(try rig.status("QuietSeconds") ?? "") ?? 0
    #expect((1...3600).contains(seconds))
    try rig.stranger().call(agent: "Pause", [.uint32(0)])
    try rig.shakeToQuestion()
    #expect(try rig.status("QuietSeconds") == "0")
  }
}
