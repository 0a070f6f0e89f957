// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionCore

/// The ways to send a key, of which the first that works is used.
final class KeyRing {
  private let senders: [any KeySender]
  private var current: (any KeySender)?
  /// Until when a sender that did not answer in time is not tried again.
  private var late: [String: Timestamp] = [:]

  private static let lateTime = Duration.seconds(60)

  init(_ senders: [any KeySender]) { self.senders = senders }

  /// Opens the first sender that can be opened.
  func prepare() {
    guard current == nil else { return }
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    late = late.filter { $0.value > now }
    for sender in senders where late[sender.name] == nil {
      do throws(DesktopError) {
        try sender.prepare()
        current = sender
        return
      } catch {
        if case .late = error {
          late[sender.name] = now.advanced(byNanoseconds: Self.lateTime.nanoseconds)
        }
      }
    }
  }

  /// Sends `stroke` by the first sender that works.
  ///
  /// - Throws: a ``DesktopError`` of the best sender if none does
  func send(_ stroke: KeyStroke) throws(DesktopError) {
    prepare()
    guard let current else {
      guard let best = senders.first else {
        throw .unavailable(
          action: "send a key", why: "there is no display",
          remedy: "start shake-to-undo in a graphical session")
      }
      return try best.prepare()
    }
    try current.send(stroke)
  }

  func close() {
    current?.close()
    current = nil
  }
}

/// The log: lines on standard error, with their priority where that leads to the journal.
struct AgentLog {
  /// True to write what every shake does, and why.
  var explains = false

  /// Writes `text`, escaped, as parts of it come from others.
  func write(_ text: String, _ priority: Journal.Priority) {
    let text = text.printable
    let lines =
      Journal.hasStandardError ? Journal.lines(text, priority) : "shake-to-undo: \(text)"
    // Nothing can be done about a failure.
    try? OutputFile.standardError.write(lines + "\n")
  }

  func explain(_ text: String) {
    if explains { write(text, .info) }
  }
}
