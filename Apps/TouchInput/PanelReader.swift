import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage
import TouchCore

/// Reads touchscreens and media keys for as long as it is wanted.
///
/// A dispatch source wakes it, and it takes all that waits: between touches it does nothing. The frames of one device
/// come in order, with timestamps of `CLOCK_MONOTONIC`; what touches when a device goes, when reading is
/// paused or when the machine sleeps is cancelled.
package actor PanelReader: QueueActor {
  private enum State {
    /// Not started.
    case idle
    /// Devices are open; `source` calls for what they tell.
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

  /// The queue on which everything happens.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - options: the panels
  ///   - handler: called on the reader's queue, in order, for all it tells; it may call ``stop()``
  package init(
    _ options: TouchOptions, _ handler: @escaping @Sendable (TouchInputEvent) -> Void
  ) {
    (self.options, self.handler) = (options, handler)
  }

  /// Opens the panels, unless that was done; after a stop it has no effect.
  ///
  /// - Throws: a ``TouchInputError`` if there is none, unless it is to wait for one
  package nonisolated func start() throws(TouchInputError) {
    try sync { (reader) throws(TouchInputError) in try reader.begin() }
  }

  /// Closes the panels: when this returns, nothing more is told.
  package nonisolated func stop() {
    sync { $0.end() }
  }

  /// Closes the panels for a while, as when another console is shown: what touches is cancelled.
  package nonisolated func pause() {
    sync { $0.suspend() }
  }

  /// Opens the panels again.
  package nonisolated func resume() {
    sync { $0.goOn() }
  }

  /// Has the time told once it is `deadline` and every earlier frame was told; nil for not any more.
  package nonisolated func remind(at deadline: Timestamp?) {
    async { $0.setReminder(deadline) }
  }

  private func begin() throws(TouchInputError) {
    switch state {
    case .reading, .paused, .stopped: return
    case .idle: break
    }
    let session = try InputSession(options)
    let events = session.takeAll()
    guard session.hasPanel || options.waitsForPanel else {
      let refusals = events.lazy.compactMap {
        if case .warning(let error) = $0 { error } else { nil }
      }
      throw refusals.first ?? session.absence
    }
    try read(session)
    tell(events, of: session)
  }

  private func end() {
    (state, reminder) = (.stopped, nil)
  }

  private func suspend() {
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _):
      session.suspend()
      state = .paused(session)
      tell(session.takeAll() + [.step(.interruption)], of: session)
    }
  }

  private func goOn() {
    switch state {
    case .idle, .reading, .stopped: return
    case .paused(let session):
      session.resume()
      do throws(TouchInputError) {
        try read(session)
        tell(session.takeAll(), of: session)
      } catch { handler(.warning(error)) }
    }
  }

  private func read(_ session: InputSession) throws(TouchInputError) {
    do throws(Errno) {
      let source = try readSource(copying: session.descriptor) { $0.takeWaiting() }
      state = .reading(session, source: source)
    } catch { throw .cannotWait(error: error) }
    // A sleep before is none of these touches'.
    suspension = SuspendWatch()
    _ = hasSlept()
  }

  /// Takes all that waits, and tells it.
  private func takeWaiting() {
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _):
      let slept = hasSlept()
      tell((slept ? [.step(.interruption)] : []) + session.takeAll(), of: session)
    }
  }

  private func hasSlept() -> Bool {
    suspension.hasSlept(monotonic: .now(on: CLOCK_MONOTONIC), boot: .now())
  }

  private func tell(_ events: [TouchInputEvent], of session: InputSession) {
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
        self?.assumeIsolated { $0.remind(of: deadline) }
      }
    }
  }

  private func remind(of deadline: Timestamp) {
    reminder = nil
    takeWaiting()
    switch state {
    case .idle, .paused, .stopped: return
    case .reading(let session, _): tell([.step(.time(deadline))], of: session)
    }
  }
}
