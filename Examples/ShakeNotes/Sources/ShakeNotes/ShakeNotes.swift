// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CGTK
import Foundation
import GTKSupport
import MotionBus
import PasteboardKit
import ResponderKit

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
        Ctrl-F, Ctrl-G, Shift-Ctrl-G    search; the next match, the one before
        Ctrl-Return                     open the URL at the caret

      An argument such as shakenotes:new?text=Milk adds a note, in the window that is open already \
      if there is one.
      """)

  enum Bus: String, ExpressibleByArgument, CaseIterable { case system, session }

  @Option(help: "The bus of motiond.")
  var bus = Bus.system

  @Flag(help: "Print what can be seen in the window whenever it changes, as JSON lines.")
  var describe = false

  enum Keys: String, ExpressibleByArgument, CaseIterable { case auto, own, desktop }

  @Option(
    help: """
      The keys on the screen: auto (the program's own on a device without a keyboard), own, or \
      desktop (those of the desktop alone).
      """)
  var keys = Keys.auto

  @Option(
    help: "Keep what the user is doing in this file, and take it up at the next start.",
    completion: .file())
  var activity: String?

  @Argument(help: "The notes to begin with, or URLs of this program.")
  var notes: [String] = []

  // Not async: Swift would run a main loop of its own.
  func run() throws {
    try MainActor.assumeIsolated { try edit() }
  }

  @MainActor
  private func edit() throws {
    guard openDisplay() else { throw ExitCode(EX_UNAVAILABLE) }
    runMainQueue()
    let urls = notes.filter(Links.isURL).compactMap(URL.init)
    let desktop = DesktopApplication(id: "org.motiond.ShakeNotes")
    if notes.allSatisfy(Links.isURL), desktop.handOver(urls) { return }
    let loop = g_main_loop_new(nil, 0)
    let editor = Editor(notes.filter { !Links.isURL($0) })
    let view = NotesView(editor)
    let opener = PortalOpener()
    editor.application.urlOpener = opener
    desktop.onOpen = { [unowned view] urls in
      Self.open(urls, in: editor)
      gtk_window_present(view.window.cast())
    }
    desktop.onActivate = { [unowned view] in gtk_window_present(view.window.cast()) }
    if keys == .own || keys == .auto && !view.hasKeyboard {
      editor.notes.keyPad = KeyPad(of: editor.application)
    }
    try keepActivity(of: editor)
    // The window shows problems.
    let session = MotionSession(bus == .system ? .system : .session, report: { _ in })
    let bridge = ClipboardBridge(view.window, .general)
    view.onActivation = { isActive in
      bridge.isActive = isActive
      editor.isActive = isActive
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
    Task { await editor.application.sendEvents(from: session, onShake: editor.reaction) }
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
    Self.open(urls, in: editor)
    g_main_loop_run(loop)
    editor.application.saveUserActivities()
  }

  @MainActor
  private static func open(_ urls: [URL], in editor: Editor) {
    for url in editor.application.receive(urls) {
      let text = "Error: there is nothing to open in \(url): expected shakenotes:new?text=TEXT\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }

  /// What the user was doing; nil at the first start.
  private func stored(in file: UserActivityFile) throws -> UserActivity.State? {
    do {
      return try file.read()
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  /// Takes up what the user was doing, and stores what they do from now on.
  @MainActor
  private func keepActivity(of editor: Editor) throws {
    guard let path = activity else { return }
    let file = UserActivityFile(path: path)
    editor.isActive = true
    if notes.allSatisfy(Links.isURL), let state = try stored(in: file) {
      editor.application.restoreUserActivity(UserActivity(state))
    }
    editor.isActive = false
    editor.notes.userActivity = UserActivity(activityType: Notes.activityType)
    editor.application.saveUserActivity = { activity in
      do { try file.write(activity.state) } catch {
        FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      }
    }
  }
}
