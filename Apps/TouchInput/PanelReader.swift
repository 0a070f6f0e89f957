// SPDX-License-Identifier: Apache-2.0

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
package final class PanelReader: Sendable {
  private let panels: QueueBound<Panels>

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - options: the panels
  ///   - handler: called on the reader's queue for each event, in order; it may call ``stop()``
  package init(
    _ options: TouchOptions, _ handler: @escaping @Sendable (TouchInputEvent) -> Void
  ) {
    panels = QueueBound(to: SerialQueue(label: "org.motiond.touch")) {
      Panels($0, options, handler)
    }
  }

  /// Opens the panels and waits for it, unless that was done; after a stop it has no effect.
  ///
  /// - Throws: a ``TouchInputError`` if there are no panels, unless it is to wait for one
  package func start() throws(TouchInputError) {
    try panels.sync { (panels) throws(TouchInputError) in try panels.open() }
  }

  /// Opens the panels as ``start()`` does, without holding up the thread.
  package func open() async throws(TouchInputError) {
    try await withCheckedContinuation { continuation in
      panels.async { panels in
        continuation.resume(
          returning: Result { () throws(TouchInputError) in try panels.open() })
      }
    }.get()
  }

  /// Closes the panels: when this returns, the handler is not called any more.
  ///
  /// On a queue of these libraries it waits for nothing, and the panels are closed soon.
  package func stop() {
    if SerialQueue.isAnyCurrent { panels.send { $0.close() } } else { panels.sync { $0.close() } }
  }

  /// Closes the panels soon, without waiting for it.
  package func stopLater() {
    panels.async { $0.close() }
  }

  /// Closes the panels for a while, as when another console is shown: touches are cancelled.
  package func pause() {
    panels.sync { $0.suspend() }
  }

  /// Opens the panels again.
  package func resume() {
    panels.sync { $0.proceed() }
  }

  /// Requests the time once it is `deadline` and every earlier frame was reported; nil to stop.
  package func remind(at deadline: Timestamp?) {
    panels.async { $0.setReminder(deadline) }
  }
}

/// The panels of a reader, on its queue.
private final class Panels {
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

  private weak var own: QueueBound<Panels>?
  private let options: TouchOptions
  private let handler: @Sendable (TouchInputEvent) -> Void
  private var state = State.idle
  private var suspension = SuspendWatch()
  private var reminder: QueueSource?

  init(
    _ own: QueueBound<Panels>, _ options: TouchOptions,
    _ handler: @escaping @Sendable (TouchInputEvent) -> Void
  ) {
    (self.own, self.options, self.handler) = (own, options, handler)
  }

  func open() throws(TouchInputError) {
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

  func close() {
    (state, reminder) = (.stopped, nil)
  }

  func suspend() {
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _):
      session.suspend()
      state = .paused(session)
      report(session.drain() + [.step(.interruption)], of: session)
    }
  }

  func proceed() {
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
      guard let own else { throw Errno.canceled }
      let source = try own.readSource(copying: session.descriptor) { $0.drain() }
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

  func setReminder(_ deadline: Timestamp?) {
    reminder = deadline.flatMap { deadline in
      let wait = deadline.nanoseconds(since: .now(on: CLOCK_MONOTONIC))
      return own?.timer(after: .nanoseconds(max(0, wait)), leeway: .zero) { $0.fire(deadline) }
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
