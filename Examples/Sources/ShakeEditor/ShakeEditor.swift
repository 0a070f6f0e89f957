// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct ShakeEditor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ShakeEditor",
    abstract: "A small editor that undoes when it is shaken.",
    discussion: """
      Type, then shake: the editor asks whether to undo. Press u to undo, r to redo, Esc to do \
      neither. What is typed in one go, to the end of a line, is undone as one.

        Ctrl-T   a shake, where there is no accelerometer
        Ctrl-Z   undo at once
        Ctrl-Y   redo at once; Shift-Ctrl-Z too, if the terminal tells it from Ctrl-Z
        Ctrl-X, Ctrl-C, Ctrl-V, Ctrl-A
                 cut, copy, paste, select all; arrows with Shift select
        Ctrl-F, Ctrl-G
                 search for what is selected, or for what another program searches for
        Ctrl-E   the menu of what can be done now: arrows choose, Enter does it
        Ctrl-Q   quit
      """)

  @Option(
    help: ArgumentHelp(
      """
      Whose shakes count besides Ctrl-T: auto, iio:NAME, input:NAME, or a recording, which plays in real \
      time from the first key on.
      """, valueName: "source"))
  var source: String?

  func run() async throws {
    try await Self.edit(source)
  }

  @MainActor
  private static func edit(_ source: String?) async throws {
    let source = try source.map(ShakeSource.init)
    try await Session(Terminal(), source).run()
  }
}
