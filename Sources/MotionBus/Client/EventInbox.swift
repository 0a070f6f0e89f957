import MotionCore
import Synchronization

/// The events that wait for a slow iterator: at most 256, and never half a motion.
///
/// The beginning of a motion takes a place for its end too; one that finds no place is dropped, and its
/// end with it.
final class EventInbox: Sendable {
  /// How many events wait at most.
  static let capacity = 256

  private struct Room {
    /// Events that wait, and ends that will.
    var taken = 0
    /// Motions whose beginning was delivered, and whose end is to come.
    var open: Set<MotionKind> = []
  }

  private let room = Mutex(Room())
  private let stream: AsyncStream<MotionEvent>
  private let continuation: AsyncStream<MotionEvent>.Continuation

  /// An inbox that is empty.
  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Calls `handler`, on any thread, when a task that waits for an event is cancelled.
  func onCancel(_ handler: @escaping @Sendable () -> Void) {
    continuation.onTermination = { reason in
      if case .cancelled = reason { handler() }
    }
  }

  /// Puts in `event`, which follows the grammar, if there is room.
  ///
  /// - Returns: whether there was
  @discardableResult
  func put(_ event: MotionEvent) -> Bool {
    let fits = room.withLock { room in
      switch event.phase {
      case .began:
        guard room.taken + 2 <= Self.capacity else { return false }
        room.taken += 2
        room.open.insert(event.motion)
        return true
      case .ended, .cancelled:
        // Its place was taken at the beginning.
        return room.open.remove(event.motion) != nil
      }
    }
    if fits { continuation.yield(event) }
    return fits
  }

  /// Lets the iterators end after what waits.
  func close() {
    continuation.finish()
  }

  /// An iterator over what was put in.
  func makeIterator() -> AsyncStream<MotionEvent>.Iterator {
    stream.makeAsyncIterator()
  }

  /// An event was taken out.
  func taken() {
    room.withLock { $0.taken -= 1 }
  }
}
