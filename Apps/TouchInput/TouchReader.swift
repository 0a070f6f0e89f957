import LinuxSupport
import MotionCore
import TouchCore

/// The touches of this machine's touchscreens, as a sequence.
///
/// ```swift
/// try await Application.shared.sendTouches(from: TouchReader())
/// ```
///
/// For an app that owns its screen: under a compositor its toolkit gives it the touches. It reads as long as somebody
/// iterates over it; nothing else of the machine's input is opened but media keys (see ``mediaKeys``). What touches
/// is cancelled when its panel is unplugged, when reading is paused, and when the machine sleeps.
///
/// The iteration throws a ``TouchInputError`` at its beginning, if there is no touchscreen or this user may not read it.
/// It ends when it, or its task, is cancelled. For one task at a time.
///
/// - Clock: `CLOCK_MONOTONIC`.
public final class TouchReader: TouchSource, Sendable {
  /// A step.
  public typealias Element = TouchStep
  /// The reasons for which there are no touches.
  public typealias Failure = TouchInputError

  /// A change of what is read.
  public enum Change: Hashable, Sendable {
    /// The touches of this panel come.
    case started(TouchPanel)
    /// This panel is gone, or reading was paused.
    case lost(TouchPanel)
    /// A device cannot be read.
    case refused(TouchInputError)
  }

  /// The changes of what is read, of which the latest 64 wait to be taken.
  ///
  /// For one task at a time.
  public let changes: AsyncStream<Change>
  /// The presses and releases of the media keys of headsets and remote controls; the latest 64 wait to be taken.
  ///
  /// Only of devices that have such keys and no letters, and that this user may read. Give them to ResponderKit's
  /// `MediaKeys`, one for all of them. For one task at a time.
  public let mediaKeys: AsyncStream<MediaKey>

  private let steps: AsyncStream<TouchStep>
  private let reader: PanelReader
  private let finish: @Sendable () -> Void

  /// A reader that begins once somebody iterates over it.
  ///
  /// - Parameter options: the panels
  public init(_ options: TouchOptions = TouchOptions()) {
    let (steps, stepsEnd) = AsyncStream.makeStream(of: TouchStep.self)
    let (changes, changesEnd) = AsyncStream.makeStream(
      of: Change.self, bufferingPolicy: .bufferingNewest(64))
    let (keys, keysEnd) = AsyncStream.makeStream(
      of: MediaKey.self, bufferingPolicy: .bufferingNewest(64))
    (self.steps, self.changes, mediaKeys) = (steps, changes, keys)
    reader = PanelReader(options) { event in
      switch event {
      case .started(let panel): changesEnd.yield(.started(panel))
      case .lost(let panel): changesEnd.yield(.lost(panel))
      case .warning(let error): changesEnd.yield(.refused(error))
      case .step(let step): stepsEnd.yield(step)
      case .key(let key): keysEnd.yield(key)
      }
    }
    finish = {
      stepsEnd.finish()
      changesEnd.finish()
      keysEnd.finish()
    }
    stepsEnd.onTermination = { [weak reader] reason in
      // Not here: the handler runs under a lock of the task, and `stop()` waits for the reader's queue.
      if case .cancelled = reason { reader?.async { $0.stop() } }
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

  /// Closes the panels for a while, as when another console is shown.
  ///
  /// What touches is cancelled.
  public func pause() {
    reader.pause()
  }

  /// Opens the panels again; what cannot be opened is told by ``changes``.
  public func resume() {
    reader.resume()
  }

  /// Has the time come among the steps once it is `deadline` and every earlier frame has come; nil for not any more.
  ///
  /// A later call replaces the deadline.
  public func remind(at deadline: Timestamp?) {
    reader.remind(at: deadline)
  }

  /// An iterator over the steps that no other iterator has taken.
  public func makeAsyncIterator() -> Iterator {
    Iterator(owner: self, base: steps.makeAsyncIterator())
  }

  /// An iterator over the steps of a ``TouchReader``, which it keeps alive.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let owner: TouchReader
    fileprivate var base: AsyncStream<TouchStep>.Iterator

    /// The next step; nil once the reader or the task is cancelled.
    ///
    /// - Throws: the reason why there are no touches, the first time
    public mutating func next() async throws(TouchInputError) -> TouchStep? {
      try await next(isolation: #isolation)
    }

    /// The next step; nil once the reader or the task is cancelled.
    ///
    /// - Parameter actor: the actor of the caller
    /// - Returns: a step
    /// - Throws: the reason why there are no touches, the first time
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(TouchInputError) -> TouchStep? {
      try owner.reader.start()
      return await base.next(isolation: actor)
    }
  }
}
