// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionCore

/// The ways to send a key; the agent uses the first that works.
final class KeyRing {
  /// The best one first.
  private var senders: [any KeySender]
  /// The senders from then on, when what is being opened is open.
  private var next: [any KeySender]?
  private var current: (any KeySender)?
  /// True while a sender is being opened: ``prepare()`` takes later what came of it.
  var isOpening: Bool { current?.isOpening ?? false }
  /// Until when a sender that did not answer in time is not tried again.
  private var late: [String: Timestamp] = [:]

  init(_ senders: [any KeySender]) { self.senders = senders }

  /// Closes what is open, and takes other senders: at once, or when what is being opened is open.
  func change(to senders: [any KeySender]) {
    next = senders
    close()
  }

  /// Opens the first sender that can be opened.
  ///
  /// - Throws: a ``DesktopError`` if none can: the error of the only sender, or what to do about
  ///   all
  func prepare() throws(DesktopError) {
    if let current, !current.isOpening { return try current.prepare() }
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    late = late.filter { $0.value > now }
    var last: DesktopError?
    let opening = current
    current = nil
    for sender in opening.map({ [$0] }) ?? senders where late[sender.name] == nil {
      do throws(DesktopError) {
        try sender.prepare()
        current = sender
        return
      } catch {
        if case .stopped = error { throw error }
        if case .late = error {
          late[sender.name] = now.advanced(byNanoseconds: Patience.silence.nanoseconds)
        }
        last = error
      }
    }
    if senders.count == 1, let last { throw last }
    throw .unavailable(
      action: "send a key", why: "no way to send keys works here",
      remedy: "'shake-to-undo doctor' says why, and what would mend it")
  }

  /// Opens the first sender that can be opened, and waits until programs would get a key of it.
  ///
  /// - Throws: a ``DesktopError``, as ``prepare()`` does
  func settle() throws(DesktopError) {
    try prepare()
    try current?.settle()
  }

  /// Sends `stroke` by the sender that was settled, at once.
  ///
  /// - Parameters:
  ///   - stroke: the keys
  ///   - window: the window of the last look
  ///   - onFirst: called directly before the first key; an error from it is thrown on
  /// - Throws: a ``DesktopError``
  func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard let current else {
      throw .lost(server: "the keyboard", action: "send a key", why: "none is open")
    }
    try current.send(stroke, to: window, onFirst: onFirst)
  }

  /// Closes what is open; what is being opened is closed by a later call, once it is open.
  func close() {
    current?.close()
    guard !isOpening else { return }
    current = nil
    (senders, next) = (next ?? senders, nil)
  }
}

/// The log: lines on standard error, with their priority where that leads to the journal.
struct AgentLog {
  /// True to write what every shake does, and why.
  var explains = false

  func write(_ text: String, _ priority: Journal.Priority) {
    Journal.log(text, priority, from: "shake-to-undo")
  }

  func explain(_ text: String) {
    if explains { write(text, .info) }
  }
}
