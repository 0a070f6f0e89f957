import ArgumentParser

/// `shake-to-undo`: a shake undoes in the program that has the focus.
@main struct ShakeToUndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shake-to-undo",
    abstract: "Undo by a shake of the device, in the program that has the focus.",
    subcommands: [SetCommand.self, OnCommand.self, OffCommand.self])
}
