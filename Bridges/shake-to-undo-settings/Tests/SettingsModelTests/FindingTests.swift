// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SettingsModel

@Suite("What does not work here")
struct FindingTests {
  @Test("takes each line of the doctor that the window has words for")
  func lines() {
    let said = """
      no : motiond: it runs, and has no accelerometer; 'motionctl doctor' says why
      no : agent: none answers; start it: systemctl --user start x
      yes: active window, X11: it says which window is active
      no : accessibility: no program shows what has the focus. 'gsettings' turns it on
      no : questions: dunst shows no buttons, and closes the question at a tap; add a=b
      no : questions: do not disturb is on, so that no question is shown
      no : keys, portal: the portal has no permission for it, or not any more; run it
      no : something new: that this window does not know
      focus: mousepad, text
        a shake now: no: such: line
      """
    #expect(
      Finding.all(in: said) == [
        .motiond, .agent, .accessibility, .taps(.dunst),
        .questions("do not disturb is on, so that no question is shown"), .keys,
      ])
  }

  @Test("misses no keys where one way sends them, and no agent that is only off")
  func fine() {
    let said = """
      no : agent: runs in this session, but it is switched off
      no : keys, portal: the portal has no permission for it; run it
      yes: keys, X11: by XTest
      """
    #expect(Finding.all(in: said) == [])
  }

  @Test("mends by a command, or copies the line, and looks again after the command")
  func remedies() throws {
    var model = WindowModel()
    _ = model.process(.answered(.doctor, output: "no : agent: none answers", failure: "69"))
    let row = try #require(
      model.view(
        Texts {
          $0
        } clock: { _ in
          ""
        }
      ).findings.first)
    #expect(row.finding == .agent && row.button == "Start the agent")
    let command = WindowModel.Action.run(
      ["systemctl", "--user", "start", "app-org.motiond.ShakeToUndo.service"])
    #expect(model.process(.chose(.mend(.agent))) == [command])
    #expect(model.process(.answered(command, output: "", failure: nil)) == [.settings, .doctor])
    #expect(
      model.process(.chose(.mend(.taps(.mako)))) == [.copy("on-touch=invoke-default-action")])
    #expect(model.process(.chose(.mend(.motiond))) == [])
  }

  @Test("looks again when an agent comes or goes, and once at a time")
  func agents() {
    var model = WindowModel()
    #expect(model.process(.agent(AgentState())) == [.doctor])
    #expect(model.process(.agent(nil)) == [])
    _ = model.process(.answered(.doctor, output: "", failure: nil))
    #expect(model.process(.agent(AgentState())) == [.doctor])
    #expect(model.process(.agent(AgentState(isPaused: true, quietUntil: 3))) == [])
  }
}
