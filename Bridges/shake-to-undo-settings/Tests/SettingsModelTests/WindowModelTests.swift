// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import SettingsModel

/// What `shake-to-undo set` prints, with changes.
private func printed(_ changes: String...) -> String {
  let defaults = [
    "enabled=yes", "when=tablet", "ask=always", "shake=ends", "window=1", "sensitivity=default",
    "ignore=", "keys=",
  ]
  return "# Shake to undo. A = sign in a comment.\n\n"
    + defaults.map { line in
      let changed = changes.first { $0.prefix { $0 != "=" } == line.prefix { $0 != "=" } }
      return "# What \(line) means.\n\(changed ?? "#\(line)")\n"
    }.joined(separator: "\n")
}

private let texts = Texts {
  $0
} clock: {
  "\($0) o'clock"
}

/// A window that has its settings, and an agent.
private func opened(_ changes: String..., agent: AgentState? = AgentState()) -> WindowModel {
  var model = WindowModel()
  _ = model.process(.opened)
  let text = changes.reduce(printed()) {
    $0.replacing("#\($1.prefix { $0 != "=" })=", with: "#") + "\($1)\n"
  }
  _ = model.process(.answered(.settings, output: text, failure: nil))
  _ = model.process(.agent(agent))
  return model
}

private func set(_ words: String...) -> [WindowModel.Action] {
  [.run(["shake-to-undo"] + words)]
}

@Suite("The window's settings")
struct WindowModelTests {
  @Test("reads what the command prints")
  func settings() throws {
    let settings = PrintedSettings(
      printed("sensitivity=high", "window=2.5", "shake=short", "ignore=gimp,kate"))
    #expect(settings.sensitivity == .high)
    #expect(settings.list("ignore") == ["gimp", "kate"])
    #expect(settings.list("keys") == [])
    #expect(settings.options.value(of: "window", of: .shake) == 2.5)
    #expect(settings.options.value(of: "long", of: .shake) == 0)
    #expect(PrintedSettings(printed("sensitivity=0.3")).sensitivity == 0.3)
    #expect(PrintedSettings(printed()).sensitivity == nil)
  }

  @Test("opens with a look at the settings and at what works")
  func opening() {
    var model = WindowModel()
    #expect(!model.view(texts).isReady)
    #expect(model.process(.opened) == [.settings, .doctor])
    #expect(model.view(texts).diagnosis == "Looking …")
    _ = model.process(.answered(.settings, output: printed(), failure: nil))
    _ = model.process(.answered(.doctor, output: "yes: agent: runs in this session", failure: nil))
    let view = model.view(texts)
    #expect(view.isReady && view.isOn && view.asks && view.isDefault)
    #expect(view.diagnosis == "All that was looked at works.")
  }

  @Test("writes by the commands of shake-to-undo, and reads again after each")
  func choices() {
    var model = opened()
    let choices: [(WindowModel.Choice, [WindowModel.Action])] = [
      (.shakes(true), []), (.shakes(false), set("off")), (.shakes(true), set("on")),
      (.ask(true), []), (.ask(false), set("set", "ask=never")), (.ask(false), []),
      (.laptop(false), []), (.laptop(true), set("set", "when=always")),
      (.laptop(false), set("set", "when=tablet")),
      (.pause(true), set("pause")), (.pause(false), set("pause", "0")),
      (
        .sensitivity(0.55000001),
        set("set", "sensitivity=0.55") + [
          .listen(PrintedSettings(printed("sensitivity=0.55")).options)
        ]
      ), (.sensitivity(0.55), set("set", "sensitivity=0.55")),
      (
        .sensitivity(nil),
        set("set", "sensitivity=default") + [.listen(PrintedSettings(printed()).options)]
      ),
      (.add(" gimp ", .ignore), set("set", "ignore=gimp")), (.add(" ", .ignore), []),
      (.add("a,b\n", .keys), set("set", "keys=ab")), (.lookAgain, []),
    ]
    for (choice, actions) in choices { #expect(model.process(.chose(choice)) == actions) }
    let command = WindowModel.Action.run(["shake-to-undo", "off"])
    #expect(model.process(.answered(command, output: "", failure: nil)) == [.settings])
    #expect(model.process(.fileChanged) == [.settings])
  }

  @Test("adds a program to its list once, and takes out no other")
  func programs() {
    var model = opened("ignore=gimp,kate", "keys=kate")
    #expect(
      model.view(texts).programs.map(\.text) == [
        "gimp: a shake does nothing", "kate: a shake does nothing", "kate: gets Ctrl+Z",
      ])
    #expect(model.process(.chose(.add("gimp", .ignore))) == [])
    #expect(model.process(.chose(.add("foo", .ignore))) == set("set", "ignore=gimp,kate,foo"))
    #expect(model.process(.chose(.remove("kate", .ignore))) == set("set", "ignore=gimp,foo"))
    #expect(model.process(.chose(.remove("kate", .keys))) == set("set", "keys="))
  }

