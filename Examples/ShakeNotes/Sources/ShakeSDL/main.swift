// SPDX-License-Identifier: Apache-2.0

// A line of text in the title of an SDL window, as SDL draws no text: a shake undoes a letter.
// Usage: ShakeSDL [--bus session] [--title TITLE]

import CSDL
import Foundation
import MainLoop
import MotionBus
import ShakeUndo

/// All states of the text.
final class States: EditHistory {
  private var states = [""]
  private var (index, changes) = (0, 0)

  var text: String {
    get { states[index] }
    set { (states, index, changes) = (states[...index] + [newValue], index + 1, changes + 1) }
  }
  var canUndo: Bool { index > 0 }
  var canRedo: Bool { index + 1 < states.count }
  func undo() { (index, changes) = (index - 1, changes + 1) }
  func redo() { (index, changes) = (index + 1, changes + 1) }
  var undoStep: AnyHashable? { changes }
}

/// Says what happens, line by line.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

func fail() -> Never {
  let text = "Error: cannot open a window: \(String(cString: SDL_GetError()))\n"
  FileHandle.standardError.write(Data(text.utf8))
  exit(EX_UNAVAILABLE)
}

let arguments = CommandLine.arguments
let title = arguments.firstIndex(of: "--title").map { arguments[$0 + 1] } ?? "ShakeSDL"
SDL_SetMainReady()
guard SDL_Init(SDL_INIT_VIDEO) == 0,
  let window = SDL_CreateWindow(title, 0, 0, 400, 300, SDL_WINDOW_SHOWN.rawValue)
else { fail() }
let history = States()
let shakes = ShakeToUndo(.undo) { history }
shakes.isActive = SDL_GetKeyboardFocus() != nil
let session = MotionSession(arguments.contains("session") ? .session : .system)
Task { await shakes.run(session) }
Task { for await status in session.status { say("motiond: \(status)") } }
SDL_StartTextInput()

var shown = ""
while true {
  // The main queue has what motiond says: SDL waits for its own events alone.
  var entry = pollfd(fd: MainQueue.descriptor, events: Int16(POLLIN), revents: 0)
  if poll(&entry, 1, 0) > 0 { MainQueue.drain() }
  var event = SDL_Event()
  if SDL_WaitEventTimeout(&event, 20) != 0 {
    switch SDL_EventType(event.type) {
    case SDL_QUIT: exit(0)
    case SDL_TEXTINPUT:
      history.text += withUnsafePointer(to: event.text.text) {
        $0.withMemoryRebound(to: CChar.self, capacity: 32) { String(cString: $0) }
      }
    case SDL_WINDOWEVENT:
      switch SDL_WindowEventID(UInt32(event.window.event)) {
      case SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_FOCUS_LOST:
        shakes.isActive = SDL_GetKeyboardFocus() != nil
        say("active: \(shakes.isActive)")
      default: break
      }
    default: break
    }
  }
  if history.text != shown {
    shown = history.text
    SDL_SetWindowTitle(window, "\(title): \(shown)")
    say("text: \(shown)")
  }
}
