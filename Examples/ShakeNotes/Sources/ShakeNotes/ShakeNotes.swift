import ArgumentParser
import CGTK
import Foundation
import MotionBus
import PasteboardKit

@main
struct ShakeNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ShakeNotes",
    abstract: "Notes in a GTK window, which undo when the device is shaken.",
    discussion: """
      Type, then shake: the window asks whether to undo.

        Ctrl-Z, Shift-Ctrl-Z            undo, redo
        Ctrl-X, Ctrl-C, Ctrl-V, Ctrl-A  cut, copy, paste, select all: in the list, of whole notes
        Ctrl-E, Menu, secondary click   the menu of what can be done
        Ctrl-N                          a note more
      """)

  enum Bus: String, ExpressibleByArgument, CaseIterable { case system, session }

  @Option(help: "The bus of motiond.")
  var bus = Bus.system

  @Flag(help: "Print what can be seen in the window whenever it changes, as JSON lines.")
  var describe = false

  @Argument(help: "The notes to begin with.")
  var notes: [String] = []

  // Not async: Swift would run a main loop of its own.
  func run() throws {
    try MainActor.assumeIsolated { try edit() }
  }

  @MainActor
  private func edit() throws {
    guard gtk_init_check() != 0 else {
      let text = "Error: cannot open the display: set WAYLAND_DISPLAY or DISPLAY\n"
      FileHandle.standardError.write(Data(text.utf8))
      throw ExitCode(EX_UNAVAILABLE)
    }
    MainQueue.attach()
    let loop = g_main_loop_new(nil, 0)
    let editor = Editor(Notebook(notes))
    let view = NotesView(editor)
    // The window shows problems.
    let session = MotionSession(
      bus == .system ? .system : .session, isActive: false, report: { _ in })
    let bridge = ClipboardBridge(view.window, .general)
    view.onActivation = { isActive in
      bridge.isActive = isActive
      editor.isActive = isActive
      session.isActive = isActive
    }
    view.onClose = { g_main_loop_quit(loop) }
    if describe {
      var last: Description?
      view.onPicture = { [unowned view] in
        let description = view.description
        if description != last {
          FileHandle.standardOutput.write(Data((description.line + "\n").utf8))
        }
        last = description
      }
    }
    Task { await editor.application.sendEvents(from: session) }
    Task { for await status in session.status { view.show(status) } }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      g_unix_signal_add(
        signal,
        { loop in
          g_main_loop_quit(loop.map(OpaquePointer.init))
          return gboolean(0)
        }, UnsafeMutableRawPointer(loop))
    }
    view.present()
    g_main_loop_run(loop)
  }
}
