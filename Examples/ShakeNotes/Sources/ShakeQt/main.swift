// SPDX-License-Identifier: Apache-2.0

// A text of Qt's in a window: at a shake it asks whether to undo, by Qt's own history of the text.
// Usage: ShakeQt [--bus session] [--title TITLE]

import CQt
import Foundation
import MainLoop
import MotionBus
import QtText
import ShakeUndo

/// Qt's history of the text; each change of the text is another step.
@MainActor
final class TextHistory: EditHistory {
  var changes = 0
  var question: EditQuestion?

  var canUndo: Bool { qt_can_undo() }
  var canRedo: Bool { qt_can_redo() }
  func undo() { qt_undo() }
  func redo() { qt_redo() }
  var undoStep: AnyHashable? { changes }

  func ask(_ question: EditQuestion) {
    self.question = question
    let titles = question.choices.map(\.title)
    let copies = titles.map { strdup($0) }
    defer { for each in copies { free(each) } }
    qt_ask(copies.map { $0.map { UnsafePointer($0) } }, Int32(copies.count))
    say("question: \(titles.joined(separator: ", "))")
  }

  func answer(_ index: Int32) {
    let choices = question?.choices ?? []
    let index = Int(index)
    question?.answer(choices.indices.contains(index) ? choices[index].answer : .neither)
    question = nil
  }
}

/// Says what happens, line by line.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let arguments = CommandLine.arguments
let title = arguments.firstIndex(of: "--title").map { arguments[$0 + 1] } ?? "ShakeQt"
let history = TextHistory()
let shakes = ShakeToUndo(.ask { history.ask($0) }) { history }
shakes.isActive = false
let session = MotionSession(arguments.contains("session") ? .session : .system)
// Qt calls on the main thread, where the main actor runs too.
qt_open(
  title, MainQueue.descriptor,
  QtCalls(
    drain: { MainActor.assumeIsolated { MainQueue.drain() } },
    activated: { isActive in
      MainActor.assumeIsolated { shakes.isActive = isActive }
      say("active: \(isActive)")
    },
    changed: { text in
      MainActor.assumeIsolated { history.changes += 1 }
      say("text: \(text.map { String(cString: $0) } ?? "")")
    },
    answered: { index in MainActor.assumeIsolated { history.answer(index) } }))
Task { await shakes.run(session) }
Task { for await status in session.status { say("motiond: \(status)") } }
exit(qt_run())