  @Test("shows at once what was chosen, and after the command what is in the file")
  func atOnce() {
    var model = opened()
    for choice in [
      .shakes(false), .ask(false), .laptop(true), .sensitivity(0.9), .add("gimp", .keys),
    ] as [WindowModel.Choice] {
      _ = model.process(.chose(choice))
    }
    var view = model.view(texts)
    #expect(!view.isOn && !view.asks && view.countsOnLaptop && view.sensitivity == 0.9)
    #expect(view.programs.map(\.name) == ["gimp"])
    // What was read before the commands ended is old.
    #expect(model.process(.answered(.settings, output: printed(), failure: nil)) == [])
    #expect(!model.view(texts).asks)
    for command in [["off"]] + Array(repeating: ["set", "ask=never"], count: 4) {
      let action = WindowModel.Action.run(["shake-to-undo"] + command)
      #expect(model.process(.answered(action, output: "", failure: "no room")) == [.settings])
    }
    // A session hears what counts by the file again, and the agent does what it says.
    let former = model.process(.answered(.settings, output: printed(), failure: nil))
    #expect(former == [.listen(opened().settings.options)])
    view = model.view(texts)
    #expect(view.isOn && view.asks && !view.countsOnLaptop && view.isDefault)
    #expect(view.programs.isEmpty)
  }

  @Test("shows why a command failed, until the next one does not")
  func failures() {
    var model = opened()
    let command = WindowModel.Action.run(["shake-to-undo", "set", "ask=never"])
    _ = model.process(.answered(command, output: "", failure: "no room"))
    _ = model.process(.answered(.settings, output: printed(), failure: nil))
    #expect(model.view(texts).problem == "no room")
    // What is in the file is shown, and not what was asked for.
    #expect(model.view(texts).asks)
    _ = model.process(.answered(command, output: "", failure: nil))
    #expect(model.view(texts).problem.isEmpty)
    _ = model.process(.answered(.settings, output: "", failure: "line 3"))
    #expect(model.view(texts).isReady && model.view(texts).problem == "line 3")
  }

  @Test("says whether a shake does something")
  func state() {
    func view(_ agent: AgentState?) -> WindowView { opened(agent: agent).view(texts) }
    #expect(view(nil).state == "A shake does nothing, as the agent does not run.")
    #expect(!view(nil).canPause)
    #expect(view(.init(isEnabled: false)).state == "A shake does nothing.")
    #expect(view(.init(hearsShakes: false)).state.hasPrefix("The agent hears no shakes"))
    #expect(view(.init()).pause == "Pause for an hour")
    let paused = view(.init(isPaused: true, quietUntil: 9))
    #expect(paused.state == "Paused until 9 o'clock." && paused.pause == "End the pause")
    #expect(
      view(.init(quietUntil: 9)).state == "No questions until 9 o'clock, as three had no answer.")
  }

  @Test("shows the strength in words")
  func strength() {
    #expect(opened("sensitivity=low").view(texts).strength == "Sensitivity: low")
    #expect(opened("sensitivity=0.35").view(texts).strength == "Sensitivity: 35 %")
    #expect(opened("sensitivity=high").view(texts).sensitivity == 0.75)
  }

  @Test("puts each argument once, whatever is in it")
  func arguments() {
    #expect(texts.translated("%1$s in %2$s", "50 %2$s", "%1$s") == "50 %2$s in %1$s")
    #expect(texts.translated("%2$s%3$s %", "a", "b") == "b%3$s %")
  }
}
