// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import SystemPackage

/// A piece of work that may block, such as looking a name up, on a thread of its own.
///
/// A loop waits for its descriptor beside others. Work that nobody waits for any more goes on, and
/// its result is dropped.
package final class Errand<Result: Sendable>: Sendable {
  private let wakeup: Wakeup
  private let result = Mutex<Result?>(nil)

  /// Begins `work`.
  ///
  /// - Throws: the system's error if there can be no more threads or descriptors
  package init(_ work: @escaping @Sendable () -> Result) throws(Errno) {
    wakeup = try Wakeup()
    try detachThread { [self] in
      let found = work()
      result.withLock { $0 = found }
      wakeup.raise()
    }
  }

  /// A descriptor that is readable once the work is done.
  package var descriptor: FileDescriptor { wakeup.descriptor }

  /// The result of the work; nil until it is done.
  package var outcome: Result? { result.withLock { $0 } }
}

/// Runs `body` on a thread of its own: it blocks, which would keep a queue from its work.
///
/// - Parameters:
///   - stackSize: in bytes
///   - body: called once
/// - Throws: an `Errno` if there can be no more threads
package func detachThread(
  stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
) throws(Errno) {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setstacksize(&attributes, stackSize)
  var thread = pthread_t()
  let context = Unmanaged.passRetained(Box(body)).toOpaque()
  let result = pthread_create(
    &thread, &attributes,
    { context in
      if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    }, context)
  guard result == 0 else {
    Unmanaged<Box>.fromOpaque(context).release()
    throw Errno(rawValue: result)
  }
}
