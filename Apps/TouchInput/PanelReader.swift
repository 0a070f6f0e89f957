// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage
import TouchCore

/// Reads touchscreens and media keys on a queue of its own.
///
/// A dispatch source wakes it when events wait: between touches it does nothing. The frames of one
/// device come in order, with timestamps of `CLOCK_MONOTONIC`. Touches are cancelled when their
/// device goes, when reading is paused and when the machine sleeps.
///
/// An actor because a ``TouchReader`` awaits the opening of the devices; commands wait for it
/// instead.
package actor PanelReader: QueueActor {
  private enum State {
    /// Not started.
    case idle
    /// Devices are open; `source` fires when they have events.
    case reading(InputSession, source: QueueSource)
    /// Devices are closed for a while.
    case paused(InputSession)
    /// Stopped for good.
    case stopped
  }

  /// The executor, whose queue everything happens on.
  package nonisolated let executor = SerialQueue(label: "org.motiond.touch", rank: .reader)

  private let options: TouchOptions
  private let handler: @Sendable (TouchInputEvent) -> Void
  private var state = State.idle
  private var suspension = SuspendWatch()
  private var reminder: QueueSource?

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - options: the panels
  ///   - handler: called on the reader's queue for each event, in order; it may call ``stop()``
  package init(
    _ options: TouchOptions, _ handler: @escaping @Sendable (TouchInputEvent) -> Void
  ) {
    (self.options, self.handler) = (options, handler)
  }

  /// Opens the panels and waits for it, as ``open()`` does.
  package nonisolated func start() throws(TouchInputError) {
    try sync { (reader) throws(TouchInputError) in try reader.open() }
  }

  /// Closes the panels: when this returns, the handler is not called any more.
  package nonisolated func stop() {
    sync { $0.close() }
  }

  /// Closes the panels for a while, as when another console is shown: touches are cancelled.
  package nonisolated func pause() {
    sync { $0.suspend() }
  }

  /// Opens the panels again.
  package nonisolated func resume() {
    sync { $0.proceed() }
  }

  /// Requests the time once it is `deadline` and every earlier frame was reported; nil for no more.
  package nonisolated func remind(at deadline: Timestamp?) {
    async { $0.setReminder(deadline) }
  }

  /// Opens the panels, unless that was done; after a stop it has no effect.
  ///
  /// - Throws: a ``TouchInputError`` if there are no panels, unless it is to wait for one
  package func open() throws(TouchInputError) {
    switch state {
    case .reading, .paused, .stopped: return
    case .idle: break
    }
    let session = try InputSession(options)
    let events = session.drain()
    guard session.hasPanel || options.waitsForPanel else {
      let refusals = events.lazy.compactMap {
        if case .warning(let error) = $0 { error } else { nil }
      }
      throw refusals.first ?? session.absence
    }
    try read(session)
    report(events, of: session)
  }

  /// Closes the panels for good.
  package func close() {
    (state, reminder) = (.stopped, nil)
  }

  private func suspend() {
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _):
      session.suspend()
      state = .paused(session)
      report(session.drain() + [.step(.interruption)], of: session)
    }
  }

  private func proceed() {
    switch state {
    case .idle, .reading, .stopped: return
    case .paused(let session):
      session.resume()
      do throws(TouchInputError) {
        try read(session)
        report(session.drain(), of: session)
      } catch { handler(.warning(error)) }
    }
  }

  private func read(_ session: InputSession) throws(TouchInputError) {
    do throws(Errno) {
      let source = try readSource(copying: session.descriptor) { $0.drain() }
      state = .reading(session, source: source)
    } catch { throw .cannotWait(error: error) }
    // A sleep before cannot have cut these touches.
    suspension = SuspendWatch()
    _ = hasSlept()
  }

  /// Reports all events that wait.
  private func drain() {
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _):
      let slept = hasSlept()
      report((slept ? [.step(.interruption)] : []) + session.drain(), of: session)
    }
  }

  private func hasSlept() -> Bool {
    suspension.hasSlept(monotonic: .now(on: CLOCK_MONOTONIC), boot: .now())
  }

  private func report(_ events: [TouchInputEvent], of session: InputSession) {
    for event in events {
      // The handler may have stopped the reader.
      switch state {
      case .reading(let current, _) where current === session,
        .paused(let current) where current === session:
        handler(event)
      case .idle, .reading, .paused, .stopped: return
      }
    }
  }

  private func setReminder(_ deadline: Timestamp?) {
    reminder = deadline.map { deadline in
      let due = DispatchTime(uptimeNanoseconds: UInt64(max(0, deadline.nanoseconds)))
      return .timer(at: due, on: executor.queue) { [weak self] in
        self?.assumeIsolated { $0.fire(deadline) }
      }
    }
  }

  private func fire(_ deadline: Timestamp) {
    reminder = nil
    drain()
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _): report([.step(.time(deadline))], of: session)
    }
  }
}

/// Detects that the machine slept: `CLOCK_MONOTONIC` stands still then, `CLOCK_BOOTTIME` does not.
struct SuspendWatch {
  /// The shortest sleep that is detected: 0.1 s.
  ///
  /// The time between the readings of the two clocks is far shorter.
  static let shortest: Int64 = 100_000_000

  private var asleep: Int64?

  /// Compares both clocks with the call before; true if the machine slept between the two calls.
  mutating func hasSlept(monotonic: Timestamp, boot: Timestamp) -> Bool {
    let total = boot.nanoseconds(since: monotonic)
    defer { asleep = total }
    return asleep.map { total - $0 >= Self.shortest } ?? false
  }
}
