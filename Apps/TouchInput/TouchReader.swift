// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import Synchronization
import TouchCore

/// The touches of this machine's touchscreens, as a sequence.
///
/// ```swift
/// try await Application.shared.sendTouches(from: TouchReader())
/// ```
///
/// For an app that owns its screen: under a compositor its toolkit gives it the touches. Devices
/// are open while a task iterates; of the machine's input these are touchscreens and media keys
/// alone (see ``mediaKeys``). Touches are cancelled when their panel is unplugged, when reading is
/// paused, and when the machine sleeps.
///
/// Up to 256 steps wait for a slow iterator. A touch that finds no room is cancelled, or left out
/// as a whole, so that the iterator never sees half a touch.
///
/// The iteration throws a ``TouchInputError`` at its beginning if there is no touchscreen, or if
/// this user may not read it. It ends when the reader or the task is cancelled. For one task at a
/// time.
///
/// - Clock: `CLOCK_MONOTONIC`.
public final class TouchReader: TouchSource, Sendable {
  /// A frame of touches, the time, or an interruption.
  public typealias Element = TouchStep
  /// The reasons why there are no touches.
  public typealias Failure = TouchInputError

  /// A change of what is read.
  public enum Change: Hashable, Sendable {
    /// A panel was opened; its touches follow.
    case started(TouchPanel)
    /// A panel was unplugged, or reading was paused.
    case lost(TouchPanel)
    /// A device cannot be read.
    case refused(TouchInputError)
  }

  /// The changes of what is read; the latest 64 wait for their iterator.
  ///
  /// For one task at a time.
  public let changes: AsyncStream<Change>
  /// The presses and releases of media keys of headsets and remote controls; the latest 64 wait.
  ///
  /// They come from devices that have such keys and no letters, and that this user may read. Pass
  /// them to one `MediaKeys` of ResponderKit. For one task at a time.
  public let mediaKeys: AsyncStream<MediaKey>

  private let steps: AsyncStream<TouchStep>
  private let backlog = Backlog()
  private let reader: PanelReader
  private let finish: @Sendable () -> Void

  /// The steps that wait; a class, so that the reader's handler does not keep the sequence alive.
  private final class Backlog: Sendable {
    private let steps = Mutex(TouchBacklog())

    func add(_ step: TouchStep, to stream: AsyncStream<TouchStep>.Continuation) {
      steps.withLock { steps in
        if let step = steps.add(step) { stream.yield(step) }
      }
    }

    func removeOne() {
      steps.withLock { $0.removeOne() }
    }
  }

  /// A reader that opens devices when its iteration begins.
  ///
  /// - Parameter options: the panels
  public init(_ options: TouchOptions = TouchOptions()) {
    let (steps, stepsEnd) = AsyncStream.makeStream(of: TouchStep.self)
    let (changes, changesEnd) = AsyncStream.makeStream(
      of: Change.self, bufferingPolicy: .bufferingNewest(64))
    let (keys, keysEnd) = AsyncStream.makeStream(
      of: MediaKey.self, bufferingPolicy: .bufferingNewest(64))
    (self.steps, self.changes, mediaKeys) = (steps, changes, keys)
    reader = PanelReader(options) { [backlog] event in
      switch event {
      case .started(let panel): changesEnd.yield(.started(panel))
      case .lost(let panel): changesEnd.yield(.lost(panel))
      case .warning(let error): changesEnd.yield(.refused(error))
      case .step(let step): backlog.add(step, to: stepsEnd)
      case .key(let key): keysEnd.yield(key)
      }
    }
    finish = {
      stepsEnd.finish()
      changesEnd.finish()
      keysEnd.finish()
    }
    stepsEnd.onTermination = { [weak reader] reason in
      // Without waiting: the handler runs under a lock of the task.
      if case .cancelled = reason { reader?.stopLater() }
    }
  }

  deinit {
    cancel()
  }

  /// Stops reading; the sequence ends after the steps that wait.
  public func cancel() {
    reader.stop()
    finish()
  }

  /// Closes the panels for a while, as when another console is shown; touches are cancelled.
  public func pause() {
    reader.pause()
  }

  /// Opens the panels again; ``changes`` reports those that cannot be opened.
  public func resume() {
    reader.resume()
  }

  /// Requests a step with the time once it is `deadline` and every earlier frame has come.
  ///
  /// - Parameter deadline: on `CLOCK_MONOTONIC`; it replaces the deadline before. Nil withdraws
  ///   that one
  public func remind(at deadline: Timestamp?) {
    reader.remind(at: deadline)
  }

  /// An iterator over the steps that no other iterator has returned.
  public func makeAsyncIterator() -> Iterator {
    Iterator(owner: self, base: steps.makeAsyncIterator())
  }

  /// An iterator over the steps of a ``TouchReader``, which it keeps alive.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let owner: TouchReader
    fileprivate var base: AsyncStream<TouchStep>.Iterator
    private var hasOpened = false

    fileprivate init(owner: TouchReader, base: AsyncStream<TouchStep>.Iterator) {
      (self.owner, self.base) = (owner, base)
    }

    /// The next step; nil once the reader or the task is cancelled.
    ///
    /// - Throws: the reason why there are no touches, at the beginning
    public mutating func next() async throws(TouchInputError) -> TouchStep? {
      try await next(isolation: #isolation)
    }

    /// The next step; nil once the reader or the task is cancelled.
    ///
    /// The first call opens the devices, on the reader's queue; no call blocks.
    ///
    /// - Parameter actor: the actor of the caller
    /// - Returns: a step
    /// - Throws: the reason why there are no touches, at the beginning
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(TouchInputError) -> TouchStep? {
      if !hasOpened {
        try await owner.reader.open()
        hasOpened = true
      }
      let step = await base.next(isolation: actor)
      if step != nil { owner.backlog.removeOne() }
      return step
    }
  }
}
